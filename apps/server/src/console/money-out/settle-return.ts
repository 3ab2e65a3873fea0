import type { settleReturn } from '@hiram/contract/console/money-out';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { findPayout } from '../../lending/payouts/payout-store.ts';
import { closeReturned } from '../../lending/payouts/returned-payouts.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** Closes the task of a returned payout. The note says what was done about it; the borrower's page shows it. */
export const settle: StaffHandler<typeof settleReturn> = async ({ payoutId, note }, request) => {
  const { db, brand, session, now } = request;
  return inTransaction(db, async (trx) => {
    const payout = await findPayout(trx, knownId(payoutId));
    if (payout?.brand !== brand) throw new NotFound('no payout of the brand');
    const order = await lockOrder(trx, payout.borrower_id, payout.order_id);
    const closed = await closeReturned(trx, order, now);
    if (closed === 0) return reject('returnSettled');
    await trx
      .insertInto('note')
      .values({ borrower_id: order.borrower_id, id: newId(), staff_id: session.staffId, text: note, at: now })
      .execute();
    return {};
  });
};
