import type { ReviewId } from '@hiram/contract/ids';
import { cents, formatCents } from '@hiram/loan';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { isIdentified } from '../../lending/identity/identity-check.ts';
import { smallerOffers } from '../../lending/origination/decision/offer-options.ts';
import { firedReasons } from '../../lending/origination/decision/outcome.ts';
import { policyOn, sharingBorrowers } from '../../lending/review/evidence.ts';
import { isListed } from '../../lending/screening/screen.ts';
import { isRejection, reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { decide } from './decide.ts';
import { lockReview, openReviewOf } from './load-review.ts';

/** Approves a referred application. What the policy refuses cannot be approved, nor a borrower with a match that nobody cleared. */
export const approveAction: Action<
  { reviewId: ReviewId; amount?: number | undefined },
  'alreadyDecided' | 'wrongKind' | 'notOffered' | 'onAList' | 'notIdentified' | 'policyRefuses'
> = {
  name: 'decision.approve',
  right: 'decision.decide',
  approvalRight: 'decision.approveRequest',
  lock: lockReview,
  async preview(scope, { reviewId, amount: wanted }) {
    const { db, appContext } = scope;
    const found = await openReviewOf(scope, reviewId, ['application']);
    if (isRejection(found)) return found;
    const { review, order } = found;
    const { policy, result, inputs } = await policyOn(db, appContext, order);
    if (result.outcome === 'refuse' || !result.offered) {
      const { refuse } = firedReasons(policy.policy, result);
      return reject('policyRefuses', { values: { rules: refuse.join(', ') } });
    }
    if (await isListed(db, order.borrower_id)) return reject('onAList');
    if (!(await isIdentified(db, order.borrower_id))) return reject('notIdentified');
    const offers = smallerOffers(inputs.offer, result.offered);
    const offered = offers.find((offer) => offer.amount === (wanted ?? result.offered?.amount));
    if (!offered) return reject('notOffered', { field: 'amount' });
    const amount = cents(offered.amount);
    const isLess = amount !== order.amount;
    const { brand, translate } = await localeOf(db, appContext, order.borrower_id);
    const shared = new Set((await sharingBorrowers(db, order.borrower_id)).map((other) => other.borrowerId));
    return {
      subject: 'review',
      subjectId: review.id,
      amount,
      lines: [
        {
          label: 'Application',
          before: 'waits for a person',
          after: isLess ? 'approved for less' : 'approved as asked',
        },
        { label: 'Why it waited', before: review.reasons.join(', '), after: '', format: 'words' },
        { label: 'Loan', before: String(order.amount), after: String(amount), format: 'money' },
        { label: 'Offer open', before: '', after: `${brand.offerDays} days` },
      ],
      borrowerReads: translate(isLess ? 'sms.smallerOffer' : 'sms.approved', {
        name: brand.names.english,
        amount: formatCents(amount, brand.money),
      }),
      notes: shared.size === 0 ? [] : [`Other borrowers with the same details: ${shared.size}.`],
    };
  },
  perform: (scope, { reviewId, amount }, performer) =>
    decide(scope, reviewId, { kind: 'approve', amount }, performer),
};
