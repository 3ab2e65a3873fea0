import type { ReviewId } from '@hiram/contract/ids';
import { type ReviewDecision, resolveReview } from '../../lending/review/resolve-application.ts';
import type { Outcome, Session } from '../command.ts';
import { id, line, option, required } from '../parameters.ts';

export const review = required('ID', 'as `reviews list` shows it', id<'review'>);
export const message = option('TEXT', 'the message to the borrower, sent unchanged', line);

/** Resolves a review in the operator's name. Throws CannotResolve with the reason. */
export async function decide(
  session: Session,
  { review, by }: { readonly review: ReviewId; readonly by: string },
  decision: ReviewDecision,
): Promise<Outcome> {
  const { result, changes } = await session.withApp((app) => resolveReview(app, review, decision, by), by);
  return { data: { id: review, outcome: result }, lines: [`${review}: ${result}.`], changes };
}
