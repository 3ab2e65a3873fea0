import { allBrands } from '@hiram/contract/console/rights';
import type { ReviewId, StaffId } from '@hiram/contract/ids';
import { loadOrder, lockOrder, type Order } from '../../lending/loans/order-store.ts';
import type { Review } from '../../lending/loans/review-queue.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';

/** The review of the brand; `*`: of any brand. Throws NotFound for a missing one and for another brand's. */
export async function loadReview(db: Db, brand: string, reviewId: ReviewId): Promise<Review> {
  let query = db.selectFrom('review').selectAll().where('id', '=', knownId(reviewId));
  if (brand !== allBrands) query = query.where('brand', '=', brand);
  const row = await query.executeTakeFirst();
  if (!row) throw new NotFound('no review of the brand');
  return row;
}

/** Locks the order of a review, as every decision on it does. */
export async function lockReview({ db, brand }: ActionScope, request: { reviewId: ReviewId }): Promise<void> {
  const review = await loadReview(db, oneBrandOf({ brand }), request.reviewId);
  await lockOrder(db, review.borrower_id, review.order_id);
}

/** A review that waits, with its order. */
export interface OpenReview {
  readonly review: Review;
  readonly order: Order;
}

/** The review if it still waits and is of one of the kinds. */
export async function openReviewOf(
  { db, brand }: ActionScope,
  reviewId: ReviewId,
  kinds: readonly Review['kind'][],
): Promise<OpenReview | Rejection<'alreadyDecided' | 'wrongKind'>> {
  const review = await loadReview(db, oneBrandOf({ brand }), reviewId);
  if (review.state !== 'waiting')
    return reject('alreadyDecided', { values: { by: review.closed_by ?? 'the system' } });
  if (!kinds.includes(review.kind)) return reject('wrongKind', { field: 'reviewId' });
  return { review, order: await loadOrder(db, review.borrower_id, review.order_id) };
}

/** Reports whether this person asked for or approved the decision on the application of a review. The database wants the same. */
export async function hasDecided(
  { db, brand }: ActionScope,
  { reviewId }: { readonly reviewId: ReviewId },
  staffId: StaffId,
): Promise<boolean> {
  const { borrower_id, order_id } = await loadReview(db, oneBrandOf({ brand }), reviewId);
  const decided = await db
    .selectFrom('review')
    .innerJoin('approval', 'approval.id', 'review.approval_id')
    .select('approval.id')
    .where('review.borrower_id', '=', borrower_id)
    .where('review.order_id', '=', order_id)
    .where('review.kind', '=', 'application')
    .where((eb) =>
      eb.or([eb('approval.requested_by', '=', staffId), eb('approval.approved_by', '=', staffId)]),
    )
    .executeTakeFirst();
  return decided !== undefined;
}
