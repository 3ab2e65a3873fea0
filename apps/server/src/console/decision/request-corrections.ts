import type { Correction } from '@hiram/contract/console/decision-words';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { decide } from './decide.ts';
import { reviewAction } from './load-review.ts';

/** Asks the borrower to correct an application while it waits, or for another account to pay to. */
export const requestCorrectionsAction = reviewAction<{ corrections: Correction[] }, 'wrongKind'>({
  name: 'decision.requestCorrections',
  kinds: ['application', 'payout'],
  async effect(scope, { review, order }, { corrections }) {
    const isApplication = review.kind === 'application';
    // A payout needs an account and nothing else; an application has no account yet.
    if (corrections.some((correction) => (correction === 'ownAccount') === isApplication))
      return reject('wrongKind', { field: 'corrections' });
    const { translate } = await localeOf(scope.db, scope.appContext, order.borrower_id);
    return {
      lines: [
        {
          label: isApplication ? 'Application' : 'Payout',
          before: review.corrections === null ? 'waits for a person' : 'the borrower was asked',
          after: isApplication ? 'waits for the borrower' : 'the borrower names another account',
        },
      ],
      borrowerReads: corrections
        .map((correction) => translate(`decision.correction.${correction}`))
        .join(' '),
    };
  },
  perform: (scope, { reviewId, corrections }, performer) =>
    decide(scope, reviewId, { kind: 'requestCorrections', corrections }, performer),
});
