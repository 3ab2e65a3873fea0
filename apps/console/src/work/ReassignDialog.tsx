import { listColleagues, passOnTasks } from '@hiram/contract/console/work';
import { asId, type TaskId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SelectField } from '../kit/controls/Field.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import type { Moved } from './useResultToast.ts';

interface Props {
  readonly taskIds: readonly TaskId[];
  readonly brand: string;
  readonly onClose: () => void;
  /** The tasks that were moved and those that were not. */
  readonly onDone?: (moved: Moved) => void;
}

/** Gives tasks to a colleague who may settle them all. */
export function ReassignDialog({ taskIds, brand, onClose, onDone }: Props): ReactNode {
  const { t } = useLingui();
  const [staffId, setStaffId] = useState('');
  const query = useStaffCall(listColleagues, { taskIds: [...taskIds] }, brand);
  const passing = useStaffAction(passOnTasks, brand);
  const chosen = staffId || query.data?.colleagues[0]?.staffId || '';
  const pass = () =>
    passing.mutate(
      { taskIds: [...taskIds], staffId: asId(chosen) },
      {
        onSuccess: (moved) => {
          onClose();
          onDone?.(moved);
        },
      },
    );
  return (
    <CallDialog
      title={taskIds.length === 1 ? t`Pass this on` : t`Pass ${taskIds.length} on`}
      onClose={onClose}
      action={t`Pass on`}
      call={passing}
      isReady={chosen !== ''}
      onSend={pass}
    >
      <Loaded query={query}>
        {({ colleagues }) =>
          colleagues.length === 0 ? (
            <p>
              {taskIds.length === 1
                ? t`Nobody else may settle this.`
                : t`Nobody else may settle all of these.`}
            </p>
          ) : (
            <SelectField
              label={t`To whom`}
              value={chosen}
              options={colleagues.map((colleague) => ({ value: colleague.staffId, label: colleague.name }))}
              onChange={setStaffId}
            />
          )
        }
      </Loaded>
    </CallDialog>
  );
}
