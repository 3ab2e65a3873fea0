import type { OrderStatus } from '@hiram/contract/order-status';

/** Whether the loan was paid out: it is running or settled. */
export function isDisbursed(status: OrderStatus): boolean {
  return status === 'settled' || isRunning(status);
}

/** Whether the loan was paid out and is not settled. */
export function isRunning(status: OrderStatus): boolean {
  return status === 'active' || isDue(status);
}

/** Whether a repayment is due soon or overdue. */
export function isDue(status: OrderStatus): boolean {
  return status === 'dueSoon' || status === 'overdue';
}

/** Whether the order goes on without an action of the borrower: it is decided or paid out. */
export function isPending(status: OrderStatus): boolean {
  return status === 'applied' || status === 'approved';
}
