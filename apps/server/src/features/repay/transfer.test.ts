import { randomUUID } from 'node:crypto';
import { loanDetails } from '@hiram/contract/order';
import {
  codeStatus,
  delayDetail,
  instalmentDetail,
  laterCost,
  payCode,
  payType,
  utrSubmit,
} from '@hiram/contract/repay';
import { sandboxPay, sandboxUtrReview } from '@hiram/contract/sandbox';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { resolveEntry } from '../../lending/review/resolve.ts';
import { reviewQueue } from '../../lending/review/waiting.ts';
import { actAs } from '../../platform/database/actor.ts';
import { onStatement } from '../../platform/database/statements/finished-statements.ts';
import { newTrace, runInTrace, traceNow } from '../../platform/tracing/trace.ts';
import { newUtr } from '../../sandbox/fill/bank-statement.ts';

const hiram = setUpHiram();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const submit = (borrower: DemoBorrower, extra: Record<string, unknown> = {}) =>
  hiram.send(
    utrSubmit,
    { orderId: borrower.orderId, channelNumber: '10005', utr: newUtr(), amount: 480_941, ...extra },
    borrower.context,
    { key: randomUUID() },
  );
const review = (utr: string, result: 'accepted' | 'rejected', extra: Record<string, unknown> = {}) =>
  hiram.send(sandboxUtrReview, { utr, result, ...extra });
const sentOf = async (borrower: DemoBorrower) =>
  (await hiram.send(payType, { orderId: borrower.orderId }, borrower.context)).data.sent;
const statusOf = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;

test('an amount of the borrower’s own says what it pays of which payment, as it is then paid [T2665]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'perPeriod' });
  const { orderId, context } = borrower;
  const billOf = async (amount: number) =>
    (await hiram.send(instalmentDetail, { orderId, amount }, context)).data;
  const amount = 100_000;
  const { part, amountMax } = await billOf(amount);
  const [first, second] = part?.repayments ?? [];
  expect([part?.amount, (part?.charges ?? 0) + (first?.amount ?? 0), second]).toEqual([
    amount,
    amount,
    undefined,
  ]);
  expect(part?.after.next?.isLate).toBe(1);
  expect((await billOf(amountMax + 1)).part).toBeUndefined();

  await payByCode(hiram, borrower, { amount });
  const [paid] = (await billOf(amount)).repayments;
  expect([paid?.periodNo, paid?.unpaid]).toEqual([first?.periodNo, first?.unpaid]);
});

test('KEY-07 pay types are codes, QR and the account for transfers', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { list } = (await hiram.send(payType, {}, borrower.context)).data;
  expect(list.map((item) => item.kind)).toEqual(['qr', 'qr', 'qr', 'code', 'transfer']);
  expect(list.at(-1)?.account).toMatchObject({ number: '001234567890' });
});

test('KEY-07 a transfer reference waits for review and counts once it is found', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const due = (await statusOf(borrower)).userOrderDetail.due?.repayAmount ?? 0;
  const utr = newUtr();
  const typed = `${utr.slice(0, 4).toLowerCase()} ${utr.slice(4, 8)}-${utr.slice(8)}`;
  expect((await submit(borrower, { utr: typed, amount: due })).data).toEqual({ utr });
  expect(await sentOf(borrower)).toMatchObject([{ utr, amount: due, state: 'review' }]);
  expect((await statusOf(borrower)).orderStatus).toBe(180);
  expect((await review(utr, 'accepted')).success).toBe(true);
  expect(await sentOf(borrower)).toMatchObject([{ utr, state: 'accepted' }]);
  expect((await statusOf(borrower)).orderStatus).not.toBe(180);
  expect((await review(utr, 'accepted')).code).toBe('90501');
});

test('KEY-07 a reference counts for one order; another’s claim is kept for the reviewer [T022]', async () => {
  const first = await hiram.borrower({ state: '180' });
  const second = await hiram.borrower({ state: '180' });
  const utr = newUtr();
  expect((await submit(first, { utr })).success).toBe(true);
  expect(await submit(first, { utr: utr.toLowerCase() })).toMatchObject({ code: '40402', field: 'utr' });
  expect((await submit(second, { utr })).success).toBe(true);
  const { db } = hiram.server.appContext;
  const claims = (await reviewQueue(db)).entries.filter((entry) => entry.description.startsWith(`${utr} `));
  expect(claims).toHaveLength(2);
  for (const claim of claims) expect(claim.reason).toMatch(/also claimed for the order [0-9a-f-]{36}/);
  expect(await sentOf(first)).toMatchObject([{ utr, state: 'review' }]);

  // The second sender's transfer is the real one. The first is informed, but does not learn whose it is.
  const decide = (id: string | undefined, extra: object = {}) =>
    actAs('command payments post', () =>
      resolveEntry(hiram.server.appContext, id ?? '', {
        kind: 'post',
        on: undefined,
        orderId: undefined,
        reason: undefined,
        ...extra,
      }),
    );
  const claimOf = (borrower: DemoBorrower) =>
    claims.find((claim) => claim.description.includes(borrower.orderId))?.id;
  expect(await decide(claimOf(second))).toBe('done');
  expect(await sentOf(second)).toMatchObject([{ utr, state: 'accepted' }]);
  expect(await sentOf(first)).toMatchObject([
    { utr, state: 'rejected', reason: expect.stringContaining('Another borrower showed') },
  ]);

  // The first claims it again: a reviewer sees the claim and can assign the transfer to the first.
  expect((await submit(first, { utr })).success).toBe(true);
  const [again] = (await reviewQueue(db)).entries.filter((entry) => entry.description.startsWith(`${utr} `));
  expect(again?.reason).toContain(`it was given to the order ${second.orderId}`);
  await expect(decide(again?.id)).rejects.toThrow(/was given to the order/);
  expect(await decide(again?.id, { reassign: true })).toBe('done');
  const payments = await db
    .selectFrom('payment')
    .select(['order_id', 'state'])
    .where('provider_payment_id', 'like', `spec:${utr}%`)
    .orderBy('received_at')
    .execute();
  expect(payments).toEqual([
    { order_id: second.orderId, state: 'reversed' },
    { order_id: first.orderId, state: 'posted' },
  ]);
});

test('KEY-07 a transfer that is taken from its first claim can be given back to it [T1912]', async () => {
  const first = await hiram.borrower({ state: '180' });
  const second = await hiram.borrower({ state: '180' });
  const utr = newUtr();
  const { appContext } = hiram.server;
  for (const borrower of [first, second, first]) {
    expect((await submit(borrower, { utr })).success).toBe(true);
    const [claim] = (await reviewQueue(appContext.db)).entries.filter(({ description }) =>
      description.startsWith(`${utr} `),
    );
    await actAs('command payments post', () =>
      resolveEntry(appContext, claim?.id ?? '', {
        kind: 'post',
        on: undefined,
        orderId: undefined,
        reason: undefined,
        reassign: true,
      }),
    );
  }
  const payments = await appContext.db
    .selectFrom('payment')
    .select(['order_id', 'state'])
    .where('provider_payment_id', 'like', `spec:${utr}%`)
    .orderBy('received_at')
    .execute();
  expect(payments).toEqual([
    { order_id: first.orderId, state: 'reversed' },
    { order_id: second.orderId, state: 'reversed' },
    { order_id: first.orderId, state: 'posted' },
  ]);
});

test('KEY-07 two claims of one transfer that are accepted in parallel post one payment', async () => {
  const borrowers = await Promise.all([1, 2].map(() => hiram.borrower({ state: '180' })));
  const utr = newUtr();
  const sent = await Promise.all(borrowers.map((borrower) => submit(borrower, { utr })));
  expect(sent.map((answer) => answer.success)).toEqual([true, true]);
  const { db } = hiram.server.appContext;
  const claims = (await reviewQueue(db)).entries.filter((entry) => entry.description.startsWith(`${utr} `));
  const options = { kind: 'post', on: undefined, orderId: undefined, reason: undefined } as const;
  const done = await Promise.allSettled(
    claims.map((claim) =>
      actAs('command payments post', () => resolveEntry(hiram.server.appContext, claim.id ?? '', options)),
    ),
  );
  expect(done.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  const payments = await db
    .selectFrom('payment')
    .select('id')
    .where('provider_payment_id', 'like', `spec:${utr}%`)
    .execute();
  expect(payments).toHaveLength(1);
});

test('the review queue of six claims with rivals takes as many statements as that of two [T1643]', async () => {
  const { db } = hiram.server.appContext;
  const statementsFor = async (): Promise<number> => {
    const trace = newTrace();
    let statements = 0;
    const stop = onStatement(() => {
      if (traceNow() === trace) statements += 1;
    });
    await runInTrace(trace, () => reviewQueue(db));
    stop();
    return statements;
  };
  const claimTwice = async (utr: string): Promise<void> => {
    const claimants = [await hiram.borrower({ state: '180' }), await hiram.borrower({ state: '180' })];
    for (const borrower of claimants)
      expect(await submit(borrower, { utr })).toMatchObject({ success: true });
  };
  await claimTwice('RIVALS0001');
  const few = await statementsFor();
  await claimTwice('RIVALS0002');
  await claimTwice('RIVALS0003');
  expect(await statementsFor()).toBe(few);
});

test('KEY-07 a transfer is posted with the amount that the bank’s statement shows', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const before = (await statusOf(borrower)).userOrderDetail.due?.repayAmount ?? 0;
  const utr = newUtr();
  await submit(borrower, { utr, amount: before });
  await review(utr, 'accepted', { amount: 100_000 });
  const after = (await statusOf(borrower)).userOrderDetail.due?.repayAmount ?? 0;
  expect(before - after).toBe(100_000);
});

test('KEY-07 impossible, foreign and too many claims of a transfer are rejected', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  for (const utr of ['1234567', 'ÄÖÜ12345678', 'a'.repeat(31), '        '])
    expect(await submit(borrower, { utr })).toMatchObject({ code: '40401', field: 'utr' });
  expect(await submit(borrower, { channelNumber: '10001' })).toMatchObject({ code: '40303' });
  expect(await submit(borrower, { image: '/api/picture/x/y.jpg' })).toMatchObject({
    code: '61007',
    field: 'image',
  });
  const other = await hiram.borrower({ state: '180' });
  expect(await submit(borrower, { orderId: other.orderId })).toMatchObject({ status: 404, code: '40400' });
  for (let sent = 0; sent < 5; sent += 1) expect((await submit(borrower)).success).toBe(true);
  expect((await submit(borrower)).code).toBe('40403');
});

test('the cost of paying later is the engine’s figure and grows with the days', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { data } = await hiram.send(laterCost, { orderId: borrower.orderId }, borrower.context);
  expect(data.overdueDays).toBe(2);
  expect(data.later.map((item) => item.days)).toEqual([1, 7, 30]);
  const [tomorrow, week, month] = data.later;
  expect(tomorrow?.more).toBeGreaterThan(0);
  expect(week?.more).toBeGreaterThan(tomorrow?.more ?? 0);
  expect(month?.more).toBeGreaterThan(week?.more ?? 0);
  await hiram.days(1);
  const next = await hiram.send(laterCost, { orderId: borrower.orderId }, borrower.context);
  expect(next.data.repayAmount).toBe(tomorrow?.amount);
});

test('the page of a transfer names what is due, and what the same costs tomorrow [T3426]', async () => {
  const { orderId, context } = await hiram.borrower({ state: '180' });
  const { later, repayAmount } = (await hiram.send(laterCost, { orderId }, context)).data;
  const { data } = await hiram.send(payType, { orderId }, context);
  expect(data).toMatchObject({ dueAmount: repayAmount, tomorrow: later[0]?.amount });
});

test('a code of what is late says until which day it pays it, and what is then open [T3424]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { orderId, context } = borrower;
  const { repayAmount, ways, quotedFor } = (await hiram.send(instalmentDetail, { orderId }, context)).data;
  const codeOf = async (amount: number, channelNumber: string) => {
    const { data } = await hiram.send(payCode, { orderId, amount, channelNumber }, context);
    const code = new URL(data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
    return (await hiram.send(codeStatus, { payCode: code }, context)).data;
  };
  const due = ways.find(({ kind }) => kind === 'due');
  const code = await codeOf(repayAmount, '10004');
  expect(code.settlesUntil).toEqual({ date: quotedFor, more: (due?.tomorrow ?? 0) - repayAmount });
  // A part settles nothing on any day.
  expect((await codeOf(100_000, '10004')).settlesUntil).toBeUndefined();
});

test('a single loan before its due date is paid off in full or not at all', async () => {
  const borrower = await hiram.borrower({ state: '170', kind: 'single' });
  const early = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  expect(early.data.amountMax).toBe(0);
  await hiram.days(60);
  const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  expect(data.amountMin).toBe(data.amountMax);
  expect(data.repayAmount).toBe(data.amountMax);
  const part = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: 100_000, channelNumber: '10001' },
    borrower.context,
    { key: randomUUID() },
  );
  expect(part).toMatchObject({ code: '40301', field: 'amount' });
});

/** An extension's code for today's price. */
async function extensionCode(borrower: DemoBorrower) {
  const quote = (await hiram.send(delayDetail, { orderId: borrower.orderId }, borrower.context)).data;
  const { data } = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: quote.delayInfo.delayAmount, channelNumber: '10004', isDelay: 1 },
    borrower.context,
    { key: randomUUID() },
  );
  const code = new URL(data.payUrl, 'http://x').searchParams.get('payCode') ?? '';
  return { quote, code };
}

test('EXT-03 EXT-04 paying the quoted price moves the due date by the same length once', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  const { quote, code } = await extensionCode(borrower);
  await hiram.send(sandboxPay, { payCode: code });
  expect((await hiram.send(codeStatus, { payCode: code }, borrower.context)).data.note).toBe('');
  const after = await statusOf(borrower);
  expect(after.userOrderDetail.due?.dueTime).toBe(quote.dueTime);
  expect(after.orderStatus).toBe(170);
  const again = await hiram.send(delayDetail, { orderId: borrower.orderId }, borrower.context);
  expect(again.code).toBe('40201');
});

test('EXT-04 after the price grew overnight its code is not taken any more, and the due date stays', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { isDelay: 1 } });
  const { quote, code } = await extensionCode(borrower);
  const before = (await statusOf(borrower)).userOrderDetail.due;
  await hiram.days(1);
  const stale = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: quote.delayInfo.delayAmount, channelNumber: '10001', isDelay: 1 },
    borrower.context,
    { key: randomUUID() },
  );
  expect(stale).toMatchObject({ code: '40305', field: 'amount' });
  const laterCosts = (await hiram.send(delayDetail, { orderId: borrower.orderId }, borrower.context)).data;
  expect(laterCosts.delayInfo.delayAmount).toBeGreaterThan(quote.delayInfo.delayAmount);
  expect(await hiram.send(sandboxPay, { payCode: code })).toMatchObject({ success: false, code: '90202' });
  const after = await statusOf(borrower);
  expect(after.orderStatus).toBe(180);
  expect(after.userOrderDetail.due?.dueTime).toBe(before?.dueTime);
  const { state } = (await hiram.send(codeStatus, { payCode: code }, borrower.context)).data;
  expect(state).toBe('expired');
});
