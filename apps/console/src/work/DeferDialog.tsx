import { deferTask, type Task } from '@hiram/contract/console/work';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { Field } from '../kit/Field.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';

interface Props {
  readonly task: Task;
  readonly brand: string;
  readonly onClose: () => void;
}

const maxReason = 200;

/** Takes a task out of the list for a while, with the reason that colleagues read. */
export function DeferDialog({ task, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const { taskId } = task;
  const [hours, setHours] = useState(4);
  const [reason, setReason, clear] = useDraft(`put off ${taskId}`);
  const deferring = useStaffAction(deferTask, brand);
  const choices = useChoices();
  const send = () =>
    deferring.mutate(
      { taskId, hours, reason },
      {
        onSuccess: () => {
          clear();
          onClose();
        },
      },
    );
  return (
    <CallDialog
      title={t`Put this off`}
      onClose={onClose}
      action={t`Put off`}
      call={deferring}
      isReady={isReason(reason)}
      onSend={send}
    >
      <p>{t`It leaves the list for so long. What was promised stays promised.`}</p>
      <Field label={t`For`}>
        {(id) => (
          <select id={id} value={hours} onChange={(event) => setHours(Number(event.currentTarget.value))}>
            {choices.map((choice) => (
              <option key={choice.hours} value={choice.hours}>
                {choice.label}
              </option>
            ))}
          </select>
        )}
      </Field>
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
