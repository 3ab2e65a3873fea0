import type { ApprovalId, BorrowerId, OrderId } from '@hiram/contract/ids';
import { type ArrangementQuote, addDays, type LocalDate, localDate, quoteArrangement } from '@hiram/loan';
import type { Selectable, Updateable } from 'kysely';
import type { Moment } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newId } from '../../platform/ids.ts';
import { engineEvents, loadEvents, type Order } from '../loans/order-store.ts';
import { closeTask, dueAfter, openTask } from '../tasks.ts';

export type ArrangementRow = Readonly<Selectable<Database['arrangement']>>;

/** Days for which a proposal can be accepted. */
const proposalDays = 5;
/** Days from part to part, unless the staff proposes others. */
const daysBetweenParts = 15;

/** The days of equal parts, 15 days apart. */
export function partDays(first: LocalDate, count: number): readonly LocalDate[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index * daysBetweenParts));
}

/** The request or the proposal of an order that is still open on a day; undefined: there is none. */
export async function openArrangement(
  db: Db,
  { borrower_id, id }: { readonly borrower_id: BorrowerId; readonly id: OrderId },
  today: LocalDate,
): Promise<ArrangementRow | undefined> {
  return db
    .selectFrom('arrangement')
    .selectAll()
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('valid_through', 'is', null), eb('valid_through', '>=', today)]))
    .executeTakeFirst();
}

/** Changes columns of an arrangement. */
export async function changeArrangement(
  trx: Db,
  { borrower_id, id }: Pick<ArrangementRow, 'borrower_id' | 'id'>,
  changed: Updateable<Database['arrangement']>,
): Promise<void> {
  await trx
    .updateTable('arrangement')
    .set(changed)
    .where('borrower_id', '=', borrower_id)
    .where('id', '=', id)
    .execute();
}

/** Closes what is open of an order, so that another row can be: a proposal that is replaced, or that nobody accepted in time. */
async function lapseOpen(trx: Db, { borrower_id, id }: Order, now: Date): Promise<void> {
  await trx
    .updateTable('arrangement')
    .set({ state: 'lapsed', closed_at: now })
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

/** Stores what a borrower asks for, with the task of the person who answers. The order is locked and has nothing open. */
export async function requestArrangement(
  trx: Db,
  order: Order,
  days: readonly LocalDate[],
  { now, amount }: { readonly now: Date; readonly amount: number },
): Promise<void> {
  await lapseOpen(trx, order, now);
  const id = newId<'arrangement'>();
  await trx
    .insertInto('arrangement')
    .values({
      borrower_id: order.borrower_id,
      id,
      brand: order.brand,
      order_id: order.id,
      state: 'requested',
      days: [...days],
      requested_at: now,
    })
    .execute();
  await openTask(trx, {
    kind: 'arrangement',
    subjectId: id,
    brand: order.brand,
    borrowerId: order.borrower_id,
    orderId: order.id,
    amount,
    dueAt: dueAfter('arrangement', now),
    now,
  });
}

/** The last day on which a proposal of today can be accepted: five days later, and not after its first part. */
export function lastDayToAccept([first]: readonly LocalDate[], today: LocalDate): LocalDate {
  const last = addDays(today, proposalDays);
  return first !== undefined && first < last ? first : last;
}

/** Proposes parts on days, by an approval: an answer to the borrower's request, or of the lender's own accord. */
export async function proposeArrangement(
  trx: Db,
  order: Order,
  days: readonly LocalDate[],
  { today, now, approvalId }: Moment & { readonly approvalId: ApprovalId },
): Promise<void> {
  const validThrough = lastDayToAccept(days, today);
  const proposed = {
    state: 'proposed' as const,
    days: [...days],
    proposed_at: now,
    valid_through: validThrough,
    approval_id: approvalId,
  };
  const open = await openArrangement(trx, order, today);
  if (open?.state === 'requested') {
    await changeArrangement(trx, open, proposed);
    await closeTask(trx, { kind: 'arrangement', subjectId: open.id }, now);
    return;
  }
  await lapseOpen(trx, order, now);
  await trx
    .insertInto('arrangement')
    .values({
      ...proposed,
      borrower_id: order.borrower_id,
      id: newId<'arrangement'>(),
      brand: order.brand,
      order_id: order.id,
    })
    .execute();
}

/** Closes the proposals of a brand that were not accepted in time: they stop no contact any more. */
export async function lapseProposals(db: Db, brand: string, { today, now }: Moment): Promise<void> {
  await db
    .updateTable('arrangement')
    .set({ state: 'lapsed', closed_at: now })
    .where('brand', '=', brand)
    .where('closed_at', 'is', null)
    .where('valid_through', '<', today)
    .execute();
}

/** Closes a request or a proposal that one side does not want. */
export async function declineOpen(trx: Db, row: ArrangementRow, now: Date): Promise<void> {
  await changeArrangement(trx, row, { state: 'declined', closed_at: now });
  await closeTask(trx, { kind: 'arrangement', subjectId: row.id }, now);
}

export function daysOf({ days }: Pick<ArrangementRow, 'days'>): readonly LocalDate[] {
  return days.map(localDate);
}

/** The number of arrangements that an order has had. */
export async function countAccepted(db: Db, { borrower_id, id }: Order): Promise<number> {
  const { count } = await db
    .selectFrom('arrangement')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .where('state', '=', 'accepted')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The proposal that a borrower can accept today. */
export interface Proposal {
  readonly row: ArrangementRow;
  readonly quote: Extract<ArrangementQuote, { ok: true }>;
}

/**
 * The lender's open proposal with the parts of today: what is owed grows until the day on which it is accepted. Undefined: there
 * is none, or the loan is late no more.
 */
export async function proposalOf(db: Db, order: Order, today: LocalDate): Promise<Proposal | undefined> {
  const row = await openArrangement(db, order, today);
  if (row?.state !== 'proposed') return undefined;
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteArrangement(order.terms, events, today, daysOf(row));
  return quote.ok ? { row, quote } : undefined;
}
