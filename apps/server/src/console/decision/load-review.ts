import { allBrands } from '@hiram/contract/console/rights';
import type { ReviewId, StaffId } from '@hiram/contract/ids';
import { loadOrder, lockOrder, type Order } from '../../lending/loans/order-store.ts';
import type { Review } from '../../lending/loans/review-queue.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isRejection, NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { Action, ActionScope, Effect } from '../actions/action.ts';
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
interface OpenReview {
  readonly review: Review;
  readonly order: Order;
}

/** The review if it still waits and is of one of the kinds. */
async function openReviewOf(
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

type ReviewEffect = Omit<Effect, 'subject' | 'subjectId' | 'amount'> & { readonly amount?: number };

interface OnReview<Request, Reason extends string>
  extends Pick<Action<{ reviewId: ReviewId } & Request, Reason>, 'name' | 'concerns' | 'perform'> {
  /** The kinds of reviews that it decides. */
  readonly kinds: readonly Review['kind'][];
  effect(scope: ActionScope, found: OpenReview, request: Request): Promise<ReviewEffect | Rejection<Reason>>;
}

/** An action on a review that waits. It locks the review's order. */
export const reviewAction = <Request, Reason extends string = never>({
  kinds,
  effect,
  ...action
}: OnReview<Request, Reason>): Action<
  { reviewId: ReviewId } & Request,
  'alreadyDecided' | 'wrongKind' | Reason
> => ({
  ...action,
  right: 'decision.decide',
  approvalRight: 'decision.approveRequest',
  lock: lockReview,
  async preview(scope, request) {
    const found = await openReviewOf(scope, request.reviewId, kinds);
    if (isRejection(found)) return found;
    const computed = await effect(scope, found, request);
    return isRejection(computed)
      ? computed
      : { amount: undefined, ...computed, subject: 'review', subjectId: found.review.id };
  },
});

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
