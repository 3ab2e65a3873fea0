import { deferTasks } from '@hiram/contract/console/work';
import { isReason } from '@hiram/contract/fields';
import type { TaskId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { SelectField } from '../kit/controls/Field.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { Moved } from './useResultToast.ts';

interface Props {
  readonly taskIds: readonly TaskId[];
  readonly brand: string;
  readonly onClose: () => void;
  /** The deferred tasks, and those settled meanwhile. */
  readonly onDone?: (moved: Moved) => void;
}

const maxReason = 200;

/** Takes a task out of the list for a while, with the reason that colleagues read. */
export function DeferDialog({ taskIds, brand, onClose, onDone }: Props): ReactNode {
  const { t } = useLingui();
  const [hours, setHours] = useState(4);
  const [reason, setReason, clear] = useDraft(`defer ${taskIds.join(' ')}`);
  const deferring = useStaffAction(deferTasks, brand);
  const choices = useChoices();
  const send = () =>
    deferring.mutate(
      { taskIds: [...taskIds], hours, reason },
      {
        onSuccess: (moved) => {
          clear();
          onClose();
          onDone?.(moved);
        },
      },
    );
  return (
    <CallDialog
      title={taskIds.length === 1 ? t`Defer this` : t`Defer ${taskIds.length}`}
      onClose={onClose}
      action={t`Defer`}
      call={deferring}
      isReady={isReason(reason)}
      onSend={send}
    >
      <p>{t`It leaves the list for this time. What was promised stays promised.`}</p>
      <SelectField
        label={t`For`}
        value={hours}
        options={choices.map(({ hours: value, label }) => ({ value, label }))}
        onChange={setHours}
      />
      <TextArea
        label={t`Reason`}
        hint={t`colleagues read it`}
        value={reason}
        onChange={setReason}
        max={maxReason}
      />
    </CallDialog>
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
