import { localeOf } from '../../lending/borrowers/locale.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { closeAppeal } from '../../lending/review/appeals.ts';
import { staffName } from '../access/sign-in/staff-store.ts';
import { hasDecided, loadReview, reviewAction } from './load-review.ts';

/** Answers a borrower who asked a person about a refusal. Not by whoever refused it. */
export const answerAppealAction = reviewAction<{ answer: 'upheld' | 'reopened' }>({
  name: 'decision.answerAppeal',
  kinds: ['appeal'],
  concerns: hasDecided,
  async effect(scope, { order }, { answer }) {
    const { brand, translate } = await localeOf(scope.db, scope.appContext, order.borrower_id);
    const isReopened = answer === 'reopened';
    return {
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
});
