import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { type LocalDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../brands/brand.ts';
import type { AppContext } from '../context/app-context.ts';
import { engineEvents, loadEvents, loadOrder } from '../lending/loans/order-store.ts';
import { notify } from '../lending/notices/notify.ts';
import { inTransaction } from '../platform/database/connect.ts';

const batch = 50;
/**
 * Texts a reminder before each due date, once the loan is within its `reminderDays`, in the allowed hours (at any hour in the
 * sandbox), and not while a payment is held. A moved due date gets its own reminder. Servers skip orders that another one has
 * locked. The scheduler calls it.
 */
export async function remindOfDueDates(
  appContext: AppContext,
  brand: Brand,
  today: LocalDate,
): Promise<void> {
  for (let after: OrderId | undefined; ; ) {
    const processed = await inTransaction(appContext.db, async (trx) => {
      let query = trx
        .selectFrom('loan_order')
        .select(['id', 'borrower_id'])
        .where('brand', '=', brand.id)
        .where('status', 'in', ['active', 'dueSoon'])
        .where('next_due_on', '>=', today)
        .where(sql<boolean>`next_due_on - ${today}::date <= (terms ->> 'reminderDays')::integer`)
        .where(
          sql<boolean>`not exists (select from notice sent where sent.borrower_id = loan_order.borrower_id
            and sent.order_id = loan_order.id and sent.event = 'due ' || loan_order.next_due_on::text)`,
        )
        // A held payment may have paid the instalment.
        .where(
          sql<boolean>`not exists (select from payment held where held.borrower_id = loan_order.borrower_id
            and held.order_id = loan_order.id and held.state = 'held')`,
        )
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked();
      if (after !== undefined) query = query.where('id', '>', after);
      const due = await query.execute();
      for (const { id, borrower_id } of due) await remind(id, borrower_id);
      return due;

      async function remind(id: OrderId, borrowerId: BorrowerId): Promise<void> {
        const order = await loadOrder(trx, borrowerId, id);
        const current = position(order.terms, engineEvents(await loadEvents(trx, order)), today);
        const next = current.instalments.find((instalment) => instalment.unpaid > 0);
        if (!next || next.dueDate !== order.next_due_on) return;
        await notify(trx, appContext, order, {
          kind: 'dueSoon',
          event: `due ${next.dueDate}`,
          values: { amount: next.unpaid, date: next.dueDate },
        });
      }
    });
    if (processed.length < batch) return;
    after = processed[processed.length - 1]?.id;
  }
}
