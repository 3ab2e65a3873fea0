import type { OrderStatus } from '@hiram/contract/order-status';

/** Statuses of an order that is neither refused nor settled. A borrower has at most one such order. */
export const openStatuses = ['applied', 'approved', 'active', 'dueSoon', 'overdue'] as const;
/** Statuses of a loan that was paid out and is not settled. */
export const runningStatuses = ['active', 'dueSoon', 'overdue'] as const;
/** Statuses in which a repayment is due soon or overdue. */
export const dueStatuses = ['dueSoon', 'overdue'] as const;

const includes = (statuses: readonly OrderStatus[], status: OrderStatus): boolean =>
  statuses.includes(status);

export const isRunning = (status: OrderStatus): boolean => includes(runningStatuses, status);
export const isDue = (status: OrderStatus): boolean => includes(dueStatuses, status);
/** Reports whether the loan was paid out: it runs or is settled. */
export const isDisbursed = (status: OrderStatus): boolean => status === 'settled' || isRunning(status);
