import type { LoanEventId } from '@hiram/contract/ids';
import { disbursalOf, inForce, type LoanEvent, position } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Moment } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { balances, post, postedByEvent } from '../ledger/ledger.ts';
import { trackRefund } from '../tasks.ts';
import { engineEvents, loadEvents, type Order, type StoredEvent } from './order-store.ts';
import { cancelReminder } from './payment-reminders.ts';
import { plannedPostings } from './planned-postings.ts';
import { refreshOrder } from './refresh-orders.ts';
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
 * Records that the loan's latest arrangement ended: the engine reads the end off the events, and the record
 * only names the day. If a late payment undoes a break, the record is reversed: contacts are stopped again.
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
