import { declineRequest } from '@hiram/contract/console/loan';
import { isReason } from '@hiram/contract/fields';
import type { OrderId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';

interface Props {
  readonly orderId: OrderId;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Declines the borrower's request to pay in parts, or takes a proposal back. */
export function DeclineDialog({ orderId, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const [reason, setReason, clear] = useDraft(`decline arrangement ${orderId}`);
  const declining = useStaffAction(declineRequest, brand);
  const send = () =>
    declining.mutate(
      { orderId, reason },
      {
        onSuccess: () => {
          clear();
          onClose();
        },
      },
    );
  return (
    <CallDialog
      title={t`Decline to pay in parts`}
      onClose={onClose}
      action={t`Decline`}
      call={declining}
      isReady={isReason(reason)}
      onSend={send}
    >
      <p>{t`The borrower is told. The loan goes on as agreed.`}</p>
      <TextArea
        label={t`Reason`}
        hint={t`colleagues read it`}
        value={reason}
        onChange={setReason}
        max={200}
      />
    </CallDialog>
  );
}
