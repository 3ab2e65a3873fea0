import { openStop } from '../../lending/payouts/payout-limits.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { lockWaitingPayout, type PayoutRequest, payoutEffect, payoutOf } from './waiting-payout.ts';

/**
 * Hands a waiting payout to its provider again without waiting for the next attempt. Our id is the provider's idempotency key,
 * and one server hands it over at a time.
 */
export const retryAction: Action<PayoutRequest, 'payoutNotWaiting' | 'payoutsStopped'> = {
  name: 'moneyOut.retry',
  right: 'moneyOut.retry',
  approvalRight: 'moneyOut.approveRequest',
  lock: lockWaitingPayout,
  async preview(scope, request) {
    const found = await payoutOf(scope, request);
    if (found.openHold || found.payout.state !== 'requested') return reject('payoutNotWaiting');
    if (await openStop(scope.db, scope.brand)) return reject('payoutsStopped');
    const notes = ['The provider recognises the payout, so it cannot be paid twice.'];
    return { ...payoutEffect(found, 'waits for the provider', 'sent again now'), notes };
  },
  async perform({ db, appContext }, { payoutId }) {
    await appContext.jobs.send(db, 'payout', { payoutId });
  },
};
