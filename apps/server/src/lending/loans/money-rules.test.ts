import { bindCardFromOrder } from '@hiram/contract/bank';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails, orderList, withdraw } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, laterCost, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asTwoPersons } from '../../../test/support/console/two-persons.ts';
import { borrowerIdOf, orderRowOf, paymentOf } from '../../../test/support/database/rows.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { actAs } from '../../platform/database/actor.ts';
import { balances } from '../ledger/ledger.ts';
import { checkLoans } from '../reconciliation/check-loans.ts';
import { adjustLoan, loanSituation } from '../review/adjust-loan.ts';
import { resolveEntry } from '../review/resolve.ts';
import { reviewQueue } from '../review/waiting.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { BRAND: 'ph,in,id,spec' });
});
afterAll(async () => {
  for (const id of ['ph', 'in', 'id', 'spec']) expect(await check(id)).toMatchObject({ differing: 0 });
  await hiram.stop();
});

async function check(id: string) {
  const { clock, db } = hiram.server.appContext;
  const brand = brandOf(hiram.server.appContext, { brand: id });
  return checkLoans(db, { brand: id, today: await clock.today(db, brand.timeZone) });
}
const page = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId }, context)).data;
const bill = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(instalmentDetail, { orderId }, context)).data;

/** Requests a code as a page does that shows the figures of `quotedFor`. */
async function codeFor({ orderId, context }: DemoBorrower, amount: number, quotedFor?: string) {
  const { data } = await hiram.send(instalmentDetail, { orderId }, context);
  const channel = data.repayList.find((candidate) => candidate.min <= amount && amount <= candidate.max);
  const channelNumber = channel?.channel_number ?? data.repayList[0]?.channel_number ?? '';
  return hiram.send(payCode, { orderId, amount, channelNumber, quotedFor }, context);
}

async function pay(borrower: DemoBorrower, amount: number, received = amount): Promise<string> {
  const code = await codeFor(borrower, amount);
  expect(code).toMatchObject({ success: true });
  const payCodeShown = new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
  await hiram.send(sandboxPay, { payCode: payCodeShown, amount: received });
  return payCodeShown;
}

/** A loan of four repayments, two of them paid ahead, on a day on which a payoff is allowed. */
async function payable(brand = 'ph'): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: '170' }, brand);
  for (let no = 1; no <= 2; no += 1) await pay(borrower, (await bill(borrower)).repayAmount);
  return borrower;
}

test('TERM-03 the payoff offer, paid to the centavo, settles the loan', async () => {
  const once = await payable();
  const twice = await payable();
  const before = (await page(once)).userOrderDetail.due;
  expect(before?.payoff.isAllowed).toBe(0);
  await hiram.days(60);
  const { due, quotedFor, amountMax } = await bill(once);
  expect(due.payoff).toMatchObject({ isAllowed: 1, date: quotedFor });
  expect(before?.payoff.date && before.payoff.date <= quotedFor).toBe(true);
  expect(due.payoff.saves).toBe(due.owedInAll - due.payoff.amount);
  expect(due.payoff.saves).toBeGreaterThan(0);
  expect(amountMax).toBe(due.payoff.amount);
  expect(due.payoff.amount % 100).not.toBe(0);
  const paidCode = await pay(once, due.payoff.amount);
  const status = (await hiram.send(codeStatus, { payCode: paidCode }, once.context)).data;
  expect(status.rest).toMatchObject({ settled: 1, repayAmount: 0, credit: 0 });
  expect((await page(once)).orderStatus).toBe(200);
  // The same amount in two payments on one day, the first by "another amount" with centavos.
  const payoffAmount = (await bill(twice)).due.payoff.amount;
  const part = await pay(twice, 123_457);
  const remainder = (await hiram.send(codeStatus, { payCode: part }, twice.context)).data.rest;
  expect(remainder).toMatchObject({ settled: 0, repayAmount: (await bill(twice)).repayAmount });
  expect((await bill(twice)).due.payoff.amount).toBe(payoffAmount - 123_457);
  await pay(twice, payoffAmount - 123_457);
  expect((await page(twice)).orderStatus).toBe(200);
});

test('TERM-03 INST-05 a single loan issues no code before its prepayment date', async () => {
  const borrower = await hiram.borrower({ state: '170', kind: 'single' }, 'ph');
  const { due, amountMin, amountMax } = await bill(borrower);
  expect(due.kind).toBe('maturity');
  expect(due.payoff).toMatchObject({ isAllowed: 0, amount: 0 });
  expect([amountMin, amountMax]).toEqual([0, 0]);
  expect(due.payoff.date < due.dueTime).toBe(true);
  expect(await codeFor(borrower, due.repayAmount)).toMatchObject({ success: false, code: '40102' });
});

test('INST-05 a page left open over midnight must confirm the new figures if they changed', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'ph');
  const before = await bill(borrower);
  await hiram.days(1);
  const stale = await codeFor(borrower, before.repayAmount, before.quotedFor);
  expect(stale).toMatchObject({ success: false, code: '40305', field: 'quotedFor' });
  const after = await bill(borrower);
  expect(after.repayAmount).toBeGreaterThan(before.repayAmount);
  expect(stale.message).toContain('It is a new day');
  expect(await codeFor(borrower, after.repayAmount, after.quotedFor)).toMatchObject({ success: true });
  // Nothing changed for a loan that is not due yet: yesterday's page can still pay.
  const onTime = await hiram.borrower({ state: '170' }, 'ph');
  const yesterday = await bill(onTime);
  await hiram.days(1);
  expect(await codeFor(onTime, yesterday.repayAmount, yesterday.quotedFor)).toMatchObject({ success: true });
});

/** After the days in which any channel of the brand may reverse a payment. */
const reversalWindow = 15;

test('every call shows the credit at 200, and a refund whose payment is reversed is owed again', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, 'spec');
  const due = (await bill(borrower)).repayAmount;
  await pay(borrower, due, due + 12_345);
  const { orderId, context, productId } = borrower;
  const screens = async () => ({
    order: (await page(borrower)).userOrderDetail,
    listed: (await hiram.send(orderList, {}, context)).data.list[0],
    home: (await hiram.send(homeIndex, {}, context)).data.credits,
    repay: await hiram.send(instalmentDetail, { orderId }, context),
  });
  const settled = await screens();
  expect(settled.order).toMatchObject({ credit: 12_345, refundOwed: 0 });
  expect(settled.listed).toMatchObject({ status: 200, credit: 12_345 });
  expect(settled.home).toMatchObject([{ orderId, productId, credit: 12_345 }]);
  expect(settled.repay.message).toContain('123,45');
  const refund = { kind: 'refunded', amount: 12_345 } as const;
  await hiram.days(reversalWindow);
  const grounds = {
    reference: 'bank 1',
    reason: 'paid too much',
    by: 'Ana Cruz',
    second: 'Ben Reyes',
  };
  const { appContext } = hiram.server;
  await actAs('command loans refund', () =>
    asTwoPersons(hiram, (db) => adjustLoan({ ...appContext, db }, orderId, refund, grounds)),
  );
  expect((await screens()).home).toEqual([]);
  const payment = await paymentOf(hiram, orderId);
  const { status } = await hiram.report({
    kind: 'reversal',
    reference: payment.code_id,
    paymentId: payment.provider_payment_id,
    on: payment.paid_on,
  });
  expect(status).toBe(200);
  // A refund is possible only after the window, so a person decides on the reversal.
  const waiting = (await reviewQueue(appContext.db)).entries.find(({ description }) =>
    description.includes(payment.provider_payment_id),
  );
  const decision = { kind: 'post', on: undefined, orderId: undefined, reason: 'confirmed' } as const;
  await actAs('command payments post', () => resolveEntry(appContext, waiting?.id ?? '', decision));
  const again = await screens();
  expect(again.order).toMatchObject({ credit: 0, refundOwed: 12_345 });
  expect(again.listed).toMatchObject({ credit: 0, refundOwed: 12_345 });
  expect(again.repay.data.due).toMatchObject({ credit: 0, refundOwed: 12_345 });
  expect(again.repay.data.due.rows).toContainEqual(
    expect.objectContaining({ text: 'Refund to be paid back', amount: 12_345 }),
  );
  expect(await loanSituation(appContext, orderId)).toMatchObject({ credit: 0 });
  await pay(borrower, again.repay.data.repayAmount);
  expect((await page(borrower)).orderStatus).toBe(200);
  const book = await balances(appContext.db, { borrowerId: payment.borrower_id, orderId });
  expect(book.get('borrower:credit') ?? 0).toBe(0);
});

test('in: in the cooling-off days the page cancels the loan, and the fee is returned', async () => {
  const borrower = await hiram.borrower({ state: '151' }, 'in');
  const card = { cardType: 2, walletCode: 'AIRP', walletNumber: '9876543210', holderName: 'Maria Santos' };
  await hiram.send(bindCardFromOrder, { ...card, product_id: borrower.productId }, borrower.context);
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  await hiram.until(
    () => page(borrower),
    ({ orderStatus }) => orderStatus === 170,
  );
  await hiram.days(3);
  const { due } = await bill(borrower);
  expect(due.coolingOff).toMatchObject({ until: due.quotedFor });
  const { amount = 0, feeReturned = 0 } = due.coolingOff ?? {};
  expect(feeReturned).toBeGreaterThan(0);
  expect(amount % 100).toBe(0);
  expect(await codeFor(borrower, amount - 50)).toMatchObject({
    success: false,
    code: '40307',
    field: 'amount',
  });
  await pay(borrower, amount);
  expect((await page(borrower)).orderStatus).toBe(200);
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  const book = await balances(hiram.server.appContext.db, {
    borrowerId,
    orderId: borrower.orderId,
  });
  expect(book.get('income:fee') ?? 0).toBe(0);
  expect(book.get('loan:principal') ?? 0).toBe(0);
  // A day later the period is over: the ordinary rules apply again.
  const late = await hiram.borrower({ state: '170' }, 'in');
  expect((await bill(late)).due.coolingOff).toBeUndefined();
});

test('in and id accept whole rupees and rupiah only; in spec a payment ten centavos short costs no penalty', async () => {
  for (const brand of ['in', 'id'])
    for (const state of ['170', '174', '180'] as const) {
      const { due, amountMin } = await bill(await hiram.borrower({ state }, brand));
      expect([due.repayAmount % 100, due.payoff.amount % 100, amountMin % 100]).toEqual([0, 0, 0]);
    }
  const borrower = await hiram.borrower({ state: '174' }, 'spec');
  await pay(borrower, (await bill(borrower)).repayAmount - 10);
  await hiram.days(5);
  const after = await page(borrower);
  expect(after.orderStatus).toBe(170);
  expect(after.userOrderDetail.due).toMatchObject({ overdueDays: 0, perDay: 0 });
});

test('id: the costs of a late loan never exceed the amount lent @verify', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'id');
  await hiram.days(1_500);
  const { due } = await bill(borrower);
  const { amount } = await orderRowOf(hiram, borrower.orderId);
  expect(due.owedInAll).toBeLessThanOrEqual(2 * amount);
});

test('the cost of waiting covers the repayment in question and not the next regular one', async () => {
  const late = await hiram.borrower({ state: '180' }, 'ph');
  const cost = async (borrower: DemoBorrower) =>
    (await hiram.send(laterCost, { orderId: borrower.orderId }, borrower.context)).data;
  const now = await cost(late);
  const day = now.later.find((candidate) => candidate.days === 1);
  expect(day?.more).toBe((day?.amount ?? 0) - now.repayAmount);
  const month = now.later.find((candidate) => candidate.days === 30);
  // 30 days of late interest on the late amount, at 0.1666% a day, and no other repayment.
  expect(month?.more ?? 0).toBeLessThan(now.repayAmount * 0.06);
  await hiram.days(1);
  expect((await bill(late)).repayAmount).toBe(day?.amount);
});
