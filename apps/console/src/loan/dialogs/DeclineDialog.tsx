import { declineRequest } from '@hiram/contract/console/loan';
import type { OrderId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ReasonDialog } from '../../action/ReasonDialog.tsx';
import { useStaffAction } from '../../net/useStaffCall.ts';

interface Props {
  readonly orderId: OrderId;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Declines the borrower's request to pay in parts, or takes a proposal back. */
export function DeclineDialog({ orderId, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const declining = useStaffAction(declineRequest, brand);
  return (
    <ReasonDialog
      title={t`Decline to pay in parts`}
      action={t`Decline`}
      call={declining}
      draft={`decline arrangement ${orderId}`}
      max={200}
      onSend={(reason) => declining.mutateAsync({ orderId, reason })}
      onClose={onClose}
    >
      <p>{t`The borrower is told. The loan goes on as agreed.`}</p>
    </ReasonDialog>
  );
}
