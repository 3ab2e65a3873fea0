import { isIdentified } from '../../lending/identity/identity-check.ts';
import { closeHold, openStop } from '../../lending/payouts/payout-limits.ts';
import { isListed } from '../../lending/screening/screen.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { lockWaitingPayout, type PayoutRequest, payoutEffect, payoutOf } from './waiting-payout.ts';

const reasons = {
  ceiling: 'held: over the day’s amount',
  firstLoans: 'held: over the day’s first loans',
  // Its reader may not be one who sees matches with lists.
  screening: 'held: a check of the borrower',
  identity: 'held: a check of the borrower',
  otherLoan: 'held: another loan of the borrower runs again',
} as const;

/**
 * Sends a payout that was held back, once the checks of its borrower are decided. It counts on the limits of the day on
 * which it is sent.
 */
export const releaseAction: Action<PayoutRequest, 'checkOpen' | 'notHeld' | 'payoutsStopped'> = {
  name: 'moneyOut.release',
  right: 'moneyOut.release',
  approvalRight: 'moneyOut.approveRequest',
  lock: lockWaitingPayout,
  async preview(scope, request) {
    const found = await payoutOf(scope, request);
    if (!found.openHold || found.payout.state !== 'requested') return reject('notHeld');
    if (await openStop(scope.db, scope.brand)) return reject('payoutsStopped');
    const borrowerId = found.payout.borrower_id;
    if ((await isListed(scope.db, borrowerId)) || !(await isIdentified(scope.db, borrowerId)))
      return reject('checkOpen');
    const effect = payoutEffect(found, reasons[found.openHold.reason], 'sent to the provider');
    // It goes out above the ceiling on this person's word.
    return { ...effect, cost: found.payout.amount };
  },
  async perform({ db, now, appContext }, { payoutId }, { approvalId }) {
    await closeHold(db, payoutId, { approvalId, now });
    await appContext.jobs.send(db, 'payout', { payoutId });
  },
};
