import type { withdraw } from '@hiram/contract/order';
import type { Handler } from '../../api/serve.ts';
import { lockOrder, otherLoan } from '../../lending/loans/order-store.ts';
import { withdrawTo } from '../../lending/payouts/payout-holds.ts';
import { activeAccount, latestPayout } from '../../lending/payouts/payout-store.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Requests the payout of an approved order. */
export const requestPayout: Handler<typeof withdraw> = async ({ orderId }, requestContext) => {
  const { appContext, db, borrower } = requestContext;
  const order = await lockOrder(db, borrower.id, orderId);
  const today = await requestContext.today();
  if (order.status !== 'approved') return reject('notWaiting');
  if (order.offer_lapses_on !== null && order.withdrawn_at === null && order.offer_lapses_on < today)
    return reject('offerLapsed');
  const payout = await latestPayout(db, order);
  // A repeated tap: the payout is under way already.
  if (payout && payout.state !== 'returned') return {};
  if (await otherLoan(db, order)) return reject('otherLoanRuns');
  const account = await activeAccount(db, borrower.id);
  if (!account) return reject('noAccount');
  await withdrawTo(db, appContext, { order, account, today });
  return {};
};
