import { cancelUnsent } from '../../lending/payouts/cancel-payout.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { Action } from '../actions/action.ts';
import { lockWaitingPayout, type PayoutRequest, payoutEffect, payoutOf } from './waiting-payout.ts';

/** Takes back a payout that no provider was given. The order waits for the borrower's withdrawal again. */
export const cancelAction: Action<PayoutRequest, 'payoutNotWaiting' | 'handedOver'> = {
  name: 'moneyOut.cancel',
  right: 'moneyOut.cancel',
  approvalRight: 'moneyOut.approveRequest',
  lock: lockWaitingPayout,
  async preview(scope, request) {
    const found = await payoutOf(scope, request);
    if (found.payout.state !== 'requested') return reject('payoutNotWaiting');
    if (found.payout.counted_on !== null) return reject('handedOver');
    const notes = ['The offer stays open, and the borrower can withdraw again.'];
    return { ...payoutEffect(found, 'waits', 'cancelled, nothing sent'), notes };
  },
  async perform({ db, now, today }, { payoutId }, { approvalId }) {
    await cancelUnsent(db, payoutId, { approvalId, today, now });
  },
};
