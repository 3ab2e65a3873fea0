import type { ReviewId } from '@hiram/contract/ids';
import { type ReviewDecision, resolveReview } from '../../lending/review/resolve-application.ts';
import type { TwoPersons } from '../../platform/database/operator.ts';
import { withTwoPersons } from '../break-glass.ts';
import type { Outcome, Session } from '../command.ts';
import { id, line, option, required } from '../parameters.ts';

export const review = required('ID', 'as `reviews list` shows it', id<'review'>);
export const message = option('TEXT', 'the message to the borrower, sent unchanged', line);

/** Resolves a review in the names of two persons. Throws CannotResolve with the reason. */
export async function decide(
  session: Session,
  { review, by, second }: TwoPersons & { readonly review: ReviewId },
  decision: ReviewDecision,
): Promise<Outcome> {
  const { result, changes } = await withTwoPersons(session, { by, second }, (app) =>
    resolveReview(app, review, decision, `${by} and ${second}`),
  );
  return { data: { id: review, outcome: result }, lines: [`${review}: ${result}.`], changes };
}
