import { listColleagues, passOnTask, type Task } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';

interface Props {
  readonly task: Task;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Gives a task to a colleague who may settle it. */
export function PassOn({ task, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const { taskId } = task;
  const [staffId, setStaffId] = useState('');
  const query = useStaffCall(listColleagues, { taskId }, brand);
  const passing = useStaffAction(passOnTask, brand);
  const chosen = staffId || query.data?.colleagues[0]?.staffId || '';
  return (
    <Dialog
      title={t`Pass this on`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="primary"
            hotkey="Ctrl+Enter"
            disabled={chosen === '' || passing.isPending}
            onClick={() => passing.mutate({ taskId, staffId: asId(chosen) }, { onSuccess: onClose })}
          >
            {t`Pass on`}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {({ colleagues }) =>
          colleagues.length === 0 ? (
            <p>{t`Nobody else may settle this.`}</p>
          ) : (
            <Field label={t`To whom`}>
              {(id) => (
                <select id={id} value={chosen} onChange={(event) => setStaffId(event.currentTarget.value)}>
                  {colleagues.map((colleague) => (
                    <option key={colleague.staffId} value={colleague.staffId}>
                      {colleague.name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )
        }
      </Loaded>
      <Fault error={passing.error} />
    </Dialog>
  );
}
