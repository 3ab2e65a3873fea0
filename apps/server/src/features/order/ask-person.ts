import type { askPerson } from '@hiram/contract/order';
import type { Handler } from '../../api/serve.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { appealOf, openAppeal } from '../../lending/review/appeals.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { isRefused } from './refusal.ts';

/** The borrower asks a person to look at a refusal again. */
export const ask: Handler<typeof askPerson> = async ({ orderId }, { db, borrower, brand, now }) => {
  const order = await lockOrder(db, borrower.id, orderId);
  if (!isRefused(order, brand)) return reject('notRefused');
  if ((await appealOf(db, order)) !== undefined) return reject('askedAlready');
  await openAppeal(db, order, now);
  return {};
};
