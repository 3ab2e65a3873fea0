import { messageList } from '@hiram/contract/messages';
import { loanDetails } from '@hiram/contract/order';
import { codeStatus, delayDetail, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { addDays, daysBetween, localDate } from '@hiram/loan';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { actAs } from '../../platform/database/actor.ts';
import { loadOrder } from '../loans/order-store.ts';
import { checkLoans } from '../reconciliation/check-loans.ts';
import { issueCode } from './codes/payment-codes.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { BRAND: 'spec' });
});
afterAll(async () => {
  const { clock, db } = hiram.server.appContext;
  const today = await clock.today(db, brandOf(hiram.server.appContext, { brand: 'spec' }).timeZone);
  expect(await checkLoans(db, { brand: 'spec', today })).toMatchObject({ differing: 0 });
  await hiram.stop();
});

const details = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId }, context)).data;
const price = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(delayDetail, { orderId }, context)).data;
const statusOf = async ({ context }: DemoBorrower, code: string) =>
  (await hiram.send(codeStatus, { payCode: code }, context)).data;

/** A code for the price of an extension as the page shows it today. */
async function codeForPrice(borrower: DemoBorrower, channelNumber = '10001'): Promise<string> {
  const { orderId, context } = borrower;
  const amount = (await price(borrower)).repayAmount;
  const code = await hiram.send(payCode, { orderId, amount, channelNumber, isDelay: 1 }, context);
  expect(code.success, code.message).toBe(true);
  return new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
}

test('EXT-04 a price that is ten centavos short moves the date, and the loan is not late [T813]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const asked = await price(borrower);
  const code = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: code, amount: asked.repayAmount - 10 });
  expect((await details(borrower)).orderStatus).toBe(170);
  const shown = await statusOf(borrower, code);
  expect(shown).toMatchObject({ note: '' });
  expect(shown.rest?.dueTime).toBe(asked.dueTime);
});

test('EXT-04 parts of the price that are paid on one day move the date together [T814]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const asked = await price(borrower);
  const first = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: first, amount: asked.repayAmount - 40_000 });
  expect((await statusOf(borrower, first)).note).toContain('₱400,00 is still missing today');
  expect((await details(borrower)).orderStatus).toBe(180);
  const missing = await price(borrower);
  expect(missing).toMatchObject({ repayAmount: 40_000, dueTime: asked.dueTime });
  // No row of nothing: the interest to today is paid.
  expect(missing.repayPlan.map(({ amount }) => amount).filter((amount) => amount === 0)).toEqual([]);
  const second = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: second });
  expect((await details(borrower)).orderStatus).toBe(170);
  for (const code of [first, second]) expect((await statusOf(borrower, code)).note).toBe('');
});

test('EXT-04 a part of the price no longer counts the next day, and the note says the price [T815]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const asked = await price(borrower);
  const code = await codeForPrice(borrower);
  await hiram.send(sandboxPay, { payCode: code, amount: asked.repayAmount - 40_000 });
  await hiram.days(1);
  const { note } = await statusOf(borrower, code);
  expect(note).not.toMatch(/missing|grown/);
  expect(note).toContain('did not move the date');
});

const storeChannel = '10004';
const codeRow = (code: string) =>
  hiram.server.appContext.db
    .selectFrom('payment_code')
    .select(['issued_at', 'expires_at'])
    .where('pay_code', '=', code)
    .executeTakeFirstOrThrow();
const today = () => hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila');

test('EXT-04 a store code for an extension ends at midnight, and money dated before moves the date [T818]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const { dueTime } = await price(borrower);
  const code = await codeForPrice(borrower, storeChannel);
  const { issued_at, expires_at } = await codeRow(code);
  const midnight = (moment: Date) => dayIn('Asia/Manila', moment);
  expect(midnight(expires_at)).toBe(addDays(midnight(issued_at), 1));
  expect(midnight(new Date(expires_at.getTime() - 1))).toBe(midnight(issued_at));
  const quoted = await today();
  await hiram.days(1);
  expect((await statusOf(borrower, code)).state).toBe('expired');
  expect(await hiram.send(sandboxPay, { payCode: code })).toMatchObject({ success: false, code: '90202' });
  // The counter took it before midnight and tells us after it.
  expect(await hiram.send(sandboxPay, { payCode: code, date: quoted })).toMatchObject({ success: true });
  const { orderStatus, userOrderDetail } = await details(borrower);
  expect(orderStatus).toBe(170);
  expect(userOrderDetail.due?.dueTime).toBe(dueTime);
});

test('TERM-03 a store code for the payoff ends at midnight, dated money settles the loan [T819]', async () => {
  const borrower = await hiram.borrower({ state: '170' }, 'spec');
  const bill = async () =>
    (await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context)).data;
  const { date } = (await bill()).due.payoff;
  await hiram.days(daysBetween(await today(), localDate(date)));
  const { due, repayAmount } = await bill();
  const codeFor = async (amount: number) => {
    const wanted = { orderId: borrower.orderId, amount, channelNumber: storeChannel };
    const { data } = await hiram.send(payCode, wanted, borrower.context);
    return new URL(data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
  };
  const payoffCode = await codeFor(due.payoff.amount);
  const ordinary = await codeRow(await codeFor(repayAmount - 100_000));
  const minutes = (ordinary.expires_at.getTime() - ordinary.issued_at.getTime()) / 60_000;
  expect(minutes).toBe(1_440);
  const quoted = await today();
  await hiram.days(1);
  expect(await hiram.send(sandboxPay, { payCode: payoffCode })).toMatchObject({ code: '90202' });
  await hiram.send(sandboxPay, { payCode: payoffCode, date: quoted });
  expect((await details(borrower)).orderStatus).toBe(200);
});

test('EXT-03 requests for one price at the same time get one code [T828]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const codes = await Promise.all(Array.from({ length: 8 }, () => codeForPrice(borrower)));
  expect(new Set(codes).size).toBe(1);
});

test('EXT-03 a request that began earlier and arrives later gets the code of the other one [T829]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const code = await codeForPrice(borrower);
  const { appContext } = hiram.server;
  const brand = brandOf(appContext, { brand: 'spec' });
  const channel = brand.channels.find(({ number }) => number === '10001');
  if (!channel) throw new Error('no channel');
  const { borrower_id, issued_at, amount } = await appContext.db
    .selectFrom('payment_code')
    .select(['borrower_id', 'issued_at', 'amount'])
    .where('pay_code', '=', code)
    .executeTakeFirstOrThrow();
  const order = await loadOrder(appContext.db, borrower_id, borrower.orderId);
  const now = new Date(issued_at.getTime() - 50);
  const earlier = { amount, channel, purpose: 'extension', today: await today(), now } as const;
  const again = await actAs('borrower', () => issueCode(appContext, brand, order, earlier));
  expect(again.pay_code).toBe(code);
});

test('EXT-04 money for a date that cannot move any more says so and why, on the page and by text [T1561]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'spec');
  const { orderId, context } = borrower;
  const asked = await price(borrower);
  const code = await codeForPrice(borrower);
  const { repayAmount } = (await hiram.send(instalmentDetail, { orderId }, context)).data;
  const late = await hiram.send(payCode, { orderId, amount: repayAmount, channelNumber: '10002' }, context);
  await hiram.send(sandboxPay, {
    payCode: new URL(late.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '',
  });
  await hiram.send(sandboxPay, { payCode: code });
  expect((await details(borrower)).userOrderDetail.due?.dueTime).not.toBe(asked.dueTime);
  const status = await statusOf(borrower, code);
  expect(status.note).toBe(
    'This paid what you owe. The due date did not move. This loan is not due yet. You can move the date when its next payment is due soon.',
  );
  expect(status).not.toHaveProperty('milestone');
  const { data } = await hiram.send(messageList, {}, context);
  expect(data.list.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('the due date did not move. This loan is not due yet'),
  );
});
