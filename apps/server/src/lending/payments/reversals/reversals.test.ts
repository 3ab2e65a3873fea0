import { randomInt } from 'node:crypto';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay, sandboxPayout } from '@hiram/contract/sandbox';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { bindAgain } from '../../../../test/support/borrowers/bind-again.ts';
import { payoutOf } from '../../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../../test/support/processes/set-up.ts';
import { actAs } from '../../../platform/database/actor.ts';
import { Unavailable } from '../../../platform/errors/rejection.ts';
import type { PaymentPort } from '../../../providers/ports/payment.ts';
import { balances, checkLedger } from '../../ledger/ledger.ts';
import { loadOrder } from '../../loans/order-store.ts';
import { checkTasks } from '../../reconciliation/check-tasks.ts';
import { reconcileDay } from '../../reconciliation/reconciliation.ts';
import { issueCode } from '../codes/payment-codes.ts';

const hiram = setUpHiram();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;
const orderOf = (borrower: DemoBorrower) =>
  hiram.server.appContext.db
    .selectFrom('loan_order')
    .selectAll()
    .where('id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
const book = async (borrower: DemoBorrower) => {
  const { borrower_id } = await orderOf(borrower);
  const sums = await balances(hiram.server.appContext.db, {
    borrowerId: borrower_id,
    orderId: borrower.orderId,
  });
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0));
};
const returnPayout = (borrower: DemoBorrower) =>
  hiram.send(sandboxPayout, { orderId: borrower.orderId, result: 'returned' });

/** Makes a code for the amount due. Returns how to pay it. */
async function codeFor(borrower: DemoBorrower): Promise<{ payCode: string; amount: number }> {
  const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const options = { orderId: borrower.orderId, amount: data.repayAmount, channelNumber: '10001' };
  expect(await hiram.send(payCode, options, borrower.context)).toMatchObject({ success: true });
  const code = await hiram.server.appContext.db
    .selectFrom('payment_code')
    .select(['pay_code', 'amount'])
    .where('order_id', '=', borrower.orderId)
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { payCode: code.pay_code ?? '', amount: code.amount };
}
async function bindsAnotherAccount(borrower: DemoBorrower): Promise<void> {
  const account = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: `0917${String(randomInt(10 ** 7)).padStart(7, '1')}`,
    holderName: 'Maria Santos',
  };
  const options = { ...account, product_id: borrower.productId };
  const first = await hiram.send(bindCardFromOrder, options, borrower.context);
  if (first.code === '50107') await bindAgain(hiram, borrower, options);
}
async function namesAnotherAccount(borrower: DemoBorrower): Promise<void> {
  await bindsAnotherAccount(borrower);
  expect(await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
    success: true,
  });
  await hiram.until(
    () => details(borrower),
    (data) => data.orderStatus === 170,
  );
}

test('a payout that is reversed leaves no loan, turns payments into credit, and can be sent again', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const first = await codeFor(borrower);
  await hiram.send(sandboxPay, { payCode: first.payCode });
  expect((await details(borrower)).orderStatus).toBe(170);
  const late = await codeFor(borrower);

  expect(await returnPayout(borrower)).toMatchObject({ success: true });
  const waiting = await details(borrower);
  expect(waiting).toMatchObject({
    orderStatus: 151,
    inside: 0,
    cardNeedPop: 1,
    cardPopTitle: 'Please name another account',
  });
  expect(waiting.userOrderDetail.due).toBeUndefined();
  expect(waiting.userOrderDetail.detail).toContainEqual(expect.objectContaining({ text: 'Your credit' }));
  expect(await orderOf(borrower)).toMatchObject({
    disbursed_on: null,
    next_due_on: null,
    next_status_check_on: null,
  });
  // Nothing is lent and nothing earned: the borrower's payments are the borrower's credit.
  expect(await book(borrower)).toEqual({ 'cash:sandbox': first.amount, 'borrower:credit': -first.amount });
  // A repeated message moves nothing.
  expect(await returnPayout(borrower)).toMatchObject({ success: false });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  expect(bill.success).toBe(false);

  // A code made before is still paid at a counter: that payment is credit too.
  await hiram.send(sandboxPay, { payCode: late.payCode });
  const credit = first.amount + late.amount;
  expect(await book(borrower)).toEqual({ 'cash:sandbox': credit, 'borrower:credit': -credit });
  expect((await details(borrower)).orderStatus).toBe(151);

  await namesAnotherAccount(borrower);
  const { amount } = await orderOf(borrower);
  // While a loan is open all money is allocated to it: earlier payments pay its first repayments.
  expect((await details(borrower)).userOrderDetail.detail).not.toContainEqual(
    expect.objectContaining({ text: 'Your credit' }),
  );
  const again = await book(borrower);
  expect(again['borrower:credit'] ?? 0).toBe(0);
  expect(again['cash:sandbox']).toBe(credit - amount);
  expect((again['loan:principal'] ?? 0) - amount + credit).toBe(-(again['income:interest'] ?? 0));
  // Returned again: the order has had two disbursals, and both are reversed.
  expect(await returnPayout(borrower)).toMatchObject({ success: true });
  expect(await book(borrower)).toEqual({ 'cash:sandbox': credit, 'borrower:credit': -credit });
  expect((await details(borrower)).orderStatus).toBe(151);
  expect((await checkLedger(hiram.server.appContext.db)).broken).toEqual([]);
  await hiram.days(40);
  expect((await details(borrower)).orderStatus).toBe(151);
});

test('money that came back waits for its borrower without a day: the offer was taken up [T1961]', async () => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await namesAnotherAccount(borrower);
  expect(await returnPayout(borrower)).toMatchObject({ success: true });
  await hiram.days(40);
  await bindsAnotherAccount(borrower);
  const { noticeDesText } = await details(borrower);
  expect(noticeDesText).toMatch(/^₱[\d,.]+ is ready for you\.$/);
  expect(await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
    success: true,
  });
});

test('a settled loan whose payout is reversed waits for an account beside a newer application', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { payCode, amount } = await codeFor(borrower);
  await hiram.send(sandboxPay, { payCode });
  expect((await details(borrower)).orderStatus).toBe(200);
  expect(await returnPayout(borrower)).toMatchObject({ success: true });
  expect((await details(borrower)).orderStatus).toBe(151);
  expect(await book(borrower)).toEqual({ 'cash:sandbox': amount, 'borrower:credit': -amount });
  expect((await orderOf(borrower)).reopened_at).not.toBeNull();
});

test('both sides agree on the day: a reversed payout moved no cash in the end', async () => {
  const { appContext } = hiram.server;
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await namesAnotherAccount(borrower);
  await returnPayout(borrower);
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  const [statement] = appContext.ports.statements;
  if (!statement) throw new Error('no statement');
  expect(
    await reconcileDay(appContext, statement, {
      timeZone: appContext.defaultBrand.timeZone,
      day: today,
      today,
    }),
  ).toEqual([]);
});

test('the database lets an order wait for a payout again only if none of its disbursals stands', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const waits = hiram.server.appContext.db
    .updateTable('loan_order')
    .set({ status: 'approved', disbursed_on: null })
    .where('id', '=', borrower.orderId);
  await expect(waits.execute()).rejects.toThrow('an order does not move from overdue to approved');
  await returnPayout(borrower);
  await namesAnotherAccount(borrower);
  await expect(waits.execute()).rejects.toThrow('an order does not move from active to approved');
});

test('a reversal that the provider does not confirm changes and sends nothing and goes to review', async () => {
  const { appContext } = hiram.server;
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });
  await namesAnotherAccount(borrower);
  const payout = await payoutOf(hiram, borrower.orderId);
  const before = await book(borrower);
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  const message = { kind: 'payout', reference: payout.id, result: 'returned', on: today };
  expect(await hiram.report(message)).toMatchObject({ status: 200, outcome: 'contradicted' });
  expect((await details(borrower)).orderStatus).toBe(170);
  expect(await book(borrower)).toEqual(before);
  expect(
    await appContext.db
      .selectFrom('payout')
      .select('state')
      .where('order_id', '=', borrower.orderId)
      .execute(),
  ).toEqual([{ state: 'paid' }]);
});

test('a reversal while the provider creates a code shows nobody a code for a debt that no longer exists', async () => {
  const { appContext } = hiram.server;
  const borrower = await hiram.borrower({ state: '180' });
  const { borrower_id } = await orderOf(borrower);
  const { payment } = appContext.ports;
  const slow: PaymentPort = {
    ...payment,
    async issueCode(request) {
      await returnPayout(borrower);
      return payment.issueCode(request);
    },
  };
  const { defaultBrand: brand } = appContext;
  const channel = brand.channels.find(({ number }) => number === '10001');
  if (!channel) throw new Error('no channel');
  const order = await loadOrder(appContext.db, borrower_id, borrower.orderId);
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  const wanted = { amount: 100_000, channel, purpose: 'repayment', today, now: new Date() } as const;
  const pendingRequest = actAs('borrower', () =>
    issueCode({ ...appContext, ports: { ...appContext.ports, payment: slow } }, brand, order, wanted),
  );
  await expect(pendingRequest).rejects.toThrow(Unavailable);
  expect(
    await appContext.db
      .selectFrom('payment_code')
      .select(['state', 'pay_code'])
      .where('order_id', '=', borrower.orderId)
      .execute(),
  ).toEqual([{ state: 'replaced', pay_code: null }]);
});
