import type { ChosenReason } from '@hiram/contract/console/decision-words';
import type { ReviewId } from '@hiram/contract/ids';
import { markets } from '../../brands/markets/markets.ts';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { decide } from './decide.ts';
import { lockReview, openReviewOf } from './load-review.ts';

/** Refuses an application or a held payout, for reasons that the borrower reads in their language. */
export const refuseAction: Action<
  { reviewId: ReviewId; reasons: ChosenReason[] },
  'alreadyDecided' | 'wrongKind'
> = {
  name: 'decision.refuse',
  right: 'decision.decide',
  approvalRight: 'decision.approveRequest',
  lock: lockReview,
  async preview(scope, { reviewId, reasons }) {
    const found = await openReviewOf(scope, reviewId, ['application', 'payout']);
    if (isRejection(found)) return found;
    const { review, order } = found;
    const { brand, translate } = await localeOf(scope.db, scope.appContext, order.borrower_id);
    const { country } = markets[brand.market];
    return {
      subject: 'review',
      subjectId: review.id,
      amount: order.amount,
      lines: [
        {
          label: review.kind === 'application' ? 'Application' : 'Approved loan',
          before: 'waits for a person',
          after: 'rejected',
        },
        { label: 'May apply again', before: '', after: `after ${brand.applyAgainDays} days` },
      ],
      borrowerReads: reasons.map((reason) => translate(`decision.${reason}`, { country })).join(' '),
    };
  },
  perform: (scope, { reviewId, reasons }, performer) =>
    decide(scope, reviewId, { kind: 'refuse', reasons, words: undefined }, performer),
};
