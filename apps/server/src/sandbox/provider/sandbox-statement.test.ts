import { bindCardFromOrder } from '@hiram/contract/bank';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { sandboxPay, sandboxPayout } from '@hiram/contract/sandbox';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { createDatabase, dropDatabase } from '../../../test/support/database/throwaway-cluster.ts';
import { codeAndText, runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { reconcileDay } from '../../lending/reconciliation/reconciliation.ts';

const cluster = inject('cluster');
let hiram: Hiram;
let database: string;
beforeAll(async () => {
  database = await createDatabase(cluster);
  hiram = await startHiram(cluster, {}, { database });
  await hiram.refuseUnnamed();
});
afterAll(async () => {
  await hiram.stop();
  await dropDatabase(cluster, database);
});

const reconcile = (...options: string[]) =>
  codeAndText(runHiram(['statements', 'reconcile', ...options], settingsOf(cluster, database)));

const today = async (): Promise<LocalDate> => {
  const { appContext } = hiram.server;
  return appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
};
async function differences(day: LocalDate) {
  const { appContext } = hiram.server;
  const [statement] = appContext.ports.statements;
  if (!statement) throw new Error('the sandbox has no statement');
  return reconcileDay(appContext, statement, {
    timeZone: appContext.defaultBrand.timeZone,
    day,
    today: await today(),
  });
}
const statusOf = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus;

/** A late borrower's code for the amount due. */
async function codeOf(borrower: DemoBorrower): Promise<{ payCode: string; amount: number }> {
  const { code, amount } = await newCode(hiram, borrower);
  return { payCode: code, amount };
}

test('a whole sandbox day of payments, payouts and demo histories has no difference', async () => {
  for (const state of ['170', '174', '180', '200'] as const) await hiram.borrower({ state });
  await hiram.borrower({ state: '170', with: { collectionAllowed: 1 } });
  const late = await hiram.borrower({ state: '180', kind: 'single' });
  await hiram.send(sandboxPay, { payCode: (await codeOf(late)).payCode });
  expect(await statusOf(late)).toBe(200);
  for (const result of ['paid', 'returned'] as const) {
    const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
    const account = {
      cardType: 2,
      walletCode: 'GXCHPHM2',
      walletNumber: '09171234567',
      holderName: 'Maria Santos',
    };
    await hiram.send(bindCardFromOrder, { ...account, product_id: borrower.productId }, borrower.context);
    expect(await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
      success: true,
    });
    await hiram.send(sandboxPayout, { orderId: borrower.orderId, result });
  }
  const now = await today();
  const { appContext } = hiram.server;
  const [statement] = appContext.ports.statements;
  const entries = (await statement?.entries({ day: now, from: new Date(0), to: new Date(0) })) ?? [];
  expect(entries.map((entry) => entry.kind).sort()).toEqual(
    expect.arrayContaining(['payment', 'payment', 'payout', 'payout']),
  );
  for (let ago = 0; ago <= 130; ago += 1) expect(await differences(addDays(now, -ago))).toEqual([]);
});

test('a payment whose webhook is lost is found on the next day’s statement and posted', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { payCode, amount } = await codeOf(borrower);
  const paidOn = await today();
  expect(await hiram.send(sandboxPay, { payCode, untold: true })).toMatchObject({ success: true });
  expect(await statusOf(borrower)).toBe(180);
  // The next business day begins, and with it the daily run.
  await hiram.days(1);
  expect(await statusOf(borrower)).toBe(200);
  const payments = await hiram.server.appContext.db
    .selectFrom('payment')
    .select(['amount', 'state', 'paid_on'])
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(payments).toEqual([{ amount, state: 'posted', paid_on: paidOn }]);
  expect(await differences(paidOn)).toEqual([]);
});

test('a compared day has a reason for each difference and an exit code', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { payCode, amount } = await codeOf(borrower);
  const day = await today();
  await hiram.send(sandboxPay, { payCode, untold: true });
  const found = await reconcile('--day', day);
  expect(found.output).toMatch(
    new RegExp(`^sandbox payment pay_\\S+: posted now \\(provider ${amount}, ledger -\\)$`, 'm'),
  );
  expect(found).toMatchObject({ code: 1, output: expect.stringContaining(`sandbox ${day}: 1 differ.`) });
  expect(await statusOf(borrower)).toBe(200);
  expect(await reconcile('--day', day, '--provider', 'sandbox')).toEqual({
    code: 0,
    output: `sandbox ${day}: no difference.\n`,
  });
  const { rows } = await sql<{ actor: string }>`select distinct actor from audit_entry`.execute(
    hiram.server.appContext.db,
  );
  expect(rows).toContainEqual({ actor: 'command statements reconcile' });
  const [unknownProvider, tomorrow, ...wrong] = await Promise.all([
    reconcile('--day', day, '--provider', 'nobody'),
    reconcile('--day', addDays(localDate(day), 1)),
    reconcile('--day', '2026-02-30'),
    reconcile('--days', day),
    reconcile(),
  ]);
  expect(unknownProvider).toEqual({ code: 1, output: 'No statement of nobody. Available: sandbox.\n' });
  expect(tomorrow).toMatchObject({ code: 1, output: expect.stringContaining('is in the future') });
  for (const item of wrong)
    expect(item).toMatchObject({ code: 2, output: expect.stringMatching(/^error: .*--day/) });
});
