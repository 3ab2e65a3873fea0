import { homeIndex } from '@hiram/contract/home';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { payCode } from '@hiram/contract/repay';
import { sandboxPay, sandboxSms } from '@hiram/contract/sandbox';
import { addDays, formatCents, reversalNoticeDays } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { payByCode } from '../../../../test/support/borrowers/pay-by-code.ts';
import { payOn, reverse as takeBack } from '../../../../test/support/borrowers/pay-on.ts';
import { applyFor } from '../../../../test/support/borrowers/sign-up.ts';
import type { DemoBorrower } from '../../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../../test/support/processes/set-up.ts';
import { actAs } from '../../../platform/database/actor.ts';
import { inTransaction } from '../../../platform/database/connection/connect.ts';
import { checkTasks } from '../../reconciliation/check-tasks.ts';
import { reversalMessages } from '../../reconciliation/reconcile-payments.ts';
import { resolveEntry } from '../../review/resolve.ts';
import { reviewQueue } from '../../review/waiting.ts';

const hiram = setUpHiram();
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

/** The days in which a GCash payment can be reversed. */
const channelWindow = 14;

const page = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId }, context)).data;
const today = () => hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila');
const paymentOf = ({ orderId }: DemoBorrower) =>
  hiram.server.appContext.db
    .selectFrom('payment')
    .select(['id', 'provider_payment_id', 'code_id', 'amount', 'paid_on', 'state'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();

/** A borrower who paid what was due today. */
async function paid(kind: 'single' | 'perPeriod' = 'perPeriod'): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: '174', kind });
  await payByCode(hiram, borrower);
  return borrower;
}

/** The provider's message that the borrower's payment was reversed, with the outcome that it had. */
async function reverse(borrower: DemoBorrower, reference?: string | null): Promise<string | undefined> {
  const payment = await paymentOf(borrower);
  const { outcome } = await hiram.report({
    kind: 'reversal',
    reference: reference ?? payment.code_id,
    paymentId: payment.provider_payment_id,
    on: payment.paid_on,
  });
  return outcome;
}

test('the page says why the balance rose, what stays, and until when it costs nothing [T824]', async () => {
  const borrower = await paid();
  const { amount, paid_on } = await paymentOf(borrower);
  expect(await reverse(borrower)).toBe('done');
  const { defaultBrand: brand } = hiram.server.appContext;
  const until = addDays(await today(), reversalNoticeDays);
  const shown = await page(borrower);
  const { owedInAll = 0 } = shown.userOrderDetail.due ?? {};
  expect(shown.noticeStatusText).toBe('A payment was taken back');
  for (const part of [formatCents(amount, brand.money), formatDate(paid_on, 'en'), formatDate(until, 'en')])
    expect(shown.noticeDesText).toContain(part);
  expect(shown.noticeDesText).toContain(`you owe ${formatCents(owedInAll, brand.money)} in all`);
  expect(shown.noticeDesText).not.toContain('other payments');
  await hiram.days(reversalNoticeDays);
  expect((await page(borrower)).noticeStatusText).toBe('A payment was taken back');
  await hiram.days(1);
  expect((await page(borrower)).noticeStatusText).not.toBe('A payment was taken back');
});

test('who has paid a reversed payment again is not told any more that it was taken back [T1975]', async () => {
  const borrower = await paid();
  expect(await reverse(borrower)).toBe('done');
  expect((await page(borrower)).noticeStatusText).toBe('A payment was taken back');
  await payByCode(hiram, borrower);
  expect(await page(borrower)).toMatchObject({ orderStatus: 170, noticeStatusText: 'Loan active' });
});

test('of two reversed payments, one that is paid again leaves the page saying what is owed again [T1822]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const day = await today();
  const payments = [await payOn(hiram, borrower, 10_000, day), await payOn(hiram, borrower, 10_000, day)];
  for (const payment of payments) await takeBack(hiram, borrower, payment, day);
  await payOn(hiram, borrower, 10_000, day);
  expect((await page(borrower)).noticeStatusText).toBe('A payment was taken back');
  await payOn(hiram, borrower, 10_000, day);
  expect((await page(borrower)).noticeStatusText).not.toBe('A payment was taken back');
});

test('a reversal names what is owed as bearing charges, but for what it had paid [T1960]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const day = await today();
  await payOn(hiram, borrower, 20_000, day);
  const { orderId, context } = borrower;
  const code = await hiram.send(payCode, { orderId, amount: 100_000, channelNumber: '10001' }, context);
  await hiram.send(sandboxPay, {
    payCode: new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '',
  });
  expect(await reverse(borrower)).toBe('done');
  const shown = await page(borrower);
  expect(shown.noticeDesText).toContain('Your other payments still count.');
  const { owedInAll = 0 } = shown.userOrderDetail.due ?? {};
  const until = formatDate(addDays(day, reversalNoticeDays), 'en');
  const owed = formatCents(owedInAll, hiram.server.appContext.defaultBrand.money);
  const { messages } = await hiram.until(
    async () => (await hiram.send(sandboxSms, { phone: borrower.phone })).data,
    ({ messages }) => messages.some(({ text }) => text.includes('was reversed')),
  );
  const text = messages.find((message) => message.text.includes('was reversed'))?.text ?? '';
  const gsm = owed.replace('₱', 'PHP ');
  expect(text).toContain(
    `You owe ${gsm} in all again. Until ${until} what it had paid bears no late charges.`,
  );
  expect(text.length).toBeLessThanOrEqual(160);
});

test('a reversal after its channel’s window waits for a person, and then tells the borrower [T825]', async () => {
  const borrower = await paid('single');
  expect((await page(borrower)).orderStatus).toBe(200);
  await hiram.days(channelWindow + 1);
  expect(await reverse(borrower)).toBe('contradicted');
  const { provider_payment_id } = await paymentOf(borrower);
  expect(await paymentOf(borrower)).toMatchObject({ state: 'posted' });
  expect((await page(borrower)).orderStatus).toBe(200);
  const { appContext } = hiram.server;
  const waiting = (await reviewQueue(appContext.db)).entries.find(({ description }) =>
    description.includes(provider_payment_id),
  );
  expect(waiting?.reason).toContain('after the window of its channel');
  const task = await appContext.db
    .selectFrom('task')
    .select(['detail', 'order_id'])
    .where('subject_id', '=', waiting?.id ?? '')
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(task).toEqual({ detail: 'lateReversal', order_id: borrower.orderId });
  await actAs('command payments post', () =>
    resolveEntry(appContext, waiting?.id ?? '', {
      kind: 'post',
      on: undefined,
      orderId: undefined,
      reason: 'the bank confirmed it',
    }),
  );
  expect(await paymentOf(borrower)).toMatchObject({ state: 'reversed' });
  const { orderStatus, userOrderDetail } = await page(borrower);
  expect(orderStatus).toBe(180);
  expect(userOrderDetail.due).toMatchObject({ perDay: 0 });
  const until = formatDate(addDays(await today(), reversalNoticeDays), 'en');
  await hiram.until(
    async () => (await hiram.send(sandboxSms, { phone: borrower.phone })).data.messages,
    (messages) =>
      messages.some(({ text }) =>
        text.includes(`in all again. Until ${until} what it had paid bears no late`),
      ),
  );
});

test('a late reversal that waits for a person is counted as held [T1918]', async () => {
  const heldCount = async () =>
    /^hiram_payments_held (\d+)$/m.exec(await (await fetch(`${hiram.origin}/metrics`)).text())?.[1];
  const borrower = await paid();
  await hiram.days(channelWindow + 1);
  const before = Number(await heldCount());
  await reverse(borrower);
  expect(Number(await heldCount())).toBe(before + 1);
});

test('an index finds the message of a reversal by its payment [T1922]', async () => {
  const plan = await inTransaction(hiram.server.appContext.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return JSON.stringify(await reversalMessages(trx, 'sandbox', 'payment-1').explain());
  });
  expect(plan).toContain('provider_message_reversal');
});

test('a refused late reversal leaves the payment where it is [T826]', async () => {
  const borrower = await paid();
  await hiram.days(channelWindow + 1);
  await reverse(borrower);
  const { provider_payment_id } = await paymentOf(borrower);
  const { appContext } = hiram.server;
  const waiting = (await reviewQueue(appContext.db)).entries.find(({ description }) =>
    description.includes(provider_payment_id),
  );
  await actAs('command payments reject', () =>
    resolveEntry(appContext, waiting?.id ?? '', { kind: 'refuse', reason: 'the window is closed' }),
  );
  expect(await paymentOf(borrower)).toMatchObject({ state: 'posted' });
});

test('a reversal that names another borrower’s code changes nothing and waits for a person [T1974]', async () => {
  const [borrower, other] = [await paid(), await paid()];
  const { code_id } = await paymentOf(other);
  expect(await reverse(borrower, code_id)).toBe('contradicted');
  const { provider_payment_id, state } = await paymentOf(borrower);
  expect(state).toBe('posted');
  const { entries } = await reviewQueue(hiram.server.appContext.db);
  expect(entries.some(({ description }) => description.includes(provider_payment_id))).toBe(true);
});

test('the queue and the task of a reversal by another code say that, not that it came late [T1981]', async () => {
  const [borrower, other] = [await paid(), await paid()];
  await reverse(borrower, (await paymentOf(other)).code_id);
  const { provider_payment_id } = await paymentOf(borrower);
  const { db } = hiram.server.appContext;
  const waiting = (await reviewQueue(db)).entries.find(({ description }) =>
    description.includes(provider_payment_id),
  );
  expect(waiting?.reason).toBe('it names the code of another payment');
  const task = await db
    .selectFrom('task')
    .select('detail')
    .where('subject_id', '=', waiting?.id ?? '')
    .executeTakeFirstOrThrow();
  expect(task.detail).toBe('otherCode');
});

test('no second loan is paid out while a reversal has the first one run again [T1616]', async () => {
  const first = await paid('single');
  const second = await applyFor(hiram, first);
  await hiram.until(
    () => page(second),
    ({ orderStatus }) => orderStatus === 151,
  );
  expect(await reverse(first)).toBe('done');
  const asked = () => hiram.send(withdraw, { orderId: second.orderId }, second.context);
  expect(await asked()).toMatchObject({ success: false, code: '30105' });
  expect((await page(second)).orderStatus).toBe(151);
  await payByCode(hiram, first);
  expect(await asked()).toMatchObject({ success: true });
});

test('home leads to an approved loan beside one that a reversal reopened [T1971]', async () => {
  const first = await paid('single');
  const second = await applyFor(hiram, first);
  await hiram.until(
    () => page(second),
    ({ orderStatus }) => orderStatus === 151,
  );
  const home = async () => (await hiram.send(homeIndex, {}, first.context)).data;
  expect(await home()).toMatchObject({ order: { orderId: second.orderId } });
  expect(await reverse(first)).toBe('done');
  expect(await home()).toMatchObject({
    order: { orderId: first.orderId },
    otherOrder: { orderId: second.orderId, noticeMsg: expect.stringContaining('Your other loan runs again') },
  });
  await payByCode(hiram, first);
  expect((await home()).otherOrder).toBeUndefined();
});

test('the page of an approved loan beside one that a reversal reopened says what to pay first [T1645]', async () => {
  const first = await paid('single');
  const second = await applyFor(hiram, first);
  await hiram.until(
    () => page(second),
    ({ orderStatus }) => orderStatus === 151,
  );
  expect(await reverse(first)).toBe('done');
  const { owedInAll = 0 } = (await page(first)).userOrderDetail.due ?? {};
  const owed = formatCents(owedInAll, hiram.server.appContext.defaultBrand.money);
  const shown = await page(second);
  expect(shown).toMatchObject({ noticeStatusText: 'Your other loan runs again', inside: 0 });
  expect(shown.noticeDesText).toContain(`You owe ${owed} on your other loan again. Pay that first`);
  const { message } = await hiram.send(withdraw, { orderId: second.orderId }, second.context);
  expect(message).toContain('Pay that first');
  await payByCode(hiram, first);
  expect(await page(second)).toMatchObject({ noticeStatusText: 'Your loan is approved', inside: 1 });
});
