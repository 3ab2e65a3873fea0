import { deferTasks } from '@hiram/contract/console/work';
import type { TaskId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { Moved } from './useResultToast.ts';

interface Props {
  readonly taskIds: readonly TaskId[];
  readonly brand: string;
  readonly onClose: () => void;
  /** The deferred tasks, and those settled meanwhile. */
  readonly onDone?: (moved: Moved) => void;
}

/** Takes a task out of the list for a while, with the reason that colleagues read. */
export function DeferDialog({ taskIds, brand, onClose, onDone }: Props): ReactNode {
  const { t } = useLingui();
  const [hours, setHours] = useState(4);
  const deferring = useStaffAction(deferTasks, brand);
  const choices = useChoices();
  const send = async (reason: string) => {
    const moved = await deferring.mutateAsync({ taskIds: [...taskIds], hours, reason });
    onDone?.(moved);
  };
  return (
    <ReasonDialog
      title={taskIds.length === 1 ? t`Defer this` : t`Defer ${taskIds.length}`}
      action={t`Defer`}
      call={deferring}
      draft={`defer ${taskIds.join(' ')}`}
      max={200}
      onSend={send}
      onClose={onClose}
    >
      <p>{t`It leaves the list for this time. What was promised stays promised.`}</p>
      <SelectField
        label={t`For`}
        value={hours}
        options={choices.map(({ hours: value, label }) => ({ value, label }))}
        onChange={setHours}
      />
    </ReasonDialog>
  );
}

function useChoices() {
  const { t } = useLingui();
  return [
    { hours: 1, label: t`an hour` },
    { hours: 4, label: t`four hours` },
    { hours: 24, label: t`a day` },
    { hours: 72, label: t`three days` },
    { hours: 168, label: t`a week` },
  ];
}
