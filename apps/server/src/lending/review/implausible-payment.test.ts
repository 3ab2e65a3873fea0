import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { cents, formatCents, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newCode } from '../../../test/support/borrowers/pay-by-code.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { markets } from '../../brands/markets/markets.ts';
import { actAs } from '../../platform/database/actor.ts';
import { runDueWork } from '../../scheduler/scheduler.ts';
import { checkLoans } from '../reconciliation/check-loans.ts';
import { resolveEntry } from './resolve.ts';
import { reviewQueue } from './waiting.ts';

const hiram = setUpHiram({ BRAND: 'ph,id' });

const db = () => hiram.server.appContext.db;
const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;

/** A late borrower who requests a code for the amount due, and a provider that reports another amount. */
async function pay(
  amountOf: (due: number) => number,
  brand = 'ph',
): Promise<{ borrower: DemoBorrower; amount: number }> {
  const borrower = await hiram.borrower({ state: '180' }, brand);
  const { code, amount: due } = await newCode(hiram, borrower);
  const amount = amountOf(due);
  await hiram.send(sandboxPay, { payCode: code, amount });
  return { borrower, amount };
}

const payment = (borrower: DemoBorrower) =>
  db().selectFrom('payment').selectAll().where('order_id', '=', borrower.orderId).executeTakeFirstOrThrow();

test('a payment that is a hundred times too large waits for review, and no reminder is sent [T2134]', async () => {
  const { borrower, amount } = await pay((due) => due * 100);
  const held = await payment(borrower);
  expect(held.state).toBe('held');
  expect((await reviewQueue(db())).entries).toMatchObject([
    { id: held.id, amount, reason: expect.stringContaining('100 times the code’s amount') },
  ]);
  const page = await details(borrower);
  expect(page.noticeStatusText).toBe('We are checking your payment');
  expect(page.KindTipsMsg).toBeUndefined();
  expect(page.userOrderDetail).toMatchObject({
    credit: 0,
    due: { underReview: amount },
    payments: [{ state: 'review', amount, rows: [] }],
  });
  const status = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  expect(status.data.due.underReview).toBe(amount);
});

test('a payment that is implausible by another factor waits for review too', async () => {
  const { borrower } = await pay((due) => due * 99);
  expect(await payment(borrower)).toMatchObject({
    state: 'held',
    held_reason: expect.stringContaining('twice the amount that settles the loan'),
  });
});

test('a payment of a hundredth of its code’s amount waits for review [T2137]', async () => {
  const { borrower } = await pay((due) => Math.round(due / 100));
  expect(await payment(borrower)).toMatchObject({
    state: 'held',
    held_reason: expect.stringContaining('a hundredth'),
  });
});

test('a payment with parts of a rupiah waits for review, one of whole rupiah is posted [T1986]', async () => {
  const { borrower } = await pay((due) => due - 50, 'id');
  expect(await payment(borrower)).toMatchObject({
    state: 'held',
    held_reason: expect.stringContaining('parts of a rupiah'),
  });
  const { borrower: other } = await pay((due) => due - 100, 'id');
  expect((await payment(other)).state).toBe('posted');
});

test('several held payments are named as several, with their sum [T1647]', async () => {
  const { borrower, amount } = await pay((due) => due * 100);
  const { code } = await newCode(hiram, borrower);
  await hiram.send(sandboxPay, { payCode: code, amount });
  const page = await details(borrower);
  expect(page.noticeStatusText).toBe('We are checking your payments');
  expect(page.noticeDesText).toContain(
    `2 payments came in, ${formatCents(cents(2 * amount), hiram.server.appContext.defaultBrand.money)} together`,
  );
});

test('no reminder is sent by text while a payment is held; after a reviewer refuses it one is', async () => {
  const borrower = await hiram.borrower({ state: '174' });
  const reminders = async () =>
    (
      await db().selectFrom('notice').select('event').where('order_id', '=', borrower.orderId).execute()
    ).filter(({ event }) => event.startsWith('due '));
  // Restores the state before the reminder: the demo borrower's creation has sent the day's reminder already.
  const deleteReminders = () =>
    sql`delete from notice where order_id = ${borrower.orderId} and event like 'due %'`.execute(hiram.owner);
  const { code, amount } = await newCode(hiram, borrower);
  await hiram.send(sandboxPay, { payCode: code, amount: amount * 100 });
  const held = await payment(borrower);
  expect(held.state).toBe('held');
  await deleteReminders();
  await runDueWork(hiram.server.appContext);
  expect(await reminders()).toEqual([]);
  const reject = { kind: 'refuse', reason: 'never arrived' } as const;
  await actAs('command payments post', () => resolveEntry(hiram.server.appContext, held.id, reject));
  await runDueWork(hiram.server.appContext);
  expect(await reminders()).toHaveLength(1);
});

test('a released payment counts from the payer’s day, and its excess is credit on every screen', async () => {
  const { borrower, amount } = await pay((due) => due * 100);
  const held = await payment(borrower);
  const paidOn = localDate(held.paid_on);
  await hiram.days(3);
  const post = { kind: 'post', on: undefined, orderId: undefined, reason: 'the bank confirms it' } as const;
  await actAs('command payments post', () => resolveEntry(hiram.server.appContext, held.id, post));
  const page = await details(borrower);
  expect(page.orderStatus).toBe(200);
  expect(page.userOrderDetail.credit).toBeGreaterThan(amount / 2);
  expect(page.userOrderDetail.payments).toMatchObject([{ state: 'posted', date: paidOn, amount }]);
  const [shown] = page.userOrderDetail.payments;
  expect(shown?.rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amount);
  const event = await db()
    .selectFrom('loan_event')
    .select('value_date')
    .where('id', '=', held.id)
    .executeTakeFirstOrThrow();
  expect(event.value_date).toBe(paidOn);
  const today = await hiram.server.appContext.clock.today(db(), 'Asia/Manila');
  expect(await checkLoans(db(), { brand: 'ph', today })).toMatchObject({ differing: 0 });
});

test('a large payment below the market’s limit, or below twice the payoff, is posted', async () => {
  const line = markets.ph.holdAbove;
  const { borrower: borrowerAtLimit } = await pay(() => line);
  expect((await payment(borrowerAtLimit)).state).toBe('posted');
  const { borrower: exact } = await pay((due) => due + 1);
  expect((await payment(exact)).state).toBe('posted');
});
