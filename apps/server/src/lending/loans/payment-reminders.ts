import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Order } from './order-store.ts';

/** Stores the reminder that a borrower asked for. It replaces an earlier one of the loan. */
export async function storeReminder(
  trx: Db,
  order: Pick<Order, 'borrower_id' | 'id'>,
  day: LocalDate,
  now: Date,
): Promise<void> {
  await cancelReminder(trx, order);
  await trx
    .insertInto('payment_reminder')
    .values({ borrower_id: order.borrower_id, order_id: order.id, remind_on: day, requested_at: now })
    .execute();
}

/** Removes a loan's reminder. Returns false if it has none. */
export async function cancelReminder(trx: Db, order: Pick<Order, 'borrower_id' | 'id'>): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('payment_reminder')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
