import type { Correction } from '@hiram/contract/console/decision-words';
import type { ReviewId } from '@hiram/contract/ids';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { decide } from './decide.ts';
import { lockReview, openReviewOf } from './load-review.ts';

/** Asks the borrower to correct an application while it waits, or for another account to pay to. */
export const requestCorrectionsAction: Action<
  { reviewId: ReviewId; corrections: Correction[] },
  'alreadyDecided' | 'wrongKind'
> = {
  name: 'decision.requestCorrections',
  right: 'decision.decide',
  approvalRight: 'decision.approveRequest',
  lock: lockReview,
  async preview(scope, { reviewId, corrections }) {
    const found = await openReviewOf(scope, reviewId, ['application', 'payout']);
    if (isRejection(found)) return found;
    const { review, order } = found;
    const isApplication = review.kind === 'application';
    // A payout needs an account and nothing else; an application has no account yet.
    if (corrections.some((correction) => (correction === 'ownAccount') === isApplication))
      return reject('wrongKind', { field: 'corrections' });
    const { translate } = await localeOf(scope.db, scope.appContext, order.borrower_id);
    const after = isApplication ? 'waits for the borrower' : 'the borrower names another account';
    return {
      subject: 'review',
      subjectId: review.id,
      amount: undefined,
      lines: [
        {
          label: isApplication ? 'Application' : 'Payout',
          before: review.corrections === null ? 'waits for a person' : 'the borrower was asked',
          after,
        },
      ],
      borrowerReads: corrections
        .map((correction) => translate(`decision.correction.${correction}`))
        .join(' '),
    };
  },
  perform: (scope, { reviewId, corrections }, performer) =>
    decide(scope, reviewId, { kind: 'requestCorrections', corrections }, performer),
};
