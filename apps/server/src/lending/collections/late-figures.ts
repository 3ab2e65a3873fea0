import { setImmediate } from 'node:timers/promises';
import { type Bucket, type Outcome, outcomes, type ShownPromise } from '@hiram/contract/console/collections';
import { addDays, daysBetween, type LocalDate, localDate, type Position } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { tableOf } from '../../platform/database/statements/table-of.ts';
import { askedPosition } from '../loans/next-payment.ts';
import { eventsOfOrders, type Order } from '../loans/order-store.ts';
import { bucketOf, expectedOfCall } from './expected.ts';

/** How many loans one statement finds, how many the next one computes, and after how many other work has its turn. */
const found = 20_000;
const batch = 500;
const slice = 20;
/** Days for which a broken promise comes first. */
const brokenDays = 14;

/** A late loan with its figures of today. */
export interface ComputedLoan {
  readonly order: Order;
  readonly current: Position;
  readonly bucket: Bucket;
  /** Cents that a call is expected to bring today. */
  readonly expected: number;
  readonly last: Outcome | undefined;
  readonly promise: ShownPromise | undefined;
  readonly hasBrokenPromise: boolean;
  readonly isPromisedToday: boolean;
}

const isOutcome = (text: string | null): text is Outcome => outcomes.some((outcome) => outcome === text);

/** The figures of loans, from the engine, with their open promise, or the broken one, and what was last said. */
export async function computedLoans(
  db: Db,
  orders: readonly Order[],
  today: LocalDate,
): Promise<readonly ComputedLoan[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const borrowerIds = orders.map((order) => order.borrower_id);
  const eventsOf = await eventsOfOrders(db, orders);
  const spoken = await db
    .selectFrom('contact')
    .distinctOn('order_id')
    .select(['order_id', 'outcome'])
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', ids)
    .where('outcome', 'in', [...outcomes])
    .orderBy('order_id')
    .orderBy('started_at', 'desc')
    .execute();
  const promises = await db
    .selectFrom('payment_promise')
    .selectAll()
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', ids)
    .where('due_on', '>=', addDays(today, -brokenDays))
    .orderBy('due_on')
    .execute();
  const lastOf = new Map(spoken.map(({ order_id, outcome }) => [order_id, outcome]));
  const promisesOf = Map.groupBy(promises, ({ order_id }) => order_id);
  const computed: ComputedLoan[] = [];
  for (const [at, order] of orders.entries()) {
    if (at % slice === slice - 1) await setImmediate();
    const current = askedPosition(order.terms, eventsOf.get(order.id) ?? [], today);
    const own = promisesOf.get(order.id) ?? [];
    const broken = own.find(({ state }) => state === 'broken');
    const open = own.find(({ state, due_on }) => state === 'open' && due_on >= today);
    // The bucket says that one was broken before.
    const promise = open ?? broken;
    const bucket = broken
      ? 'promiseBroken'
      : open?.due_on === today
        ? 'promiseToday'
        : bucketOf(Math.max(current.daysLate, daysBetween(localDate(order.next_due_on ?? today), today)));
    const outcome = lastOf.get(order.id) ?? null;
    const last = isOutcome(outcome) ? outcome : undefined;
    computed.push({
      order,
      current,
      bucket,
      last,
      promise: promise && shownPromise(promise),
      hasBrokenPromise: broken !== undefined,
      isPromisedToday: open?.due_on === today,
      expected: expectedOfCall(current.due, { bucket, client: order.client_kind, last }),
    });
  }
  return computed;
}

export const shownPromise = (row: Selectable<Database['payment_promise']>): ShownPromise => ({
  promiseId: row.id,
  amount: row.amount,
  dueOn: row.due_on,
  state: row.state,
  paid: row.paid,
});

/**
 * Computes the figures of a brand's late loans that are not known for today or for the loan's last event: the
 * desk's queues read them. A call or a promise deletes those of its loan. Returns how many were computed, at
 * most `most`. Whoever goes on after a kill finds the others.
 */
export async function computeLateFigures(
  db: Db,
  brand: string,
  today: LocalDate,
  most = found,
): Promise<number> {
  // Few columns of an index of the late loans alone: a large lender has a hundred thousand of them, looked
  // through every half minute.
  const { rows: waiting } = await sql<Pick<Order, 'borrower_id' | 'id'>>`
    select o.borrower_id, o.id from loan_order o
    left join late_figure f on f.borrower_id = o.borrower_id and f.order_id = o.id
    where o.brand = ${brand} and o.status = 'overdue'
      and (f.order_id is null or f.computed_on <> ${today} or f.event_count <> o.event_count)
    limit ${most}`.execute(db);
  for (let at = 0; at < waiting.length; at += batch)
    await computeBatch(db, waiting.slice(at, at + batch), today);
  return waiting.length;
}

async function computeBatch(
  db: Db,
  waiting: readonly Pick<Order, 'borrower_id' | 'id'>[],
  today: LocalDate,
): Promise<void> {
  const { rows: orders } = await sql<Order>`
    select * from loan_order where borrower_id = any(${waiting.map((loan) => loan.borrower_id)}::uuid[])
      and id = any(${waiting.map(({ id }) => id)}::uuid[]) and status = 'overdue'`.execute(db);
  const rows = (await computedLoans(db, orders, today)).map(({ order, current, expected, ...loan }) => ({
    borrower_id: order.borrower_id,
    order_id: order.id,
    event_count: order.event_count,
    due: current.due,
    expected,
    has_broken_promise: loan.hasBrokenPromise,
    is_promised_today: loan.isPromisedToday,
  }));
  await sql`insert into late_figure (borrower_id, order_id, computed_on, event_count, due, expected, has_broken_promise, is_promised_today, called_on)
    select computed.borrower_id, computed.order_id, ${today}::date, computed.event_count, computed.due, expected, has_broken_promise, is_promised_today,
      (select max(on_day) from contact where contact.borrower_id = computed.borrower_id and contact.order_id = computed.order_id
        and channel = 'call')
    from ${tableOf('computed', rows, {
      uuid: ['borrower_id', 'order_id'],
      int: ['event_count'],
      bigint: ['due', 'expected'],
      boolean: ['has_broken_promise', 'is_promised_today'],
    })}
    -- A borrower may be leaving for another cell: this waits for it, and passes over whoever has left.
    join loan_order leaving on leaving.borrower_id = computed.borrower_id and leaving.id = computed.order_id for key share of leaving
    on conflict (borrower_id, order_id) do update
      set computed_on = excluded.computed_on, event_count = excluded.event_count, due = excluded.due,
        expected = excluded.expected, has_broken_promise = excluded.has_broken_promise,
        is_promised_today = excluded.is_promised_today, called_on = excluded.called_on`.execute(db);
}

/** Computes the figures of all late loans of a brand. Whoever stores that a loan is late no more deletes its figure. */
export async function refreshLateFigures(db: Db, brand: string, today: LocalDate): Promise<void> {
  while ((await computeLateFigures(db, brand, today)) === found);
}
