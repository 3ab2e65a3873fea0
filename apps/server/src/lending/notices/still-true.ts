import type { OrderId } from '@hiram/contract/ids';
import { daysBetween, type LoanEvent, localDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import {
  kindOf,
  type MessageKind,
  type MessageKindName,
  type MessageValues,
} from '../../brands/messages/message-kinds.ts';
import type { Moment } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';
import { waitingOf } from '../loans/open-matters.ts';
import { isRunning } from '../loans/order-status.ts';
import { eventsOfOrders, type Order } from '../loans/order-store.ts';
import { owesNothingBy, type PaidPromise, promisesOfOrders } from '../loans/payment-promises.ts';

/** The reason not to send a message any more, or its values as they are now. */
type Truth =
  | { readonly isTrue: false; readonly why: 'settled' | 'paid' | 'moved' | 'heldPayment' | 'over' }
  | { readonly isTrue: true; readonly values: MessageValues };

/** An order as a message about it finds it. */
interface NoticedOrder {
  readonly order: Pick<Order, 'status' | 'next_due_on' | 'terms'>;
  readonly events: readonly LoanEvent[];
  /** True if a payment of it, or a transfer that the borrower reported, waits for a person. */
  readonly isHeld: boolean;
  readonly promises: readonly PaidPromise[];
}

/** Reads the orders of messages, with the events and promises of those of which a message has to be computed. */
export async function noticedOrders(
  trx: Db,
  notices: readonly { readonly kind: MessageKindName; readonly order_id: OrderId | null }[],
): Promise<ReadonlyMap<OrderId, NoticedOrder>> {
  const idsOf = (...whiles: readonly MessageKind['trueWhile'][]) => [
    ...new Set(
      notices.flatMap(({ kind, order_id }) =>
        whiles.includes(kindOf(kind).trueWhile) ? (order_id ?? []) : [],
      ),
    ),
  ];
  const orders = await trx
    .selectFrom('loan_order')
    .select(['borrower_id', 'id', 'status', 'next_due_on', 'terms'])
    .select(sql<boolean>`${waitingOf(sql`loan_order`)} > 0`.as('isHeld'))
    .where(isAnyOf('id', idsOf(undefined, 'running', 'due', 'promise', 'brokenPromise')))
    .execute();
  const computed = idsOf('due', 'promise', 'brokenPromise');
  const eventsOf = await eventsOfOrders(
    trx,
    orders.filter(({ id, status }) => computed.includes(id) && isRunning(status)),
  );
  const promised = idsOf('promise', 'brokenPromise');
  const promises = await promisesOfOrders(
    trx,
    orders.filter(({ id }) => promised.includes(id)),
  );
  return new Map(
    orders.map(({ isHeld, ...order }) => {
      const own = promises.filter(({ order_id }) => order_id === order.id);
      return [order.id, { order, isHeld, events: eventsOf.get(order.id) ?? [], promises: own }];
    }),
  );
}

/**
 * Reports whether a message about an order is still true on a day. What asks for a repayment is true while that repayment is the
 * next one, is unpaid, and no payment waits for a person; its amount and its days are those of the day on which it is sent.
 */
export function stillTrue(
  { order, events, isHeld, promises }: NoticedOrder,
  { kind, values }: { readonly kind: MessageKindName; readonly values: MessageValues },
  { today, now }: Moment,
): Truth {
  const { trueWhile, purpose } = kindOf(kind);
  if (values.until !== undefined && new Date(values.until) <= now) return { isTrue: false, why: 'over' };
  if (trueWhile === undefined) return { isTrue: true, values };
  // A refused application may be asked for again: nothing runs then.
  if (!isRunning(order.status)) return { isTrue: false, why: 'settled' };
  if (trueWhile === 'running') return { isTrue: true, values };
  if (trueWhile === 'promise' || trueWhile === 'brokenPromise') {
    const state = trueWhile === 'promise' ? 'open' : 'broken';
    // If two are alike, the one of which most is left.
    const [promise] = promises
      .filter((one) => one.state === state && one.due_on === values.date && one.amount === values.amount)
      .sort((a, b) => a.paid + a.paidAfter - b.paid - b.paidAfter);
    if (!promise || (state === 'open' && today > promise.due_on)) return { isTrue: false, why: 'moved' };
    if (isHeld) return { isTrue: false, why: 'heldPayment' };
    const left = promise.amount - promise.paid - promise.paidAfter;
    if (left <= (order.terms.tolerance ?? 0) || owesNothingBy(order.terms, events, today))
      return { isTrue: false, why: 'paid' };
    return { isTrue: true, values: { ...values, left } };
  }
  if (order.next_due_on !== values.date) return { isTrue: false, why: 'paid' };
  if (isHeld) return { isTrue: false, why: 'heldPayment' };
  const due = localDate(order.next_due_on);
  const current = position(order.terms, events, today);
  const isLate = today > due;
  if (isLate !== (purpose === 'collection')) return { isTrue: false, why: 'moved' };
  const amount = isLate
    ? current.due
    : (current.instalments.find(({ dueDate, unpaid }) => dueDate === due && unpaid > 0)?.unpaid ?? 0);
  if (amount === 0) return { isTrue: false, why: 'paid' };
  return {
    isTrue: true,
    values: { ...values, amount, ...(isLate ? { days: daysBetween(due, today) } : {}) },
  };
}
