import { type LoanEvent, type LocalDate, position, type Terms } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';
import type { Order } from './order-store.ts';

/** A promise with the cents that came for it by its day, and after it. */
export type PaidPromise = Selectable<Database['payment_promise']> & { readonly paidAfter: number };

interface PromisedPayment {
  readonly order_id: PaidPromise['order_id'];
  readonly amount: number;
  readonly value_date: string;
  readonly arrived_at: Date;
}

/**
 * The promises of orders, that of the earliest day first, with what was paid for each: by payments in force that arrived after it
 * was made. A cent is paid for one promise alone, the earliest whose day it meets, then the earliest whose day it missed.
 */
export async function promisesOfOrders(
  db: Db,
  orders: readonly Pick<Order, 'borrower_id' | 'id'>[],
): Promise<readonly PaidPromise[]> {
  if (orders.length === 0) return [];
  const borrowers = orders.map(({ borrower_id }) => borrower_id);
  const ids = orders.map(({ id }) => id);
  const rows = await db
    .selectFrom('payment_promise')
    .selectAll()
    .where(isAnyOf('borrower_id', borrowers))
    .where(isAnyOf('order_id', ids))
    .orderBy('due_on')
    .orderBy('promised_at')
    .execute();
  if (rows.length === 0) return [];
  const { rows: payments } = await sql<PromisedPayment>`
    select order_id, (body ->> 'amount')::bigint as amount, value_date, arrived_at from every_loan_event paid
    where ${isAnyOf('borrower_id', borrowers)} and ${isAnyOf('order_id', ids)} and kind = 'paid'
      and not exists (
        select from every_loan_event reversal where reversal.borrower_id = paid.borrower_id
          and reversal.order_id = paid.order_id and reversal.kind = 'reversed' and reversal.body ->> 'target' = paid.id::text
      )
    order by value_date, seq`.execute(db);
  const promises = rows.map((row) => ({ ...row, paid: 0, paidAfter: 0 }));
  const rest = payments.map(({ amount }) => Number(amount));
  for (const side of ['paid', 'paidAfter'] as const)
    payments.forEach((payment, at) => {
      for (const promise of promises) {
        const { order_id, promised_on, promised_at, due_on } = promise;
        const isInTime = payment.value_date <= due_on;
        if (
          payment.order_id !== order_id ||
          payment.value_date < promised_on ||
          payment.arrived_at < promised_at
        )
          continue;
        if (isInTime !== (side === 'paid')) continue;
        const used = Math.min(rest[at] ?? 0, promise.amount - promise.paid - promise.paidAfter);
        promise[side] += used;
        rest[at] = (rest[at] ?? 0) - used;
      }
    });
  return promises;
}

/** True if a loan has nothing to pay by a day: no repayment that fell due on it or before, and no charges. */
export function owesNothingBy(terms: Terms, events: readonly LoanEvent[], day: LocalDate): boolean {
  const { dueDate, chargesDue } = position(terms, events, day);
  return chargesDue === 0 && (dueDate === undefined || dueDate > day);
}
