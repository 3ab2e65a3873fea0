import { closeReview } from '../../lending/loans/review-queue.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import { hasDecided, loadReview, reviewAction } from './load-review.ts';

/** Records what a second person thinks of a sampled approval. Not by whoever approved it. The loan goes on in either case. */
export const lookAgainAction = reviewAction<{ verdict: 'agreed' | 'doubted' }>({
  name: 'decision.lookAgain',
  kinds: ['secondLook'],
  concerns: hasDecided,
  effect: async (_scope, _found, { verdict }) => ({
    lines: [{ label: 'Approval', before: 'not looked at again', after: verdict }],
  }),
  async perform({ db, brand, now }, { reviewId, verdict }, { staffId }) {
    const review = await loadReview(db, brand, reviewId);
    await closeReview(db, review, { state: verdict, by: await staffName(db, staffId), now });
  },
});
