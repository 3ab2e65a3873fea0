import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
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

/** Removes a loan's reminder, if it has one. */
export async function cancelReminder(trx: Db, order: Pick<Order, 'borrower_id' | 'id'>): Promise<void> {
  await trx
    .deleteFrom('payment_reminder')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .execute();
}

/** No payment of a reminder's loan waits for a person: it may have paid what is due. */
export const noPaymentIsHeld = sql<boolean>`not exists (select from payment held
  where held.borrower_id = payment_reminder.borrower_id and held.order_id = payment_reminder.order_id
    and held.state = 'held')`;

/** Removes the reminder of a locked loan if it is to be sent today. Returns the day for which it was asked, else undefined. */
export async function takeDueReminder(
  trx: Db,
  order: Pick<Order, 'borrower_id' | 'id'>,
  today: LocalDate,
): Promise<string | undefined> {
  const taken = await trx
    .deleteFrom('payment_reminder')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('remind_on', '<=', today)
    .where(noPaymentIsHeld)
    .returning('remind_on')
    .executeTakeFirst();
  return taken?.remind_on;
}
