import { setImmediate } from 'node:timers/promises';
import { type LocalDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import { eventsOfOrders, type Order } from '../loans/order-store.ts';

/** Loans that one round computes, and after how many of them other work has its turn. */
const batch = 500;
const slice = 20;

/**
 * Computes what is due on a brand's late loans, where it is not known for today or for the loan's last event: the queues of the desk
 * are ordered by it. Returns how many were computed, at most `most`.
 */
export async function computeLateFigures(
  db: Db,
  brand: string,
  today: LocalDate,
  most = batch,
): Promise<number> {
  const { rows: orders } = await sql<Order>`
    select o.* from loan_order o left join late_figure f on f.borrower_id = o.borrower_id and f.order_id = o.id
    where o.brand = ${brand} and o.status = 'overdue'
      and (f.order_id is null or f.computed_on <> ${today} or f.event_count <> o.event_count)
    order by o.next_due_on limit ${most}`.execute(db);
  if (orders.length === 0) return 0;
  const eventsOf = await eventsOfOrders(db, orders);
  const due: number[] = [];
  for (const [at, order] of orders.entries()) {
    if (at % slice === 0) await setImmediate();
    due.push(position(order.terms, eventsOf.get(order.id) ?? [], today).due);
  }
  await sql`insert into late_figure (borrower_id, order_id, computed_on, event_count, due)
    select borrower_id, order_id, ${today}::date, event_count, due from unnest(
      ${orders.map((order) => order.borrower_id)}::uuid[], ${orders.map(({ id }) => id)}::uuid[],
      ${orders.map((order) => order.event_count)}::int[], ${due}::bigint[]) computed (borrower_id, order_id, event_count, due)
    on conflict (borrower_id, order_id) do update
      set computed_on = excluded.computed_on, event_count = excluded.event_count, due = excluded.due`.execute(
    db,
  );
  return orders.length;
}

/** Computes the figures of all late loans of a brand, and forgets those of loans that are late no more. */
export async function refreshLateFigures(db: Db, brand: string, today: LocalDate): Promise<void> {
  while ((await computeLateFigures(db, brand, today)) === batch);
  await sql`delete from late_figure f using loan_order o
    where o.borrower_id = f.borrower_id and o.id = f.order_id and o.brand = ${brand} and o.status <> 'overdue'`.execute(
    db,
  );
}
