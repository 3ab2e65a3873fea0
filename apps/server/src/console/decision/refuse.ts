import type { ChosenReason } from '@hiram/contract/console/decision-words';
import { markets } from '../../brands/markets/markets.ts';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { decide } from './decide.ts';
import { reviewAction } from './load-review.ts';

/** Refuses an application or a held payout, for reasons that the borrower reads in their language. */
export const refuseAction = reviewAction<{ reasons: ChosenReason[] }>({
  name: 'decision.refuse',
  kinds: ['application', 'payout'],
  async effect(scope, { review, order }, { reasons }) {
    const { brand, translate } = await localeOf(scope.db, scope.appContext, order.borrower_id);
    const { country } = markets[brand.market];
    return {
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
});
