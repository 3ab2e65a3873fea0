import { randomUUID } from 'node:crypto';
import { savePreferences } from '@hiram/contract/account';
import { certifySave } from '@hiram/contract/certify';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay, sandboxSms } from '@hiram/contract/sandbox';
import { cents, formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { beforeAll, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { applyFor, certify, signIn } from '../../../test/support/borrowers/sign-up.ts';
import { borrowerIdOf, borrowerIdOfPhone } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { runDueWork } from '../../scheduler/scheduler.ts';
import { decideOrder } from '../origination/decision/decide-order.ts';
import { maxLoanMessagesPerDay } from './begin-attempts.ts';
import { sendDueNotices } from './send-notice.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

/** The server on a Wednesday noon in Manila that is no holiday, after every moment at which a message was queued. */
const atNoon = () => {
  const { appContext } = hiram.server;
  return { ...appContext, clock: { ...appContext.clock, now: () => new Date('2030-06-05T12:00:00+08:00') } };
};

const textsOf = async (borrower: DemoBorrower) =>
  (
    await hiram.send(
      sandboxSms,
      { phone: borrower.phone },
      borrower.context.appName ? { appName: borrower.context.appName } : {},
    )
  ).data.messages.map((message) => message.text);
const textOf = async (borrower: DemoBorrower, wanted: RegExp) =>
  (
    await hiram.until(
      () => textsOf(borrower),
      (all) => all.some((text) => wanted.test(text)),
    )
  ).filter((text) => wanted.test(text));
const eventsOf = async (borrower: DemoBorrower) =>
  (
    await hiram.server.appContext.db
      .selectFrom('notice')
      .select('event')
      .where('order_id', '=', borrower.orderId)
      .orderBy('event')
      .execute()
  ).map((row) => row.event);
const pay = async (borrower: DemoBorrower, amount?: number) =>
  (await payByCode(hiram, borrower, { amount })).code;

test('TERM-02 a decision, a payout, a payment and a settlement each send one text', async () => {
  const ready = await hiram.borrower({ state: 'ready', kind: 'single' });
  const borrower = await applyFor(hiram, ready);
  expect(await textOf(borrower, /is approved/)).toEqual([
    'Hiram: your application for PHP 5.000,00 is approved. Open the app to receive the money.',
  ]);
  // Runs the job again, as after a killed server: no text is sent twice.
  await decideOrder(
    hiram.server.appContext,
    await borrowerIdOfPhone(hiram.server.appContext.db, borrower.phone),
    borrower.orderId,
  );

  const waiting = await hiram.borrower({ state: '151' });
  await hiram.send(withdraw, { orderId: waiting.orderId }, waiting.context);
  expect(await textOf(waiting, /we sent/)).toHaveLength(1);

  const late = await hiram.borrower({ state: '180' });
  await pay(late);
  expect(await textOf(late, /we received your payment/)).toHaveLength(1);
  const single = await hiram.borrower({ state: '180', kind: 'single' });
  await pay(single);
  expect(await textOf(single, /Your loan is settled\. Thank you\./)).toHaveLength(1);
});

test('a payment of more than was owed names the credit and that it is paid back [T1648]', async () => {
  // The second of two codes that were made before the first was paid.
  const other = await hiram.borrower({ state: '180', kind: 'single' });
  const { orderId, context } = other;
  const { repayAmount: amount } = (await hiram.send(instalmentDetail, { orderId }, context)).data;
  const codes: string[] = [];
  for (const channelNumber of ['10001', '10002']) {
    const code = await hiram.send(payCode, { orderId, amount, channelNumber }, context);
    expect(code.success, code.message).toBe(true);
    codes.push(new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '');
  }
  for (const text of codes) await hiram.send(sandboxPay, { payCode: text }, context);
  const { money } = hiram.server.appContext.defaultBrand;
  const credit = formatCents(cents(amount), money).replace('₱', 'PHP ');
  expect(await textOf(other, /Your credit is/)).toEqual([
    `Hiram: we received your payment of ${credit}. Your loan is settled. Your credit is ${credit}: call us and we pay it back.`,
  ]);
});

test('TERM-06 an approved application sends its decision by text once', async () => {
  const borrower = await hiram.borrower({ state: 'ready', kind: 'single' });
  const applied = await applyFor(hiram, borrower);
  await hiram.until(
    async () =>
      (await hiram.send(loanDetails, { orderId: applied.orderId }, borrower.context)).data.orderStatus,
    (status) => status === 151,
  );
  expect(await eventsOf(applied)).toEqual(['applied', 'decision']);
});

test('TERM-06 a refused application sends a text without the reason', async () => {
  const borrower = await signIn(hiram);
  await certify(hiram, borrower);
  // Their income is too low for the repayments.
  const values = { employment: 'employed', employer: 'Luntian', monthlyIncome: '1000', payDay: 'monthly' };
  const saved = await hiram.send(certifySave, { group: 'job', values, revision: 1 }, borrower.context, {
    key: randomUUID(),
  });
  expect(saved.success, saved.message).toBe(true);
  const applied = await applyFor(hiram, borrower);
  const details = async () =>
    (await hiram.send(loanDetails, { orderId: applied.orderId }, borrower.context)).data;
  await hiram.until(details, (data) => data.orderStatus === 110);
  const [text = '', ...more] = await textOf(applied, /cannot lend/);
  expect(text).toMatch(
    /^Hiram: we cannot lend you PHP [\d.,]+ now\. The app says why, and when you can apply again\.$/,
  );
  expect(more).toEqual([]);
  // The reason is shown only in the app.
  expect((await textsOf(applied)).join('\n')).not.toMatch(/income|salary|afford/i);
  expect((await details()).noticeDesText).toMatch(/income/);
  // Runs the job again, as after a killed server: no text is sent twice.
  const { appContext } = hiram.server;
  const borrowerId = await borrowerIdOf(hiram, applied.orderId);
  await decideOrder(appContext, borrowerId, applied.orderId);
  expect(await eventsOf(applied)).toEqual(['applied', 'decision']);
});

test('texts are in the borrower’s chosen language', async () => {
  const borrower = await hiram.borrower({ state: '151' }, 'ph');
  await hiram.send(savePreferences, { language: 'fil' }, borrower.context);
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  expect(await textOf(borrower, /ipinadala namin ang/)).toHaveLength(1);
});

test('without a chosen language texts are in that of the agreement [T823]', async () => {
  const ready = await hiram.borrower({ state: 'ready', kind: 'single' });
  const borrower = await applyFor(hiram, { ...ready, context: { ...ready.context, lang: 'id' } });
  expect(await textOf(borrower, /disetujui/)).toHaveLength(1);
});

test('a due date gets one reminder, whichever server runs and how often; a paid instalment gets none', async () => {
  const borrower = await hiram.borrower({ state: '174' });
  await Promise.all([1, 2, 3].map(() => runDueWork(hiram.server.appContext)));
  await runDueWork(hiram.server.appContext);
  await sendDueNotices(atNoon());
  expect(await textOf(borrower, /is due on/)).toHaveLength(1);
  const events = () =>
    hiram.server.appContext.db
      .selectFrom('notice')
      .select('event')
      .where('order_id', '=', borrower.orderId)
      .execute();
  expect((await events()).map((event) => event.event)).toEqual([
    expect.stringMatching(/^due \d{4}-\d\d-\d\d$/),
  ]);
  await pay(borrower);
  await runDueWork(hiram.server.appContext);
  expect((await events()).filter((event) => event.event.startsWith('due '))).toHaveLength(1);
});

test('a loan sends at most its daily cap of messages, and the inbox has them all', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  for (let paid = 0; paid < maxLoanMessagesPerDay + 3; paid += 1) await pay(borrower, 10_000 + paid);
  const states = async () =>
    (
      await hiram.server.appContext.db
        .selectFrom('notice')
        .select('state')
        .where('order_id', '=', borrower.orderId)
        .where('event', 'like', 'payment %')
        .execute()
    ).map(({ state }) => state);
  const all = await hiram.until(states, (found) => !found.includes('queued'));
  expect(all.filter((state) => state === 'sent')).toHaveLength(maxLoanMessagesPerDay);
  expect(all.filter((state) => state === 'inbox')).toHaveLength(3);
});

test('after a payment the text and its page name the next repayment and its day, no payoff [T1614]', async () => {
  const borrower = await hiram.borrower({ state: '174', kind: 'perPeriod' }, 'ph');
  const { orderId, context } = borrower;
  for (let count = 0; count < 2; count += 1) {
    await pay(borrower);
    await hiram.days(30);
  }
  const code = await pay(borrower);
  const { data } = await hiram.send(loanDetails, { orderId }, context);
  const last = data.userOrderDetail.repayments?.at(-1);
  expect(last).toMatchObject({ unpaid: 284_637, state: 'coming' });
  // The payoff of today would be less.
  expect(data.userOrderDetail.due?.payoff).toMatchObject({ isAllowed: 1 });
  const status = await hiram.send(codeStatus, { payCode: code }, context);
  expect(status.data).toMatchObject({ rest: { repayAmount: 284_637, dueTime: last?.dueTime } });
  const day = formatDate(last?.dueTime ?? '', 'en');
  expect(await textOf(borrower, new RegExp(`Next to pay: PHP 2,846\\.37 by ${day}`))).toHaveLength(1);
});
