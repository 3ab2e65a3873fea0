import { bindCardFromOrder } from '@hiram/contract/bank';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { borrowerIdOf, payoutOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import type { PayoutPort } from '../../providers/ports/payout.ts';
import { checkLedger } from '../ledger/ledger.ts';
import { lockOrder } from '../loans/order-store.ts';
import { screenBorrower } from '../screening/screen.ts';
import { activeAccount } from './payout-store.ts';
import { requestPayout } from './request-payout.ts';
import { sendPayout } from './send-payout.ts';
import { queueUnsent } from './unsettled-payouts.ts';

const hiram = setUpHiram();

const statusOf = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus;

/** The sandbox provider reports how a payout ended. */
const sendReport = (reference: string, result: 'paid' | 'returned', on: string) =>
  hiram.report({ kind: 'payout', reference, result, on });

/** A requested payout without its job: the test runs the job itself. */
async function requested(): Promise<{ borrower: DemoBorrower; payoutId: string }> {
  const { appContext } = hiram.server;
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09171234567',
    holderName: 'Maria Santos',
  };
  await hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  await inTransaction(appContext.db, async (trx) => {
    const order = await lockOrder(trx, borrowerId, borrower.orderId);
    const account = await activeAccount(trx, borrowerId);
    if (!account) throw new Error('no account');
    const today = await appContext.clock.today(trx, appContext.defaultBrand.timeZone);
    await screenBorrower(trx, appContext, appContext.defaultBrand, borrowerId);
    const jobless = { ...appContext, jobs: { ...appContext.jobs, send: async () => undefined } };
    await requestPayout(trx, jobless, { order, account, today, now: new Date() });
  });
  const { id } = await payoutOf(hiram, borrower.orderId);
  return { borrower, payoutId: id };
}

test('a second attempt is rejected after the first arrived, which counts and is not reversed', async () => {
  const { appContext } = hiram.server;
  const { borrower, payoutId } = await requested();
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  /** The provider reports how the first attempt ended before it answers the second. */
  const port: PayoutPort = {
    ...appContext.ports.payout,
    async send({ reference }) {
      const answer = await sendReport(reference, 'paid', today);
      expect(answer.status).toBe(200);
      return { state: 'rejected', reason: 'paid already' };
    },
  };
  const ports = { ...appContext.ports, payout: port, payouts: new Map([[port.name, port]]) };
  await actAs('job payout', () => sendPayout({ ...appContext, ports }, asId(payoutId)));
  expect(await statusOf(borrower)).toBe(170);
  const payout = await appContext.db
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', asId(payoutId))
    .executeTakeFirstOrThrow();
  expect(payout).toMatchObject({ state: 'paid', reason: null });
  expect((await checkLedger(appContext.db)).broken).toEqual([]);
});

test('a provider’s message about another provider’s payout is ignored', async () => {
  const { appContext } = hiram.server;
  const { borrower, payoutId } = await requested();
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  const belongsTo = (provider: string) =>
    hiram.owner.updateTable('payout').set({ provider }).where('id', '=', asId(payoutId)).execute();
  const own = appContext.ports.payout.name;
  const before = await statusOf(borrower);
  await belongsTo('another');
  for (const result of ['paid', 'returned'] as const)
    expect(await sendReport(payoutId, result, today)).toMatchObject({ outcome: 'unknown' });
  expect(await statusOf(borrower)).toBe(before);
  await belongsTo(own);
  expect(await sendReport(payoutId, 'paid', today)).toMatchObject({ outcome: 'done' });
  expect(await statusOf(borrower)).toBe(170);
});

test('a payout whose job was abandoned is queued again, once, and is sent', async () => {
  const { appContext } = hiram.server;
  const { borrower, payoutId } = await requested();
  const isQueued = () =>
    sql`select from jobs.job where name = 'payout' and data ->> 'payoutId' = ${payoutId}`.execute(
      appContext.db,
    );
  await actAs('system', () => queueUnsent(appContext));
  expect((await isQueued()).rows).toHaveLength(0);
  await hiram.owner
    .updateTable('payout')
    .set({ requested_at: new Date(Date.now() - 26 * 3_600_000) })
    .where('id', '=', asId(payoutId))
    .execute();
  await actAs('system', () => Promise.all([queueUnsent(appContext), queueUnsent(appContext)]));
  await hiram.until(
    () => statusOf(borrower),
    (status) => status === 170,
  );
  await actAs('system', () => queueUnsent(appContext));
  expect((await isQueued()).rows).toHaveLength(1);
  const sent = await sql`select from sandbox_payout where reference = ${payoutId}`.execute(appContext.db);
  expect(sent.rows).toHaveLength(1);
});
