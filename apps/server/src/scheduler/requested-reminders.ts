import type { OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Brand } from '../brands/brand.ts';
import type { AppContext } from '../context/app-context.ts';
import { isRunning } from '../lending/loans/order-status.ts';
import { engineEvents, loadEvents, lockOrder, type Order } from '../lending/loans/order-store.ts';
import { noPaymentIsHeld, takeDueReminder } from '../lending/loans/payment-reminders.ts';
import { quoteOf } from '../lending/loans/repayment-quote.ts';
import { notify } from '../lending/notices/notify.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';
import { eachRow } from '../platform/jobs/each-row.ts';

const batch = 50;

/**
 * Queues the reminders that borrowers asked for, on their day, and not while a payment is held: each is sent
 * in the allowed hours. The scheduler calls it.
 */
export async function sendRequestedReminders(
  appContext: AppContext,
  brand: Brand,
  today: LocalDate,
): Promise<void> {
  const { db } = appContext;
  let after: OrderId | undefined;
  for (;;) {
    const due = await dueReminders(db, { brand: brand.id, today, after });
    await eachRow(
      appContext,
      due,
      ({ order_id }) => ({ order: order_id }),
      ({ borrower_id, order_id }) =>
        inTransaction(db, async (trx) => {
          const order = await lockOrder(trx, borrower_id, order_id);
          // Another server may have queued it, a payment cancelled it or be held, or the borrower asked for another day.
          const requested = await takeDueReminder(trx, order, today);
          if (requested) await remind(trx, appContext, order, { today, requested });
        }),
    );
    if (due.length < batch) return;
    after = due.at(-1)?.order_id;
  }
}

/** The next reminders that are to be sent today. */
function dueReminders(
  db: Db,
  {
    brand,
    today,
    after,
  }: { readonly brand: string; readonly today: LocalDate; readonly after: OrderId | undefined },
) {
  return db
    .selectFrom('payment_reminder')
    .innerJoin('loan_order', (join) =>
      join
        .onRef('loan_order.borrower_id', '=', 'payment_reminder.borrower_id')
        .onRef('loan_order.id', '=', 'payment_reminder.order_id'),
    )
    .select(['payment_reminder.borrower_id', 'order_id'])
    .where('brand', '=', brand)
    .where('remind_on', '<=', today)
    .where(noPaymentIsHeld)
    .$if(after !== undefined, (query) => query.where('order_id', '>', after as OrderId))
    .orderBy('order_id')
    .limit(batch)
    .execute();
}

/** Texts what is to be paid today, unless nothing is; or that the borrower of a refused application can apply again. */
async function remind(
  trx: Db,
  appContext: AppContext,
  order: Order,
  { today, requested }: { readonly today: LocalDate; readonly requested: string },
): Promise<void> {
  if (order.status === 'rejected') return remindToApply(trx, appContext, order);
  if (!isRunning(order.status)) return;
  const quote = quoteOf(order.terms, engineEvents(await loadEvents(trx, order)), today);
  if (!quote) return;
  await notify(trx, appContext, order, {
    kind: 'requestedReminder',
    event: `requested ${requested}`,
    values: { amount: quote.amount },
  });
}

/** Texts that a new application is possible, unless the borrower made one. */
async function remindToApply(trx: Db, appContext: AppContext, order: Order): Promise<void> {
  const later = await trx
    .selectFrom('loan_order')
    .select('id')
    .where('borrower_id', '=', order.borrower_id)
    .where('applied_at', '>', order.applied_at)
    .executeTakeFirst();
  if (later) return;
  await notify(trx, appContext, order, { kind: 'applyReminder', event: 'apply again', values: {} });
}
