import type { OrderStatus } from '@hiram/contract/order-status';
import type { Tone } from '../kit/Status.tsx';

/** The tone of each order status. */
export const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  applied: 'waiting',
  rejected: 'plain',
  approved: 'waiting',
  active: 'good',
  dueSoon: 'clock',
  overdue: 'danger',
  settled: 'good',
};
