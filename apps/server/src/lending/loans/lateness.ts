import type { Db } from '../../platform/database/connection/connect.ts';
import { closeTask, dueAfter, type NewTask, openTask } from '../tasks.ts';
import type { Order } from './order-store.ts';

/** Opens the task of a loan that became late, or whose oldest unpaid day changed; closes that of one that is late no more. */
export async function trackLateness(
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
export async function endLateness(trx: Db, order: Order, now: Date): Promise<void> {
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
