import * as v from 'valibot';
import { coded } from '../wire/wire.ts';

/** The statuses of an order (TERM-07) and their codes on the wire and in the database. */
export const orderStatusCodes = {
  applied: 21,
  rejected: 110,
  approved: 151,
  active: 170,
  dueSoon: 174,
  overdue: 180,
  settled: 200,
} as const;

export type OrderStatus = keyof typeof orderStatusCodes;
export type OrderStatusCode = (typeof orderStatusCodes)[OrderStatus];

export const orderStatuses = Object.keys(orderStatusCodes) as readonly OrderStatus[];

/** The status of a code. Throws for a number that is no code. */
export function orderStatusOf(code: number): OrderStatus {
  for (const status of orderStatuses) if (orderStatusCodes[status] === code) return status;
  throw new Error(`${code} is not a status of an order`);
}

/** The status of an order: a code on the wire. */
export const orderStatus = coded(v.picklist([21, 110, 151, 170, 174, 180, 200]), {
  encode: (status: OrderStatus): OrderStatusCode => orderStatusCodes[status],
  decode: orderStatusOf,
});
