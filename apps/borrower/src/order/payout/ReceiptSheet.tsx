import type { PastPayment } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money } from '../../app/settings/money.ts';
import { Dialog } from '../../kit/dialogs/Dialog.tsx';
import { PaymentReceipt } from '../../lending/receipt/Receipt.tsx';
import { PayoutReceipt } from './PayoutReceipt.tsx';

/** The receipt of a past payment, or of the payout, over the order page. */
export function ReceiptSheet({
  details,
  payment,
  onClose,
}: {
  readonly details: LoanDetails;
  /** Undefined: the payout. */
  readonly payment: PastPayment | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const owed = details.order.due?.owedInAll ?? 0;
  return (
    <Dialog
      title={payment ? t`Payment received` : t`Money sent to you`}
      look="sheet"
      closeLabel={t`Close`}
      onClose={onClose}
      maskCloses
    >
      {payment ? (
        <PaymentReceipt payment={payment} rest={[{ text: t`Left to pay`, value: money(owed) }]} />
      ) : (
        <PayoutReceipt details={details} />
      )}
    </Dialog>
  );
}
