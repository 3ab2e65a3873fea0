import { refuseApproval, type ShownApproval } from '@hiram/contract/console/approval';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/Button.tsx';
import kit from '../kit/kit.module.css';
import { TextArea } from '../kit/TextArea.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';

/** Letters at most, as the contract has it. */
const maxReason = 500;

interface Props {
  readonly approval: ShownApproval;
  readonly brand: string;
  readonly onBack: () => void;
  readonly onRefused: () => void;
}

/** Refuses a request for good, with a reason for whoever made it. */
export function RefuseForm({ approval, brand, onBack, onRefused }: Props): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const refusing = useMutation({
    mutationFn: () => sendStaff(refuseApproval, { approvalId: approval.approvalId, reason }, brand),
    onSuccess: onRefused,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <>
      <TextArea
        label={t`Why not?`}
        hint={t`${approval.askedBy} reads it.`}
        max={maxReason}
        value={reason}
        onChange={setReason}
      />
      <Fault error={refusing.error} />
      <div className={kit.row}>
        <Button
          look="primary"
          hotkey="Ctrl+Enter"
          disabled={refusing.isPending || !isReason(reason)}
          onClick={() => refusing.mutate()}
        >
          {t`Refuse for good`}
        </Button>
        <Button onClick={onBack}>{t`Back`}</Button>
      </div>
    </>
  );
}
