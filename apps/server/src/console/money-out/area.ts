import {
  cancelPayout,
  explainStop,
  listPayouts,
  listRefundsDue,
  releasePayout,
  retryPayout,
  setCeiling,
  settleReturn,
  showMoneyOut,
  startPayouts,
  stopPayouts,
} from '@hiram/contract/console/money-out';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { cancelAction } from './cancel-payout.ts';
import { countPayouts, showPayouts } from './list-payouts.ts';
import { countRefundsDue, showRefundsDue } from './list-refunds-due.ts';
import { releaseAction } from './release-payout.ts';
import { retryAction } from './retry-payout.ts';
import { ceilingAction } from './set-ceiling.ts';
import { settle } from './settle-return.ts';
import { summarize } from './show-money-out.ts';
import { startAction } from './start-payouts.ts';
import { explain, stop } from './stop-payouts.ts';

/** Outgoing money: payouts by state, the ceiling of a day, refunds due, and the stop switch. */
export const moneyOutArea: Area = {
  actions: [cancelAction, ceilingAction, releaseAction, retryAction, startAction],
  texts: {
    notStopped: 'These payouts are not stopped any more.',
    sameCeiling: 'These are the limits already.',
    oneBrand: 'Choose one brand first: each has limits of its own.',
    checkOpen: 'A check of the borrower is not decided yet: a reviewer or the officer decides it first.',
    notHeld: 'This payout does not wait for a person any more.',
    payoutsStopped: 'The payouts of this brand are stopped.',
    payoutNotWaiting: 'This payout does not wait any more.',
    returnSettled: 'Somebody has dealt with this payout already.',
    handedOver: 'A provider was given this payout and may pay it. It cannot be cancelled.',
  },
  routes(server) {
    server.serveStaff(showMoneyOut, summarize);
    server.serveStaff(listPayouts.page, showPayouts);
    server.serveStaff(listPayouts.count, countPayouts);
    server.serveStaff(listRefundsDue.page, showRefundsDue);
    server.serveStaff(listRefundsDue.count, countRefundsDue);
    server.serveStaff(stopPayouts, stop);
    server.serveStaff(explainStop, explain);
    server.serveStaff(settleReturn, settle);
    serveAction(server, startPayouts, startAction);
    serveAction(server, setCeiling, ceilingAction);
    serveAction(server, releasePayout, releaseAction);
    serveAction(server, retryPayout, retryAction);
    serveAction(server, cancelPayout, cancelAction);
  },
};
