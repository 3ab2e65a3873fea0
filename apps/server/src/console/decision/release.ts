import { disclose } from '@hiram/loan';
import { accountInWords } from '../../brands/account-words.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { needsReviewer } from '../../lending/loans/review-queue.ts';
import { isOwnAccount } from '../../lending/payouts/payout-holds.ts';
import { activeAccount } from '../../lending/payouts/payout-store.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { decide } from './decide.ts';
import { reviewAction } from './load-review.ts';

/** Releases a held payout. One that is held by time alone is released by time. */
export const releaseAction = reviewAction<object, 'heldByTime' | 'accountGone'>({
  name: 'decision.release',
  kinds: ['payout'],
  async effect({ db, appContext }, { review, order }) {
    if (!needsReviewer(review)) return reject('heldByTime');
    const account = await activeAccount(db, order.borrower_id);
    if (!account || account.id !== review.account_id) return reject('accountGone');
    const isOwn = await isOwnAccount(db, appContext, order, account);
    const proceeds = disclose(order.terms).netProceeds;
    return {
      amount: proceeds,
      // The loan would go to somebody else: whoever names them must not be able to send it alone.
      ...(isOwn ? {} : { needsTwo: true }),
      lines: [
        { label: 'Payout', before: 'held', after: 'requested', format: 'words' },
        { label: 'Why it was held', before: review.reasons.join(', '), after: '', format: 'words' },
        { label: 'Sent to the borrower', before: '0', after: String(proceeds), format: 'money' },
        { label: 'Account', before: '', after: accountInWords(brandOf(appContext, order), account) },
      ],
      notes: isOwn ? [] : ['The account is in another name than the borrower certified.'],
    };
  },
  perform: (scope, { reviewId }, performer) => decide(scope, reviewId, { kind: 'release' }, performer),
});
