import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { followLink } from '../../app/navigation/go.ts';
import { useRefresh } from '../../net/answers/useCall.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { loanDetails, withdraw } from '../calls.ts';

/** ORD-10: pays the money out, on the lender's own page if the order has one, and reads the order again. */
export function useWithdrawal(details: LoanDetails, orderId: OrderId, onDone: () => void) {
  const { submit, busy } = useSubmit(withdraw);
  const refresh = useRefresh();
  const withdrawMoney = async () => {
    if (details.withdrawalUrl) return followLink(details.withdrawalUrl);
    const answer = await submit({ orderId });
    if (!answer) return;
    await refresh(loanDetails);
    // Rejected: the dialog stays as long as the order waits for it.
    if (answer.ok) onDone();
  };
  return { withdrawMoney, busy };
}
