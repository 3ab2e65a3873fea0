import { homeIndex } from '@hiram/contract/home';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { daysBetween, localDate, position } from '@hiram/loan';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { Cluster } from '../../../test/support/database/throwaway-cluster.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { runDueWork } from '../../scheduler/scheduler.ts';
import { balances } from '../ledger/ledger.ts';
import { checkLoans } from '../reconciliation/check-loans.ts';
import { engineEvents, loadEvents, loadOrder } from './order-store.ts';

let cluster: Cluster;
let hiram: Hiram;
beforeAll(async () => {
  cluster = inject('cluster');
  hiram = await startHiram(cluster);
});
afterAll(() => hiram.stop());

/** Pays the requested amount repeatedly, until nothing is due. */
async function payEverythingAhead(borrower: DemoBorrower): Promise<void> {
  const { orderId, context } = borrower;
  for (let paid = 0; paid < 12; paid += 1) {
    if (!(await hiram.send(instalmentDetail, { orderId }, context)).success) return;
    await payByCode(hiram, borrower);
  }
}

async function situation({ orderId }: DemoBorrower) {
  const { db, clock, defaultBrand } = hiram.server.appContext;
  const borrowerId = await borrowerIdOf(hiram, orderId);
  const order = await loadOrder(db, borrowerId, orderId);
  const events = engineEvents(await loadEvents(db, order));
  const today = await clock.today(db, defaultBrand.timeZone);
  const journals = await db.selectFrom('journal').select('id').where('order_id', '=', orderId).execute();
  return {
    position: position(order.terms, events, today),
    book: await balances(db, { borrowerId, orderId }),
    events: events.length,
    journals: journals.length,
    differing: (await checkLoans(db, { brand: defaultBrand.id, today })).differing,
    today,
  };
}

test('TERM-03 on the prepayment date prepaid interest becomes credit in the ledger without an event', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  await payEverythingAhead(borrower);
  const before = await situation(borrower);
  expect(before.position).toMatchObject({ status: 'settled', credit: 0 });
  expect(before.book.get('borrower:credit') ?? 0).toBe(0);
  const daysLeft = daysBetween(localDate(before.today), before.position.prepayFrom);
  expect(daysLeft).toBeGreaterThan(1);

  await hiram.days(daysLeft - 1);
  await runDueWork(hiram.server.appContext);
  expect(await situation(borrower)).toMatchObject({
    position: { credit: 0 },
    journals: before.journals,
    differing: 0,
  });

  await hiram.days(1);
  await runDueWork(hiram.server.appContext);
  const after = await situation(borrower);
  expect(after.events).toBe(before.events);
  expect(after.position.credit).toBeGreaterThan(0);
  expect(after.book.get('borrower:credit')).toBe(-after.position.credit);
  // The amount that became credit was income before.
  expect(after.book.get('income:interest')).toBe(
    (before.book.get('income:interest') ?? 0) + after.position.credit,
  );
  expect(after.differing).toBe(0);
  const { orderId, context } = borrower;
  const details = (await hiram.send(loanDetails, { orderId }, context)).data;
  expect(details.userOrderDetail).toMatchObject({ credit: after.position.credit });
  expect((await hiram.send(homeIndex, {}, context)).data.credits).toMatchObject([{ orderId }]);

  // One run is enough.
  await hiram.days(1);
  await runDueWork(hiram.server.appContext);
  expect(await situation(borrower)).toMatchObject({ journals: after.journals, differing: 0 });
});
