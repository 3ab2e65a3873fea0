import {
  addDays,
  allocations,
  disbursalOf,
  type LoanEvent,
  type LocalDate,
  type Position,
  position,
  type Terms,
} from '@hiram/loan';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import { eventLines } from '../ledger/event-lines.ts';
import { type Account, type Line, post, postedByEvent } from '../ledger/ledger.ts';

export type OrderRow = Selectable<Database['loan_order']>;

/** An order with the terms that were agreed. */
export interface Order extends Omit<OrderRow, 'terms'> {
  readonly terms: Terms;
}

export function orderOf(row: OrderRow): Order {
  // The terms were written by us from a checked product; their shape is the engine's own.
  return { ...row, terms: row.terms as Terms };
}

/** The borrower's order. Throws NotFound alike for one that does not exist and for somebody else's. */
export async function loadOrder(db: Db, borrowerId: string, orderId: string, lock = false): Promise<Order> {
  let query = db
    .selectFrom('loan_order')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', knownId(orderId));
  if (lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new NotFound('order');
  return orderOf(row);
}

/** The order that is under way, the newest where a reversal opened an older one again, or undefined: 21, 151, 170, 174 or 180. */
export async function runningOrder(db: Db, borrowerId: string): Promise<Order | undefined> {
  const row = await db
    .selectFrom('loan_order')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('status', 'in', [21, 151, 170, 174, 180])
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && orderOf(row);
}

/** What a stored event carries beside its dates: the engine's own fields, the provider whose cash it moved, a person's note. */
type EventBody = Readonly<Record<string, unknown>>;

/** An event about to be appended: an engine event without its id and place. */
export type NewEvent = (LoanEvent extends infer E
  ? E extends LoanEvent
    ? Omit<E, 'id' | 'seq'>
    : never
  : never) & {
  readonly provider?: string;
  /** Of a person's decision: by what it is known, and why it was taken. */
  readonly note?: { readonly reference: string; readonly why: string };
  readonly id?: string;
};

export interface StoredEvent {
  readonly event: LoanEvent;
  readonly provider: string | undefined;
}

export async function loadEvents(db: Db, order: Order): Promise<readonly StoredEvent[]> {
  if (order.event_count === 0) return [];
  const rows = await db
    .selectFrom('loan_event')
    .select(['id', 'seq', 'kind', 'value_date', 'body'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('seq')
    .execute();
  return rows.map(storedEvent);
}

/** A row of `loan_event` as the engine's event, with the provider whose cash it moved. */
export function storedEvent(
  row: Pick<Selectable<Database['loan_event']>, 'id' | 'seq' | 'kind' | 'value_date' | 'body'>,
): StoredEvent {
  const { provider, note: _, ...fields } = row.body as EventBody;
  return {
    // Written by `appendEvent` from an engine event, so it is one again.
    event: { ...fields, id: row.id, seq: row.seq, kind: row.kind, valueDate: row.value_date } as LoanEvent,
    provider: typeof provider === 'string' ? provider : undefined,
  };
}

export function engineEvents(stored: readonly StoredEvent[]): readonly LoanEvent[] {
  return stored.map((one) => one.event);
}

/** What of the borrower's money is theirs, in cents, whether anything is lent or not. */
export function creditOf(order: Order, stored: readonly StoredEvent[], today: LocalDate): number {
  const where = allocations(order.terms, engineEvents(stored), today);
  return [...where.values()].reduce((credit, allocation) => credit + allocation.credit, 0);
}

/**
 * Appends one event to a locked order, posts what it moves, and brings the order's stored status up to date. Where it
 * comes with an earlier value date than events already posted, each of those whose allocation changes gets one
 * adjusting journal; a reversal swaps the lines of the payment that it undoes.
 */
export async function appendEvent(
  trx: Db,
  order: Order,
  event: NewEvent,
  today: LocalDate,
  now: Date,
): Promise<Order> {
  const { provider, note, id = newId(), ...body } = event;
  const before = await loadEvents(trx, order);
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
  const stored = [...before, { event: { ...body, id, seq } as LoanEvent, provider }];
  await postDifferences(trx, order, stored, today, id);
  return refreshOrder(trx, { ...order, event_count: seq }, stored, today, now);
}

/**
 * Posts, per event, what the fold says now less what the ledger already holds. `cause` is the event that came; without one it
 * is time that moved money: on the first day on which prepayment is allowed, interest paid ahead becomes principal or credit.
 */
export async function postDifferences(
  trx: Db,
  order: Order,
  stored: readonly StoredEvent[],
  today: LocalDate,
  cause?: string,
): Promise<void> {
  const last = stored.reduce(
    (latest, { event }) => (event.valueDate > latest ? event.valueDate : latest),
    today,
  );
  const where = allocations(order.terms, engineEvents(stored), last);
  const stands = disbursalOf(engineEvents(stored))?.id;
  const posted = await postedByEvent(trx, order.borrower_id, order.id);
  for (const { event, provider } of stored) {
    const isGone = event.kind === 'disbursed' && event.id !== stands;
    const wanted = isGone
      ? new Map<Account, number>()
      : eventLines(order.terms, event, where.get(event.id), provider);
    const held = posted.get(event.id) ?? new Map<string, number>();
    const accounts = new Set<Account>([
      ...wanted.keys(),
      ...[...held.keys()].map((account) => account as Account),
    ]);
    const lines: Line[] = [...accounts].map((account) => ({
      account,
      amount: (wanted.get(account) ?? 0) - (held.get(account) ?? 0),
      eventId: event.id,
    }));
    await post(trx, {
      borrowerId: order.borrower_id,
      orderId: order.id,
      brand: order.brand,
      ...(cause === undefined ? {} : { eventId: cause }),
      kind: event.id === cause ? event.kind : held.size > 0 && wanted.size === 0 ? 'reversal' : 'adjustment',
      postedOn: today,
      lines,
    });
  }
}

/** However long nothing changes, an order is looked at again after this many days. */
const maxLook = 60;

/** The first day on which time alone changes the loan's status or where its money went; null where only an event can. */
function nextLook(
  terms: Terms,
  events: readonly LoanEvent[],
  today: LocalDate,
  { status, prepayFrom }: Position,
): LocalDate | null {
  // Interest that was paid ahead is reckoned anew on the first day on which prepayment is allowed.
  const reckoned = prepayFrom > today ? prepayFrom : null;
  if (status !== 170 && status !== 174) return reckoned;
  for (let ahead = 1; ahead < maxLook; ahead += 1) {
    const day = addDays(today, ahead);
    if (day === reckoned || position(terms, events, day).status !== status) return day;
  }
  return addDays(today, maxLook);
}

/** Brings the stored copy of status and due date up to date with the position, for lists and reminders. */
export async function refreshOrder(
  trx: Db,
  order: Order,
  stored: readonly StoredEvent[],
  today: LocalDate,
  now: Date,
): Promise<Order> {
  if (!disbursalOf(engineEvents(stored))) return backToWaiting(trx, order, now);
  const there = position(order.terms, engineEvents(stored), today);
  const changed = {
    status: there.status,
    disbursed_on: there.disbursedOn,
    next_due_on: there.dueDate ?? (there.status === 200 ? null : today),
    settled_on: there.settledOn ?? null,
    event_count: order.event_count,
    next_status_check_on: nextLook(order.terms, engineEvents(stored), today, there),
    status_computed_on: today,
    ...(order.status === 200 && there.status !== 200 && { reopened_at: now }),
  };
  // An order that is paid out begins to run, even where its first due day is already near (TERM-07).
  if (order.status === 151 && there.status !== 170)
    await trx
      .updateTable('loan_order')
      .set({ status: 170 })
      .where('borrower_id', '=', order.borrower_id)
      .where('id', '=', order.id)
      .execute();
  await trx
    .updateTable('loan_order')
    .set(changed)
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', order.id)
    .execute();
  return { ...order, ...changed };
}

/** The money came back: the order waits for a payout again, as if none had gone (TERM-07). */
async function backToWaiting(trx: Db, order: Order, now: Date): Promise<Order> {
  const changed = {
    status: 151 as const,
    disbursed_on: null,
    next_due_on: null,
    settled_on: null,
    next_status_check_on: null,
    status_computed_on: null,
    event_count: order.event_count,
    ...(order.status === 200 && { reopened_at: now }),
  };
  await trx
    .updateTable('loan_order')
    .set(changed)
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', order.id)
    .execute();
  return { ...order, ...changed };
}
