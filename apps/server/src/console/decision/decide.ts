import type { ReviewId } from '@hiram/contract/ids';
import { type ReviewDecision, resolveReviewIn } from '../../lending/review/resolve-application.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import type { ActionScope, Performer } from '../actions/action.ts';

/** Resolves a review in the name of who decided, in the action's transaction. */
export async function decide(
  { db, appContext }: ActionScope,
  reviewId: ReviewId,
  decision: ReviewDecision,
  performer: Performer,
): Promise<void> {
  const by = await staffName(db, performer.staffId);
  await resolveReviewIn(db, appContext, reviewId, { decision, by });
}
