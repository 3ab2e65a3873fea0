import { setImmediate } from 'node:timers/promises';
import type { LoanEventId } from '@hiram/contract/ids';
import {
  addDays,
  allocations,
  disbursalOf,
  inForce,
  type LoanEvent,
  type LocalDate,
  type Position,
  position,
  type Terms,
} from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { Moment } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { eventLines } from '../ledger/event-lines.ts';
import {
  type Account,
  balances,
  type Line,
  type PostedByEvent,
  post,
  postedByEvent,
  postedOfOrders,
} from '../ledger/ledger.ts';
import { closeTask, dueAfter, type NewTask, openTask, openTasks, trackRefund } from '../tasks.ts';
import {
  engineEvents,
  loadEvents,
  type Order,
  type StoredEvent,
  storedEventsOfOrders,
  updateOrder,
} from './order-store.ts';
import { cancelReminder } from './payment-reminders.ts';
import { wholeCreditRefundableOn } from './refundable.ts';

/** When an event of a brand's order happens. */
export interface BrandMoment extends Moment {
  readonly brand: Brand;
}

/** The reason of a person's decision, and its approval, or its two persons in an emergency. */
interface DecisionNote {
  readonly reference: string;
  readonly reason: string;
  readonly approval?: string;
  /** The digest of the effect that was approved, in hexadecimal. */
  readonly digest?: string;
  readonly by?: string;
  readonly second?: string;
}

/** An event to append: an engine event without its id and sequence number. */
export type NewEvent = (LoanEvent extends infer E
  ? E extends LoanEvent
    ? Omit<E, 'id' | 'seq'>
    : never
  : never) & {
  readonly provider?: string;
  /** A reviewer's decision: its reference and reason, and what permits it. */
  readonly note?: DecisionNote;
  readonly id?: LoanEventId;
};

/**
 * Appends one event to a locked order, posts its ledger lines, and updates the order's stored status. An event with an earlier
 * value date than posted ones posts one adjusting journal for each event whose allocation changes. A reversal posts the opposite
 * of the reversed payment's lines. A payment cancels the reminder that the borrower asked for.
 */
export async function appendEvent(
  trx: Db,
  order: Order,
  event: NewEvent,
  { brand, today, now }: BrandMoment,
): Promise<Order> {
  const { provider, note, id = newId<'loanEvent'>(), ...body } = event;
  const earlierEvents = await loadEvents(trx, order);
  const seq = order.event_count + 1;
  const { kind, valueDate, ...fields } = body;
  await trx
    .insertInto('loan_event')
    .values({
      borrower_id: order.borrower_id,
      order_id: order.id,
      seq,
      id,
      kind,
      value_date: valueDate,
      arrived_at: now,
      body: JSON.stringify({ ...fields, provider, note }),
    })
    .execute();
  if (kind === 'paid') await cancelReminder(trx, order);
  const stored = [...earlierEvents, { event: { ...body, id, seq } as LoanEvent, provider }];
  await postDifferences(trx, order, stored, { brand, today, now, cause: id });
  const refreshed = await refreshOrder(trx, { ...order, event_count: seq }, stored, { today, now });
  return recordEnd(trx, refreshed, stored, { brand, today, now });
}

/**
 * Records that the loan's latest arrangement ended: the engine reads the end off the events, and the record only names the day. If a
 * late payment undoes a break, the record is reversed: contacts are stopped again.
 */
export async function recordEnd(
  trx: Db,
  order: Order,
  stored: readonly StoredEvent[],
  moment: BrandMoment,
): Promise<Order> {
  const events = engineEvents(stored);
  const valid = inForce(events);
  const arranged = valid.findLast(({ kind }) => kind === 'arranged');
  if (!arranged || !disbursalOf(events)) return order;
  const ended = valid.find((event) => event.kind === 'arrangementEnded' && event.arrangement === arranged.id);
  const { today } = moment;
  const { arrangement } = position(order.terms, events, today);
  if (!arrangement || (arrangement.state === 'kept') === (ended === undefined)) return order;
  return appendEvent(
    trx,
    order,
    ended
      ? { kind: 'reversed', valueDate: today, target: ended.id }
      : { kind: 'arrangementEnded', valueDate: arrangement.brokenOn ?? today, arrangement: arranged.id },
    moment,
  );
}

/** The difference between an event's allocation by the engine and the ledger. */
export interface PlannedPosting {
  readonly event: LoanEvent;
  readonly isUndone: boolean;
  readonly lines: readonly Line[];
}

/**
 * The postings by which the ledger equals the engine's allocation: for each event the difference to its posted amounts
 * (event id → account → cents, debit positive). Pure: a preview shows the same lines.
 */
export function plannedPostings(
  order: Pick<Order, 'terms'>,
  stored: readonly StoredEvent[],
  posted: PostedByEvent,
  today: LocalDate,
): readonly PlannedPosting[] {
  const lastDay = stored.reduce(
    (latest, { event }) => (event.valueDate > latest ? event.valueDate : latest),
    today,
  );
  const allocationByEvent = allocations(order.terms, engineEvents(stored), lastDay);
  const disbursalId = disbursalOf(engineEvents(stored))?.id;
  return stored.map(({ event, provider }) => {
    const isReversed = event.kind === 'disbursed' && event.id !== disbursalId;
    const expected = isReversed
      ? new Map<Account, number>()
      : eventLines(order.terms, event, allocationByEvent.get(event.id), provider);
    const current = posted.get(event.id) ?? new Map<string, number>();
    const accounts = new Set<Account>([
      ...expected.keys(),
      ...[...current.keys()].map((account) => account as Account),
    ]);
    const lines = [...accounts].map((account) => ({
      account,
      amount: (expected.get(account) ?? 0) - (current.get(account) ?? 0),
      eventId: event.id,
    }));
    return { event, isUndone: current.size > 0 && expected.size === 0, lines };
  });
}

/**
 * Posts, for each event, the difference between the engine's allocation and the ledger. `cause` is the id of the appended event.
 * Without it, the date has moved money: on the first day on which prepayment is allowed, interest paid ahead becomes principal
 * or credit.
 */
export async function postDifferences(
  trx: Db,
  order: Order,
  stored: readonly StoredEvent[],
  { brand, today, now, cause }: BrandMoment & { readonly cause?: string },
): Promise<void> {
  const posted = await postedByEvent(trx, order.borrower_id, order.id);
  const postings = plannedPostings(order, stored, posted, today);
  for (const { event, isUndone, lines } of postings)
    await post(trx, {
      borrowerId: order.borrower_id,
      orderId: order.id,
      brand: order.brand,
      ...(cause === undefined ? {} : { eventId: cause }),
      kind: event.id === cause ? event.kind : isUndone ? 'reversal' : 'adjustment',
      postedOn: today,
      lines,
    });
  const isCreditMoved = postings.some(({ lines }) =>
    lines.some((line) => line.account === 'borrower:credit' && line.amount !== 0),
  );
  if (isCreditMoved) await trackCredit(trx, order, stored, { brand, today, now });
}

/** Opens, updates or closes the task of the order's credit, by its balance in the ledger. */
export async function trackCredit(
  trx: Db,
  order: Order,
  stored: readonly StoredEvent[],
  { brand, today, now }: BrandMoment,
): Promise<void> {
  const after = await balances(trx, { borrowerId: order.borrower_id, orderId: order.id });
  const credit = -(after.get('borrower:credit') ?? 0);
  const refundableOn = await wholeCreditRefundableOn(trx, brand, { order, stored, today });
  await trackRefund(trx, order, { credit, refundableOn, today, now });
}

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

/** Orders of which figures are computed before other work has its turn. */
const slice = 20;

/**
 * Stores the figures of locked orders of which the day moved nothing but the status, with few statements for all of them. Returns the
 * others, of which nothing is stored: of which money moves, which have an arrangement, which are settled or not disbursed, and which
 * are late no more.
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

/** Opens the task of a loan that became late, or whose oldest unpaid day changed; closes that of one that is late no more. */
async function trackLateness(
  trx: Db,
  order: Order,
  { status, next_due_on }: Pick<Order, 'status' | 'next_due_on'>,
  now: Date,
): Promise<void> {
  const wasLate = order.status === 'overdue';
  if (status !== 'overdue') {
    if (wasLate) await endLateness(trx, order, now);
    return;
  }
  if (wasLate && order.next_due_on === next_due_on) return;
  await openTask(trx, lateTask({ ...order, next_due_on }, now));
}

/** Closes the task of a loan that is late no more, and forgets what was due on it. */
async function endLateness(trx: Db, order: Order, now: Date): Promise<void> {
  await closeTask(trx, { kind: 'lateLoan', subjectId: order.id }, now);
  await trx
    .deleteFrom('late_figure')
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .execute();
}

/** The task of a late loan, with its oldest unpaid day. */
export function lateTask(
  { id, brand, borrower_id, next_due_on }: Pick<Order, 'id' | 'brand' | 'borrower_id' | 'next_due_on'>,
  now: Date,
): NewTask {
  return {
    kind: 'lateLoan',
    subjectId: id,
    brand,
    borrowerId: borrower_id,
    orderId: id,
    detail: next_due_on ?? '',
    dueAt: dueAfter('lateLoan', now),
    now,
  };
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
