import { expect, test } from 'vitest';
import { borrowerTables, statementRoutes, storedRoutes } from './statement-routes.ts';

/** Who runs the statements that read a whole brand or everything, by the beginning of their files. No borrower waits for one. */
const whoRuns: Readonly<Record<string, string>> = {
  'api/metrics.ts': 'the monitoring',
  'console/': 'the staff',
  'lending/borrowers/add-digests.ts': 'the operator',
  'lending/complaints/open-complaints.ts': 'the operator’s list',
  'lending/ledger/archive.ts': 'the daily checks and the archiving',
  'lending/ledger/ledger.ts': 'the daily check and the operator’s',
  'lending/payments/statements/import-statement.ts': 'the staff',
  'lending/payouts/payout-holds.ts': 'the scheduler',
  'lending/payouts/unsettled-payouts.ts': 'the scheduler',
  'lending/reconciliation/': 'the reconciliation',
  'lending/review/resolve-application.ts': 'the operator’s list',
  'lending/review/waiting.ts': 'the operator’s list',
  'lending/task-list.ts': 'the staff',
  'operations/': 'the operator',
  'pictures/remove-picture.ts': 'the scheduler, and a borrower with their id',
  'platform/crypto/check-key.ts': 'the start, once in a database’s life',
  'sandbox/': 'testers',
  'scheduler/': 'the scheduler',
};

test('tools/statement-routes.json lists where each statement on borrowers’ tables goes, and no borrower’s call goes to all [T581]', () => {
  expect(borrowerTables().size).toBeGreaterThan(25);
  const routes = statementRoutes();
  expect(Object.values(routes).flat().length).toBeGreaterThan(200);
  expect(routes).toEqual(storedRoutes());
  const wide = Object.keys(routes).filter((name) => routes[name]?.some((route) => /brand|all/.test(route)));
  const begins = Object.keys(whoRuns);
  expect(wide.filter((name) => !begins.some((begin) => name.startsWith(begin)))).toEqual([]);
  expect(begins.filter((begin) => !wide.some((name) => name.startsWith(begin)))).toEqual([]);
});
