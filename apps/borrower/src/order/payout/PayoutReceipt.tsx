import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { Receipt } from '../../lending/receipt/Receipt.tsx';

/** The receipt of the payout: where the money went, and when the first repayment is due. */
export function PayoutReceipt({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const { payout, due } = details.order;
  if (!payout) return null;
  return (
    <Receipt
      facts={{
        ...payout,
        method: '',
        rows: [
          { text: t`Sent to`, value: payout.account },
          { text: t`Loan`, value: details.productName },
        ],
        rest: due ? [{ text: t`Next payment, ${showDate(due.dueDate)}`, value: money(due.repayAmount) }] : [],
      }}
    />
  );
}
