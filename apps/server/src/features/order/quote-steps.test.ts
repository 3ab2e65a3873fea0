import { gzipSync } from 'node:zlib';
import { savePreferences } from '@hiram/contract/account';
import { loanDetails, quoteSteps, remindToPay } from '@hiram/contract/order';
import { sandboxSms } from '@hiram/contract/sandbox';
import { addDays, daysBetween, localDate, quoteLaterSteps, rulesVersion } from '@hiram/loan';
import { isSnapshot } from '@hiram/loan/snapshot';
import { isTerms } from '@hiram/loan/terms';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { applyFor } from '../../../test/support/borrowers/sign-up.ts';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import type { Cluster } from '../../../test/support/database/throwaway-cluster.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { storeReminder } from '../../lending/loans/payment-reminders.ts';
import { runDueWork } from '../../scheduler/scheduler.ts';

/** From now to noon in Manila, in milliseconds: reminders keep the hours of law and brand. */
const toNoon = new Date().setUTCHours(4, 0, 0, 0) - Date.now();
let cluster: Cluster;
let hiram: Hiram;
// Days are moved here, so other files must not share the clock.
beforeAll(async () => {
  cluster = inject('cluster');
  hiram = await startHiram(cluster, { BRAND: 'ph,id' }, { now: () => new Date(Date.now() + toNoon) });
  // Reminders are sent at the machine's moment: on a public holiday they would wait.
  for (const brand of hiram.server.appContext.brands.values())
    (brand.holidays as Map<string, string>).clear();
});
afterAll(() => hiram.stop());

const orderOf = async ({ orderId, context }: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId }, context)).data.userOrderDetail;
const quoted = ({ orderId, context }: DemoBorrower, day: string, steps: number) =>
  hiram.send(quoteSteps, { orderId, day, steps }, context);
const today = async (borrower: DemoBorrower) => localDate((await orderOf(borrower)).due?.quotedFor ?? '');

test('an order’s terms and snapshot give the server’s quote of every day and number of payments [T1105]', async () => {
  for (const state of ['170', '174', '180'] as const) {
    const borrower = await hiram.borrower({ state });
    const { loan, quote, due } = await orderOf(borrower);
    expect(loan?.rules).toBe(rulesVersion);
    expect(quote?.amount).toBe(due?.repayAmount);
    // As a page gets them: plain JSON of the engine's types.
    const { terms = {}, snapshot = {} } = loan ?? {};
    if (!isTerms(terms) || !isSnapshot(snapshot)) throw new Error('the engine does not know the loan');
    const from = localDate(due?.quotedFor ?? '');
    for (const [wait, steps] of [
      [0, 1],
      [0, 2],
      [7, 1],
      [40, 2],
      [0, quote?.most ?? 0],
    ] as const) {
      const day = addDays(from, wait);
      const answer = (await quoted(borrower, day, steps)).data;
      const { status: _, ...computed } = quoteLaterSteps(terms, snapshot, day, steps);
      expect(answer.quote).toMatchObject({
        amount: computed.amount,
        steps: computed.steps,
        payableFrom: computed.payableFrom,
        saves: computed.saves,
        payable: computed.payable ? 1 : 0,
      });
      expect(answer).toMatchObject({ rules: rulesVersion, eventCount: loan?.eventCount });
    }
  }
});

test('today’s quote says from when one payment more is taken, unless it is taken today [T2661]', async () => {
  for (const [state, isTaken] of [
    ['170', false],
    ['180', true],
  ] as const) {
    const borrower = await hiram.borrower({ state, kind: 'perPeriod' });
    const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
    const { moreFrom, day = '' } = data.userOrderDetail.quote ?? {};
    const { quote } = (await quoted(borrower, day, 2)).data;
    expect([quote.payable, moreFrom]).toEqual([isTaken ? 1 : 0, isTaken ? undefined : quote.payableFrom]);
  }
});

test('terms and snapshot add at most 0.5 kB to an order’s compressed answer [T1106]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  const { loan: _, ...order } = data.userOrderDetail;
  const size = (answer: unknown) => gzipSync(JSON.stringify(answer)).length;
  expect(size(data) - size({ ...data, userOrderDetail: order })).toBeLessThanOrEqual(512);
});

test('a day or a number of payments that cannot be quoted is refused with its field [T1107]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const day = await today(borrower);
  for (const outside of [addDays(day, -1), addDays(day, 61), '2026-02-30'])
    expect(await quoted(borrower, outside, 1)).toMatchObject({ code: '30401', field: 'day' });
  expect(await quoted(borrower, day, 99)).toMatchObject({ code: '30402', field: 'steps' });
  expect(await quoted(borrower, 'tomorrow', 1)).toMatchObject({ success: false, field: 'day' });
  const other = await hiram.borrower({ state: '180' });
  const foreign = await hiram.send(quoteSteps, { orderId: borrower.orderId, day, steps: 1 }, other.context);
  expect(foreign.success).toBe(false);
  const settled = await hiram.borrower({ state: '200' });
  expect(await quoted(settled, day, 1)).toMatchObject({ code: '40101' });
});

const remind = ({ orderId, context }: DemoBorrower, day: string) =>
  hiram.send(remindToPay, { orderId, day }, context);
const reminders = async (borrower: DemoBorrower, wanted: RegExp) =>
  (await hiram.send(sandboxSms, { phone: borrower.phone }, borrower.context)).data.messages.filter(
    ({ text }) => wanted.test(text),
  );

test('a requested reminder is one text on its day, and a payment cancels it [T1108]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'ph');
  const paying = await hiram.borrower({ state: '180' }, 'ph');
  await hiram.send(savePreferences, { language: 'fil' }, borrower.context);
  const day = await today(borrower);
  expect(await remind(borrower, day)).toMatchObject({ code: '30401', field: 'day' });
  await remind(borrower, addDays(day, 9));
  // The later request counts.
  for (const each of [borrower, paying])
    expect((await remind(each, addDays(day, 2))).data).toEqual({ remindOn: addDays(day, 2) });
  expect((await orderOf(borrower)).remindOn).toBe(addDays(day, 2));

  await payByCode(hiram, paying);
  expect((await orderOf(paying)).remindOn).toBeUndefined();

  for (let passed = 1; passed <= 10; passed += 1) {
    await hiram.days(1);
    await runDueWork(hiram.server.appContext);
    const due = (await orderOf(borrower)).due;
    expect(daysBetween(day, localDate(due?.quotedFor ?? ''))).toBe(passed);
    if (passed === 1) expect(await reminders(borrower, /paalala na hiningi mo/)).toEqual([]);
  }
  await hiram.until(
    () => reminders(borrower, /paalala na hiningi mo\. PHP/),
    (texts) => texts.length === 1,
  );
  expect(await reminders(paying, /remind you|paalala/)).toEqual([]);
});

test('a loan that takes no payment before a day reminds on none before it [T3861]', async () => {
  const borrower = await hiram.borrower({ state: '170', kind: 'single' }, 'ph');
  const { quote } = await orderOf(borrower);
  const from = localDate(quote?.payableFrom ?? '');
  expect(quote?.payable).toBe(0);
  expect(await remind(borrower, addDays(from, -1))).toMatchObject({ code: '30401', field: 'day' });
  expect((await remind(borrower, from)).data).toEqual({ remindOn: from });
});

test('who was refused is reminded once on the day to apply again, unless they applied by then [T1351]', async () => {
  const waiting = await hiram.borrower({ state: '110' }, 'ph');
  const early = await hiram.borrower({ state: '110' }, 'ph');
  const refusalOf = async ({ orderId, context }: DemoBorrower) =>
    (await hiram.send(loanDetails, { orderId }, context)).data.refusal;
  const refusal = await refusalOf(waiting);
  const applyFrom = localDate(refusal?.applyFrom ?? '');
  expect(refusal).toMatchObject({ canRemind: 1 });
  for (const outside of [-1, 1])
    expect(await remind(waiting, addDays(applyFrom, outside))).toMatchObject({ code: '30401', field: 'day' });
  expect((await remind(waiting, applyFrom)).data).toEqual({ remindOn: applyFrom });
  expect(await refusalOf(waiting)).toMatchObject({ remindOn: applyFrom });

  const clock = await today(await hiram.borrower({ state: '170' }, 'ph'));
  await hiram.days(daysBetween(clock, applyFrom) - 1);
  await runDueWork(hiram.server.appContext);
  expect(await reminders(waiting, /apply for a loan again/)).toEqual([]);
  await hiram.days(1);
  await applyFor(hiram, early);
  // A reminder of the same day that is still to be sent.
  const { db } = hiram.server.appContext;
  const refused = await orderRowOf(hiram, early.orderId);
  await storeReminder(db, refused, applyFrom, new Date());
  await runDueWork(hiram.server.appContext);
  await hiram.until(
    () => reminders(waiting, /apply for a loan again/),
    (texts) => texts.length === 1,
  );
  expect(await reminders(early, /apply for a loan again/)).toEqual([]);
  expect(await refusalOf(waiting)).toMatchObject({ canRemind: 0 });
  expect(await refusalOf(waiting)).not.toHaveProperty('remindOn');
  expect(await remind(waiting, applyFrom)).toMatchObject({ code: '40103' });
});
