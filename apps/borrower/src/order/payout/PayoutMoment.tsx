import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money } from '../../app/settings/money.ts';
import { MoneyMoment } from '../../lending/receipt/MoneyMoment.tsx';
import { PayoutReceipt } from './PayoutReceipt.tsx';

/** The money arrived while the borrower looked at the order. */
export function PayoutMoment({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const { payout } = details.order;
  if (!payout) return null;
  return (
    <MoneyMoment
      kind="payout"
      title={t`${money(payout.amount)} has arrived`}
      text={t`It is in your account ${payout.account}. You can use it now.`}
    >
      <PayoutReceipt details={details} />
    </MoneyMoment>
  );
}
