import { setImmediate } from 'node:timers/promises';
import {
  addDays,
  disbursalOf,
  type LoanEvent,
  type LocalDate,
  type Position,
  position,
  type Terms,
} from '@hiram/loan';
import { sql } from 'kysely';
import type { Moment } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { postedOfOrders } from '../ledger/ledger.ts';
import { openTasks } from '../tasks.ts';
import { endLateness, lateTask, trackLateness } from './lateness.ts';
import {
  engineEvents,
  type Order,
  type StoredEvent,
  storedEventsOfOrders,
  updateOrder,
} from './order-store.ts';
import { plannedPostings } from './planned-postings.ts';

/** Maximum number of days between two status checks of an order. */
const maxDaysBetweenChecks = 60;

/** The first day on which the date alone changes the loan's status or allocations; null if only an event can. */
function nextStatusCheck(
  terms: Terms,
  events: readonly LoanEvent[],
  today: LocalDate,
  { status, prepayFrom, arrangement }: Position,
): LocalDate | null {
  // On the first day on which prepayment is allowed, interest paid ahead is allocated again.
  const reallocatedOn = prepayFrom > today ? prepayFrom : null;
  // While an arrangement is kept, each evening can break it.
  if (arrangement?.state === 'kept') return addDays(today, 1);
  if (status !== 'active' && status !== 'dueSoon') return reallocatedOn;
  for (let days = 1; days < maxDaysBetweenChecks; days += 1) {
    const day = addDays(today, days);
    if (day === reallocatedOn || position(terms, events, day).status !== status) return day;
  }
  return addDays(today, maxDaysBetweenChecks);
}

/** An order's stored status and days, from the engine's position. The order is disbursed. */
export function storedFigures(
  order: Pick<Order, 'terms' | 'status' | 'event_count'>,
  stored: readonly StoredEvent[],
  { today, now }: Moment,
) {
  const events = engineEvents(stored);
  const current = position(order.terms, events, today);
  return {
    disbursed_on: current.disbursedOn,
    next_due_on: current.dueDate ?? (current.status === 'settled' ? null : today),
    settled_on: current.settledOn ?? null,
    event_count: order.event_count,
    next_status_check_on: nextStatusCheck(order.terms, events, today, current),
    status_computed_on: today,
    status: current.status,
    ...(order.status === 'settled' && current.status !== 'settled' && { reopened_at: now }),
  };
}

/** The figures of an order, to store. */
export type Figures = Pick<Order, 'borrower_id' | 'id'> & ReturnType<typeof storedFigures>;

/** Stores the figures of orders in one statement. Returns the orders as they are then. */
export async function storeFigures(trx: Db, figures: readonly Figures[]): Promise<readonly Order[]> {
  const { rows } = await sql<Order>`
    update loan_order set status = figure.status, disbursed_on = figure.disbursed_on, next_due_on = figure.next_due_on,
      settled_on = figure.settled_on, next_status_check_on = figure.next_status_check_on, status_computed_on = figure.status_computed_on
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as figure (borrower_id uuid, id uuid, status order_status,
      disbursed_on date, next_due_on date, settled_on date, next_status_check_on date, status_computed_on date)
    where loan_order.borrower_id = figure.borrower_id and loan_order.id = figure.id returning loan_order.*`.execute(
    trx,
  );
  return rows;
}

/** Updates the stored status and due date from the engine's position, for lists and reminders. */
export async function refreshOrder(
  trx: Db,
  order: Order,
  stored: readonly StoredEvent[],
  { today, now }: Moment,
): Promise<Order> {
  if (!disbursalOf(engineEvents(stored))) return resetToApproved(trx, order, now);
  const changed = storedFigures(order, stored, { today, now });
  await updateOrder(trx, order, changed);
  await trackLateness(trx, order, changed, now);
  return { ...order, ...changed };
}

/** The payout was returned: the order waits for a new payout, as if none had been made (TERM-07). */
async function resetToApproved(trx: Db, order: Order, now: Date): Promise<Order> {
  const changed = {
    disbursed_on: null,
    next_due_on: null,
    settled_on: null,
    next_status_check_on: null,
    status_computed_on: null,
    event_count: order.event_count,
    ...(order.status === 'settled' && { reopened_at: now }),
  };
  await updateOrder(trx, order, { ...changed, status: 'approved' });
  if (order.status === 'overdue') await endLateness(trx, order, now);
  return { ...order, ...changed, status: 'approved' };
}

/** So many orders are computed before other work has its turn. */
const slice = 20;

/**
 * Stores, in few statements, the figures of locked orders for which the new day changes the status alone. Returns the others, for
 * which nothing is stored: money moves, there is an arrangement, they are settled or not disbursed, or they are late no more.
 */
export async function refreshTogether<Locked extends Pick<Order, 'borrower_id' | 'id'>>(
  trx: Db,
  locked: readonly Locked[],
  moment: Moment,
): Promise<readonly Locked[]> {
  const orders = await trx
    .selectFrom('loan_order')
    .selectAll()
    .where(
      'borrower_id',
      'in',
      locked.map(({ borrower_id }) => borrower_id),
    )
    .where(
      'id',
      'in',
      locked.map(({ id }) => id),
    )
    .execute();
  const eventsOf = await storedEventsOfOrders(trx, orders);
  const postedOf = await postedOfOrders(trx, orders);
  const figures = new Map<string, Figures>();
  const late = new Set<string>();
  for (const [at, order] of orders.entries()) {
    if (at % slice === 0) await setImmediate();
    const stored = eventsOf.get(order.id) ?? [];
    const events = engineEvents(stored);
    if (order.status === 'settled' || !disbursalOf(events) || events.some(({ kind }) => kind === 'arranged'))
      continue;
    const planned = plannedPostings(order, stored, postedOf.get(order.id) ?? new Map(), moment.today);
    if (planned.some(({ lines }) => lines.some(({ amount }) => amount !== 0))) continue;
    const computed = storedFigures(order, stored, moment);
    if (order.status === 'overdue' && computed.status !== 'overdue') continue;
    if (
      computed.status === 'overdue' &&
      (order.status !== 'overdue' || order.next_due_on !== computed.next_due_on)
    )
      late.add(order.id);
    figures.set(order.id, { ...computed, borrower_id: order.borrower_id, id: order.id });
  }
  const refreshed = figures.size === 0 ? [] : await storeFigures(trx, [...figures.values()]);
  await openTasks(
    trx,
    refreshed.filter(({ id }) => late.has(id)).map((order) => lateTask(order, moment.now)),
  );
  return locked.filter(({ id }) => !figures.has(id));
}
