import {
  assignDifference,
  compareAgain,
  explainDifference,
  listAccounts,
  listDifferences,
  listExplainers,
  listSettlements,
  postSettlement,
  showBankDay,
  showProviderDay,
} from '@hiram/contract/console/reconcile';
import type { Area } from '../actions/area.ts';
import { serveAction } from '../actions/serve-action.ts';
import { showBank } from './bank-day.ts';
import { compareDay } from './compare-day.ts';
import { assign, explain, showExplainers } from './explain-difference.ts';
import { showAccounts } from './list-accounts.ts';
import { showDifferences } from './list-differences.ts';
import { showSettlements } from './list-settlements.ts';
import { settleAction } from './post-settlement.ts';
import { showDay } from './show-day.ts';

/** Providers' statements beside our books: what differs, who looks at it, and what they settled. */
export const reconcileArea: Area = {
  actions: [settleAction],
  texts: {
    noStatement: 'This provider has no statements.',
    futureDay: 'The day is in the future.',
    differenceClosed: 'This difference is resolved. Nothing is left to explain.',
    mayNotExplain: 'This person may not explain differences.',
    noProvider: 'There is no such provider.',
    feeTooLarge: 'The fee must be smaller than the amount.',
    settledBefore: 'A settlement with this reference is posted already.',
    oneBrand: 'Choose one brand first: each has limits of its own.',
  },
  routes(server) {
    server.serveStaff(listAccounts, showAccounts);
    server.serveStaff(listDifferences, showDifferences);
    server.serveStaff(showProviderDay, showDay);
    server.serveStaff(showBankDay, showBank);
    server.serveStaff(compareAgain, compareDay);
    server.serveStaff(assignDifference, assign);
    server.serveStaff(listExplainers, showExplainers);
    server.serveStaff(explainDifference, explain);
    server.serveStaff(listSettlements, showSettlements);
    serveAction(server, postSettlement, settleAction);
  },
};
