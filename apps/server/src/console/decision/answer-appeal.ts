import type { ReviewId } from '@hiram/contract/ids';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { closeAppeal } from '../../lending/review/appeals.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import type { Action } from '../actions/action.ts';
import { hasDecided, loadReview, lockReview, openReviewOf } from './load-review.ts';

/** Answers a borrower who asked a person about a refusal. Not by who refused it. */
export const answerAppealAction: Action<
  { reviewId: ReviewId; answer: 'upheld' | 'reopened' },
  'alreadyDecided' | 'wrongKind'
> = {
  name: 'decision.answerAppeal',
  right: 'decision.decide',
  approvalRight: 'decision.approveRequest',
  lock: lockReview,
  concerns: hasDecided,
  async preview(scope, { reviewId, answer }) {
    const found = await openReviewOf(scope, reviewId, ['appeal']);
    if (isRejection(found)) return found;
    const { review, order } = found;
    const { brand, translate } = await localeOf(scope.db, scope.appContext, order.borrower_id);
    const isReopened = answer === 'reopened';
    return {
      subject: 'review',
      subjectId: review.id,
      amount: undefined,
      lines: [
        {
          label: 'Refusal',
          before: 'the borrower asks a person',
          after: isReopened ? 'looked at anew' : 'stands',
        },
        {
          label: 'May apply again',
          before: order.apply_again_on ?? '',
          after: isReopened ? scope.today : '',
        },
      ],
      borrowerReads: translate(isReopened ? 'sms.appealReopened' : 'sms.appealUpheld', {
        name: brand.names.english,
      }),
    };
  },
  async perform({ db, appContext, brand, today }, { reviewId, answer }, { staffId }) {
    const { borrower_id, order_id } = await loadReview(db, brand, reviewId);
    const order = await loadOrder(db, borrower_id, order_id);
    await closeAppeal(db, appContext, order, { reviewId, answer, by: await staffName(db, staffId), today });
  },
};
