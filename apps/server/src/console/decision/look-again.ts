import type { ReviewId } from '@hiram/contract/ids';
import { closeReview } from '../../lending/loans/review-queue.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import type { Action } from '../actions/action.ts';
import { hasDecided, loadReview, lockReview, openReviewOf } from './load-review.ts';

/** Records what a second person thinks of a sampled approval. Not by who approved it. The loan goes on in either case. */
export const lookAgainAction: Action<
  { reviewId: ReviewId; verdict: 'agreed' | 'doubted' },
  'alreadyDecided' | 'wrongKind'
> = {
  name: 'decision.lookAgain',
  right: 'decision.decide',
  approvalRight: 'decision.approveRequest',
  lock: lockReview,
  concerns: hasDecided,
  async preview(scope, { reviewId, verdict }) {
    const found = await openReviewOf(scope, reviewId, ['secondLook']);
    if (isRejection(found)) return found;
    return {
      subject: 'review',
      subjectId: found.review.id,
      amount: undefined,
      lines: [{ label: 'Approval', before: 'not looked at again', after: verdict }],
    };
  },
  async perform({ db, brand, now }, { reviewId, verdict }, { staffId }) {
    const review = await loadReview(db, brand, reviewId);
    await closeReview(db, review, { state: verdict, by: await staffName(db, staffId), now });
  },
};
