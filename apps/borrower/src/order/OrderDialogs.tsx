import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goHome, startBankFlow } from '../app/navigation/go.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { useWithdrawal } from './application/useWithdrawal.ts';
import { type OrderDialog, openDialog } from './order-dialog.ts';

export interface OrderDialogsProps {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly closed: readonly OrderDialog[];
  readonly onClose: (dialog: OrderDialog) => void;
}

export function OrderDialogs({ details, orderId, closed, onClose: close }: OrderDialogsProps): ReactNode {
  const open = openDialog(details, orderId, closed);

  if (open === 'withdraw')
    return <WithdrawPrompt details={details} orderId={orderId} onDone={() => close('withdraw')} />;
  if (open === 'card')
    return <AccountPrompt details={details} orderId={orderId} onClose={() => close('card')} />;
  return null;
}

/** Asks for the account that the money is paid to. */
function AccountPrompt({
  details,
  orderId,
  onClose,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog
      title={details.accountPromptTitle}
      text={details.accountPromptText}
      closeLabel={t`Close`}
      onClose={onClose}
      singleButton
      buttons={
        <Button
          onTap={() => {
            onClose();
            startBankFlow({ productId: details.productId, orderId });
          }}
        >
          {t({ id: 'order.addAccount', message: 'Add payout account' })}
        </Button>
      }
    />
  );
}

/** ORD-10: the money is paid out after one tap. */
function WithdrawPrompt({
  details,
  orderId,
  onDone,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { withdrawMoney, busy } = useWithdrawal(details, orderId, onDone);
  return (
    <Dialog
      title={t`Your money is ready`}
      text={details.withdrawalPrompt}
      buttons={
        <>
          <Button look="secondary" onTap={goHome}>
            {t`Cancel`}
          </Button>
          <Button busy={busy} onTap={() => void withdrawMoney()}>
            {t`Withdraw Now`}
          </Button>
        </>
      }
    />
  );
}
