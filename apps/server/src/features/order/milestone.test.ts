import { randomUUID } from 'node:crypto';
import { loanDetails, milestoneSeen, withdraw } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { givenNameOf } from '../../lending/payments/history/milestones.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' }, { now: () => new Date(Date.now() + aheadMs) });
/** The lead of the machine's clock. */
let aheadMs = 0;

const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;

async function see(borrower: DemoBorrower): Promise<number> {
  const { milestone } = await details(borrower);
  const { kind = 'approved', eventId = '' } = milestone ?? {};
  const input = { orderId: borrower.orderId, kind, eventId };
  return (await hiram.send(milestoneSeen, input, borrower.context)).data.isFirst;
}

/** A loan that was paid out a moment ago. */
async function paidOut(): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: '151' }, 'ph');
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  await hiram.until(
    () => details(borrower),
    (data) => data.orderStatus === 170,
  );
  return borrower;
}

/** Pays an amount, by default what is due. Returns the code. */
const pay = async (borrower: DemoBorrower, amount?: number) =>
  (await payByCode(hiram, borrower, { amount })).code;

test('an approval, a payout, a payment and the settlement are each a milestone once [T1120]', async () => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } }, 'ph');
  const { milestone: approved } = await details(borrower);
  expect(approved).toMatchObject({ kind: 'approved', givenName: 'Maria', amount: 980_000, isBound: 0 });
  expect(approved?.accounts.map(({ name }) => name)).toEqual(['GCash', 'Maya', 'GrabPay', '']);
  expect(approved?.accounts[0]?.number).toMatch(/^0917 ··· \d{4}$/);

  const paid = await paidOut();
  const { milestone: payout } = await details(paid);
  expect(payout).toMatchObject({ kind: 'paidOut', amount: 980_000, lent: 1_000_000, fee: 20_000 });
  // What the approval says of a loan that is sent today is what that loan then has.
  expect(approved).toMatchObject({ owedInAll: payout?.owedInAll, next: payout?.next });
  expect(payout?.next?.amount).toBe(284_637);
  expect(await see(paid)).toBe(1);
  expect((await details(paid)).milestone).toBeUndefined();

  const code = await pay(paid);
  const { milestone: received } = await details(paid);
  expect(received).toMatchObject({ kind: 'received', amount: 284_637, completed: 1, owedInAll: 853_911 });
  // The page of the code shows the same one.
  const { data: status } = await hiram.send(codeStatus, { payCode: code }, paid.context);
  expect(status.milestone?.eventId).toBe(received?.eventId);
  expect(await see(paid)).toBe(1);
  expect((await hiram.send(codeStatus, { payCode: code }, paid.context)).data.milestone).toBeUndefined();

  await hiram.days(98);
  const { data: bill } = await hiram.send(instalmentDetail, { orderId: paid.orderId }, paid.context);
  const payoff = bill.ways.find(({ kind }) => kind === 'payoff')?.amount ?? 0;
  await pay(paid, payoff);
  const { milestone: settled } = await details(paid);
  expect(settled).toMatchObject({ kind: 'settled', amount: 284_637 + payoff });
  expect(settled?.payment?.amount).toBe(payoff);
  expect(await see(paid)).toBe(1);
  expect((await details(paid)).milestone).toBeUndefined();
});

test('of two phones that show one milestone at once, one is told that it is the first [T1121]', async () => {
  const borrower = await paidOut();
  const { milestone } = await details(borrower);
  if (!milestone) throw new Error('the payout is a milestone');
  const input = { orderId: borrower.orderId, kind: milestone.kind, eventId: milestone.eventId };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => hiram.send(milestoneSeen, input, borrower.context)),
  );
  expect(answers.filter(({ data }) => data.isFirst === 1)).toHaveLength(1);
  const stranger = await hiram.borrower({ state: '170' }, 'ph');
  expect((await hiram.send(milestoneSeen, input, stranger.context)).success).toBe(false);
});

test('a part of a repayment completes none, and a reversal brings no milestone back [T1122]', async () => {
  const borrower = await paidOut();
  await pay(borrower, 100_000);
  expect((await details(borrower)).milestone).toMatchObject({ kind: 'received', completed: 0 });
  const { db } = hiram.server.appContext;
  await db
    .updateTable('payment')
    .set({ state: 'reversed' })
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect((await details(borrower)).milestone).toBeUndefined();
});

test('an event of eight days ago is no news, and the specification’s market has no milestones [T1123]', async () => {
  const borrower = await paidOut();
  expect((await details(borrower)).milestone).toBeDefined();
  aheadMs = 8 * 86_400_000;
  expect((await details(borrower)).milestone).toBeUndefined();
  aheadMs = 0;
  const asSpecified = await hiram.borrower({ state: '151' }, 'spec');
  expect((await details(asSpecified)).milestone).toBeUndefined();
});

test('a greeting uses the first of a person’s names, an abbreviated one with the next [T1124]', () => {
  expect(['María dela Cruz', 'Ma. Teresa Santos', 'Sari', ''].map(givenNameOf)).toEqual([
    'María',
    'Ma. Teresa',
    'Sari',
    '',
  ]);
});

test('what a bill says of the loan after a payment is what the loan shows after it [T1350]', async () => {
  for (const kind of ['due', 'next'] as const) {
    const borrower = await hiram.borrower({ state: '180', kind: 'perPeriod' }, 'ph');
    const { orderId } = borrower;
    const { data: bill } = await hiram.send(instalmentDetail, { orderId }, borrower.context);
    const way = bill.ways.find((each) => each.kind === kind);
    if (!way) throw new Error(`the bill offers no ${kind}`);
    await pay(borrower, way.amount);
    const { milestone } = await details(borrower);
    expect(milestone?.repayments.filter(({ state }) => state === 'paid').length).toBe(way.after.paid);
    expect(milestone?.next).toEqual(way.after.next);
  }
});

/** A code for what is due of a loan, and the provider's message that reports its payment. */
async function unreported(borrower: DemoBorrower) {
  const { orderId } = borrower;
  const { data } = await hiram.send(instalmentDetail, { orderId }, borrower.context);
  const amount = data.repayAmount;
  await hiram.send(payCode, { orderId, amount, channelNumber: '10001' }, borrower.context);
  const code = await hiram.server.appContext.db
    .selectFrom('payment_code')
    .select(['id', 'issued_on'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  const [reference, paymentId] = [code.id, `p-${randomUUID()}`];
  return {
    payment: { kind: 'payment', reference, paymentId, amount, paidOn: code.issued_on },
    reversal: { kind: 'reversal', reference, paymentId, on: code.issued_on },
  };
}

test('a payment reported late and twice is one milestone of the payer’s day [T1360]', async () => {
  const borrower = await paidOut();
  const { payment } = await unreported(borrower);
  await hiram.days(3);
  for (let time = 1; time <= 2; time += 1) expect((await hiram.report(payment)).status).toBe(200);
  const { milestone } = await details(borrower);
  expect(milestone).toMatchObject({ kind: 'received', completed: 1, payment: { date: payment.paidOn } });
  expect(await see(borrower)).toBe(1);
  // The provider repeats it once more, after the page was seen.
  expect((await hiram.report(payment)).status).toBe(200);
  expect((await details(borrower)).milestone).toBeUndefined();
});

test('a payment after a reversal is a milestone of its own for two phones [T1361]', async () => {
  const borrower = await paidOut();
  const first = await unreported(borrower);
  await hiram.report(first.payment);
  const { milestone: taken } = await details(borrower);
  expect(await see(borrower)).toBe(1);
  await hiram.report(first.reversal);
  expect((await details(borrower)).milestone).toBeUndefined();
  await hiram.report((await unreported(borrower)).payment);
  const phones = [(await details(borrower)).milestone, (await details(borrower)).milestone];
  expect(phones[0]).toMatchObject({ kind: 'received', completed: 1 });
  expect(phones[0]?.eventId).not.toBe(taken?.eventId);
  expect(phones[1]).toEqual(phones[0]);
  const input = { orderId: borrower.orderId, kind: 'received', eventId: phones[0]?.eventId ?? '' } as const;
  const answers = [];
  for (const _ of phones) answers.push(await hiram.send(milestoneSeen, input, borrower.context));
  expect(answers.map(({ data }) => data.isFirst)).toEqual([1, 0]);
});

test('money that arrives for a settled loan does not settle it again [T1362]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const first = await unreported(borrower);
  await hiram.report(first.payment);
  expect((await details(borrower)).milestone?.kind).toBe('settled');
  expect(await see(borrower)).toBe(1);
  // The same code was paid a second time.
  await hiram.report({ ...first.payment, paymentId: `p-${randomUUID()}`, amount: 50_000 });
  const { milestone } = await details(borrower);
  expect(milestone).toMatchObject({ kind: 'received', amount: 50_000, completed: 0, owedInAll: 0 });
});

test('the milestone of a loan that was settled with too much says what is the borrower’s [T2672]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const { payment } = await unreported(borrower);
  await hiram.report({ ...payment, amount: payment.amount + 50_000 });
  const { milestone } = await details(borrower);
  expect(milestone).toMatchObject({ kind: 'settled', amount: payment.amount + 50_000, credit: 50_000 });
});

test('a counter’s code for the next repayment works until its due date [T1363]', async () => {
  const borrower = await paidOut();
  await pay(borrower);
  const { milestone } = await details(borrower);
  const { next, counter } = milestone ?? {};
  if (!next || !counter) throw new Error('the milestone names no counter');
  expect(counter).toEqual({ channelNumber: '10004', name: '7-Eleven' });
  const { orderId } = borrower;
  const { db } = hiram.server.appContext;
  const codeOf = async (amount: number) => {
    const input = { orderId, amount, channelNumber: counter.channelNumber };
    const { data } = await hiram.send(payCode, input, borrower.context);
    const code = new URL(data.payUrl, 'http://page').searchParams.get('payCode') ?? '';
    return db.selectFrom('payment_code').selectAll().where('pay_code', '=', code).executeTakeFirstOrThrow();
  };
  const part = await codeOf(next.amount - 100_000);
  expect(part.expires_at.getTime() - part.issued_at.getTime()).toBe(86_400_000);
  const whole = await codeOf(next.amount);
  // The last moment of the due date in Manila.
  expect(new Date(whole.expires_at.getTime() - 1 + 8 * 3_600_000).toISOString()).toBe(
    `${next.date}T23:59:59.999Z`,
  );
  // It is the same code when it is asked for again, and is paid weeks later.
  expect((await codeOf(next.amount)).id).toBe(whole.id);
  await hiram.days(20);
  expect(await hiram.send(sandboxPay, { payCode: whole.pay_code ?? '' })).toMatchObject({ success: true });
  expect((await details(borrower)).milestone).toMatchObject({ kind: 'received', completed: 2 });
});

test('an approved order with an account says what goes out, and where to [T2288]', async () => {
  const borrower = await hiram.borrower({ state: '151' }, 'ph');
  expect((await details(borrower)).payoutTo).toEqual({
    amount: 980_000,
    account: expect.stringMatching(/^\S.* ···\u00a0\d{4}$/),
  });
});
