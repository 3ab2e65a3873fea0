import { daysBetween, type LocalDate, localDate, position } from '@hiram/loan';
import { kindOf, type MessageKindName, type MessageValues } from '../../brands/messages/message-kinds.ts';
import type { Db } from '../../platform/database/connect.ts';
import { isRunning } from '../loans/order-status.ts';
import { engineEvents, loadEvents, type Order } from '../loans/order-store.ts';

/** Why a message is not sent any more, or its values as they are now. */
type Truth =
  | { readonly isTrue: false; readonly why: 'settled' | 'paid' | 'moved' | 'heldPayment' }
  | { readonly isTrue: true; readonly values: MessageValues };

/**
 * Reports whether a message about an order is still true on a day. What asks for a repayment is true while that repayment is the
 * next one, is unpaid, and no payment waits for a person; its amount and its days are those of the day on which it is sent.
 */
export async function stillTrue(
  trx: Db,
  order: Order,
  { kind, values }: { readonly kind: MessageKindName; readonly values: MessageValues },
  today: LocalDate,
): Promise<Truth> {
  const { trueWhile, purpose } = kindOf(kind);
  if (trueWhile === undefined) return { isTrue: true, values };
  // A refused application may be asked for again: nothing runs then.
  if (!isRunning(order.status)) return { isTrue: false, why: 'settled' };
  if (trueWhile === 'running') return { isTrue: true, values };
  if (order.next_due_on !== values.date) return { isTrue: false, why: 'paid' };
  if (await hasHeldPayment(trx, order)) return { isTrue: false, why: 'heldPayment' };
  const due = localDate(order.next_due_on);
  const current = position(order.terms, engineEvents(await loadEvents(trx, order)), today);
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

async function hasHeldPayment(trx: Db, { borrower_id, id }: Order): Promise<boolean> {
  const held = await trx
    .selectFrom('payment')
    .select('id')
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return held !== undefined;
}
