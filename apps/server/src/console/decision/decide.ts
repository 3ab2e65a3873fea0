import type { ReviewId, StaffId } from '@hiram/contract/ids';
import { type ReviewDecision, resolveReviewIn } from '../../lending/review/resolve-application.ts';
import type { ActionScope, Performer } from '../actions/action.ts';

/** Resolves a review in the name of who decided, in the action's transaction. */
export async function decide(
  { db, appContext }: ActionScope,
  reviewId: ReviewId,
  decision: ReviewDecision,
  performer: Performer,
): Promise<void> {
  const by = await nameOf(db, performer.staffId);
  await resolveReviewIn(db, appContext, reviewId, { decision, by });
}

async function nameOf(db: ActionScope['db'], staffId: StaffId): Promise<string> {
  const { name } = await db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  return name;
}
