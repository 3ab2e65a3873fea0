import type { OrderStatus } from '@hiram/contract/order-status';

/** Reports whether the loan was paid out: it is running or settled. */
export function isDisbursed(status: OrderStatus): boolean {
  return status === 'settled' || isRunning(status);
}

/** Reports whether the loan was paid out and is not settled. */
export function isRunning(status: OrderStatus): boolean {
  return status === 'active' || isDue(status);
}

/** Reports whether a repayment is due soon or overdue. */
export function isDue(status: OrderStatus): boolean {
  return status === 'dueSoon' || status === 'overdue';
}

/** Reports whether the order goes on without an action of the borrower: it is decided or paid out. */
export function isPending(status: OrderStatus): boolean {
  return status === 'applied' || status === 'approved';
}
