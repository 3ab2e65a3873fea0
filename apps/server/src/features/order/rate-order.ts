import type { rateOrder } from '@hiram/contract/order';
import type { Handler } from '../../api/serve.ts';
import { loadOrder } from '../../lending/loans/loans.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Stores the borrower's rating of a settled order. The first one counts. */
export const saveRating: Handler<typeof rateOrder> = async ({ orderId, stars }, { db, borrower, now }) => {
  const order = orderId ? await loadOrder(db, borrower.id, orderId, true) : undefined;
  if (order && order.settled_on === null) return reject('notSettled');
  // The first rating counts. The same one again is a repeated tap; another one is rejected.
  if (order && order.rated_at !== null)
    return order.rating_stars === (stars ?? null) ? {} : reject('alreadyRated', { field: 'stars' });
  if (order)
    await db
      .updateTable('loan_order')
      .set({ rated_at: now, rating_stars: stars ?? null })
      .where('borrower_id', '=', borrower.id)
      .where('id', '=', order.id)
      .execute();
  return {};
};
