import type { rateOrder } from '@hiram/contract/order';
import type { Handler } from '../../api/serve.ts';
import { lockOrder, updateOrder } from '../../lending/loans/order-store.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Stores the borrower's rating of a settled order. The first one counts. */
export const saveRating: Handler<typeof rateOrder> = async ({ orderId, stars }, { db, borrower, now }) => {
  const order = orderId ? await lockOrder(db, borrower.id, orderId) : undefined;
  if (order && order.settled_on === null) return reject('notSettled');
  // The first rating counts. The same one again is a repeated tap; another one is rejected.
  if (order && order.rated_at !== null)
    return order.rating_stars === (stars ?? null) ? {} : reject('alreadyRated', { field: 'stars' });
  if (order)
    await updateOrder(
      db,
      { borrower_id: borrower.id, id: order.id },
      { rated_at: now, rating_stars: stars ?? null },
    );
  return {};
};
