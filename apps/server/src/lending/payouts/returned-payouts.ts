import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';
import { closeTask, dueAfter, openTask } from '../tasks.ts';
import { type PayoutRow, updatePayout } from './payout-store.ts';

/**
 * Opens the task of a payout that came back: the borrower waits for the money, and an order that was withdrawn does not lapse.
 * Runs in the transaction that records the return.
 */
export async function openReturned(trx: Db, payout: PayoutRow, now: Date): Promise<void> {
  await updatePayout(trx, payout.id, { is_return_open: true });
  await openTask(trx, {
    kind: 'returnedPayout',
    subjectId: payout.id,
    brand: payout.brand,
    borrowerId: payout.borrower_id,
    orderId: payout.order_id,
    amount: payout.amount,
    dueAt: dueAfter('returnedPayout', now),
    now,
  });
}

/** Closes the tasks of an order's returned payouts, in the transaction that settles them. Returns how many were open. */
export async function closeReturned(
  trx: Db,
  order: { readonly borrower_id: BorrowerId; readonly id: OrderId },
  now: Date,
): Promise<number> {
  const closed = await trx
    .updateTable('payout')
    .set({ is_return_open: false })
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('is_return_open', '=', true)
    .returning('id')
    .execute();
  for (const { id } of closed) await closeTask(trx, { kind: 'returnedPayout', subjectId: id }, now);
  return closed.length;
}
