import { randomUUID } from 'node:crypto';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, payCode } from '@hiram/contract/repay';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { payCodeOf } from '../../../test/support/database/rows.ts';
import { tryAll } from '../../../test/support/inputs/property-runs.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { balances, checkLedger } from '../../lending/ledger/ledger.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { signature } from '../../providers/gateway/webhooks.ts';

let hiram: Hiram;
let secret: string;
const written: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void written.push(line) };
  hiram = await startHiram(inject('cluster'), { LOG_LEVEL: 'info' }, { logTo });
  await hiram.refuseUnnamed();
  secret = hiram.server.appContext.cipher.sign('webhook');
});
afterAll(() => hiram.stop());
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const nowSeconds = () => Math.floor(Date.now() / 1000);

function sendMessage(
  body: object | string,
  sign: string | undefined = signature(
    secret,
    nowSeconds(),
    typeof body === 'string' ? body : JSON.stringify(body),
  ),
) {
  return fetch(`${hiram.origin}/api/webhook/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(sign ? { 'x-sandbox-signature': sign } : {}) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A late borrower's open code, and the message that reports its payment. */
async function openCode(): Promise<{
  borrower: DemoBorrower;
  message: Record<string, unknown>;
  due: number;
}> {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: bill.data.repayAmount, channelNumber: '10001' },
    borrower.context,
  );
  const code = await hiram.server.appContext.db
    .selectFrom('payment_code')
    .select(['id', 'issued_on'])
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  const message = {
    kind: 'payment',
    id: `m-${randomUUID()}`,
    reference: code.id,
    paymentId: `p-${randomUUID()}`,
    amount: bill.data.repayAmount,
    paidOn: code.issued_on,
  };
  return { borrower, message, due: bill.data.repayAmount };
}

const statusOf = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus;
const postedOf = (borrower: DemoBorrower) =>
  hiram.server.appContext.db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', borrower.orderId)
    .execute();

test('a forged, missing, old or foreign signature posts nothing and stores no row [T055]', async () => {
  const { borrower, message } = await openCode();
  const body = JSON.stringify(message);
  const forged = [
    '',
    't=1,v1=00',
    signature('another secret', nowSeconds(), body),
    signature(secret, nowSeconds() - 400, body),
    signature(secret, nowSeconds() + 400, body),
    signature(secret, nowSeconds(), body.replace('"amount":', '"amount":1')),
  ];
  for (const sign of forged) expect((await sendMessage(body, sign)).status).toBe(401);
  expect(await statusOf(borrower)).toBe(180);
  expect(await postedOf(borrower)).toEqual([]);
  expect(
    await hiram.server.appContext.db
      .selectFrom('provider_message')
      .selectAll()
      .where('message_id', '=', String(message.id))
      .execute(),
  ).toEqual([]);
});

test('fifty parallel copies of a message are posted once [T056]', async () => {
  const { borrower, message } = await openCode();
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendMessage(message)));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect(await postedOf(borrower)).toHaveLength(1);
  expect(await statusOf(borrower)).toBe(200);
});

test('the same payment under another message id is posted once', async () => {
  const { borrower, message } = await openCode();
  await sendMessage(message);
  expect(await (await sendMessage({ ...message, id: `m-${randomUUID()}` })).json()).toMatchObject({
    outcome: 'repeated',
  });
  expect(await postedOf(borrower)).toHaveLength(1);
});

test('an unknown code, a malformed body and an unknown provider are never posted [T207]', async () => {
  const { message } = await openCode();
  expect(await (await sendMessage({ ...message, id: 'x1', reference: randomUUID() })).json()).toMatchObject({
    outcome: 'unknown',
  });
  for (const body of [
    '{}',
    'not json',
    JSON.stringify({ ...message, amount: -5 }),
    JSON.stringify({ ...message, amount: 1.5 }),
    JSON.stringify({ ...message, paidOn: '2026-02-30' }),
  ])
    expect((await sendMessage(body)).status).toBe(400);
  expect((await fetch(`${hiram.origin}/api/webhook/nobody`, { method: 'POST', body: '{}' })).status).toBe(
    404,
  );
});

test('a payment in another currency, or repeated with another amount, waits for review unposted [T209]', async () => {
  const { borrower, message } = await openCode();
  const report = async (body: object) => (await sendMessage({ ...message, ...body })).json();
  expect(await report({ currency: 'USD' })).toEqual({ accepted: true, outcome: 'contradicted' });
  expect(await postedOf(borrower)).toEqual([]);
  const own = { id: `m-${randomUUID()}`, paymentId: `p-${randomUUID()}`, currency: 'PHP' };
  expect(await report(own)).toEqual({ accepted: true, outcome: 'posted' });
  expect(await report(own)).toEqual({ accepted: true, outcome: 'repeated' });
  // The same message with another amount, and the same payment in another message.
  expect(await report({ ...own, amount: 1 })).toEqual({ accepted: true, outcome: 'contradicted' });
  expect(await report({ ...own, id: `m-${randomUUID()}`, amount: 2 })).toEqual({
    accepted: true,
    outcome: 'contradicted',
  });
  expect(await postedOf(borrower)).toMatchObject([{ amount: message.amount, state: 'posted' }]);
  const stored = await hiram.server.appContext.db
    .selectFrom('provider_message')
    .select(['body', 'outcome', 'times'])
    .where('outcome', '=', 'contradicted')
    .orderBy('received_at')
    .execute();
  expect(stored).toMatchObject([
    { body: { amount: message.amount, currency: 'USD' }, times: 1 },
    { body: { amount: 1 }, times: 1 },
    { body: { amount: 2 }, times: 1 },
  ]);
});

test('an implausibly large payment waits for review, and ordinary ones beside it are posted', async () => {
  const { borrower, message } = await openCode();
  const report = async (body: object) => (await sendMessage({ ...message, ...body })).json();
  for (const amount of [Number.MAX_SAFE_INTEGER, 1_000_000_000_001])
    expect(await report({ id: `m-${randomUUID()}`, paymentId: `p-${randomUUID()}`, amount })).toEqual({
      accepted: true,
      outcome: 'contradicted',
    });
  expect(await report({})).toEqual({ accepted: true, outcome: 'posted' });
  expect(await postedOf(borrower)).toMatchObject([{ amount: message.amount, state: 'posted' }]);
  // An extreme amount, out of proportion to the loan: the payment is held for review, and the loan is
  // unchanged.
  const max = { id: `m-${randomUUID()}`, paymentId: `p-${randomUUID()}`, amount: 1_000_000_000_000 };
  expect(await report(max)).toEqual({ accepted: true, outcome: 'held' });
  const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  expect(data.orderStatus).toBe(200);
  expect(data.userOrderDetail.credit).toBe(0);
});

test('hundreds of parallel forged messages delay nobody and store one row', async () => {
  const { message, borrower } = await openCode();
  const counted = async () =>
    await hiram.server.appContext.db
      .selectFrom('rejected_message')
      .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<string | null>('times').as('times')])
      .where('reason', '=', 'forged')
      .executeTakeFirstOrThrow();
  const before = Number((await counted()).times ?? 0);
  const messages = tryAll ? 1_000 : 300;
  const forged = Array.from({ length: messages }, () => sendMessage(message, 't=1,v1=00'));
  expect(await statusOf(borrower)).toBe(180);
  expect(new Set((await Promise.all(forged)).map((answer) => answer.status))).toEqual(new Set([401]));
  const after = await hiram.until(counted, ({ times }) => Number(times) === before + messages);
  // One row for each hour of the test.
  expect(after.rows).toBeLessThanOrEqual(2);
});

test('a payment with another amount than the code’s is posted with the amount that was paid [T208]', async () => {
  const { borrower, message, due } = await openCode();
  await sendMessage({ ...message, amount: 5_000 });
  const [payment] = await postedOf(borrower);
  expect(payment).toMatchObject({ amount: 5_000, state: 'posted' });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  expect(bill.data.repayAmount).toBe(due - 5_000);
});

test('a reversal that overtakes its payment is a line of information in the log, without a stack [T864]', async () => {
  const { message } = await openCode();
  const before = written.length;
  const { reference, paymentId, paidOn: on } = message;
  const back = { kind: 'reversal', id: `m-${randomUUID()}`, reference, paymentId, on };
  for (let times = 0; times < 9; times += 1) expect((await sendMessage(back)).status).toBe(503);
  const lines = written
    .slice(before)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg !== 'answered');
  expect(lines).toHaveLength(9);
  for (const line of lines)
    expect(line).toMatchObject({ level: 30, msg: 'webhook postponed', provider: 'sandbox' });
  expect(lines.filter((line) => JSON.stringify(line).includes('stack'))).toEqual([]);
});

test('a reversed payment opens the loan again, once, and reverses its lines; the books balance', async () => {
  const { borrower, message, due } = await openCode();
  const back = {
    kind: 'reversal',
    id: `m-${randomUUID()}`,
    reference: message.reference,
    paymentId: message.paymentId,
    on: message.paidOn,
  };
  // A reversal can arrive before its payment: it is not accepted, so that it is sent again.
  expect((await sendMessage(back)).status).toBe(503);
  await sendMessage(message);
  expect(await statusOf(borrower)).toBe(200);
  const page = async () => {
    const code = await payCodeOf(hiram, borrower.orderId);
    return (await hiram.send(codeStatus, { payCode: code }, borrower.context)).data;
  };
  expect(await page()).toMatchObject({ state: 'received', receivedAmount: due });
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendMessage(back)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect(await statusOf(borrower)).toBe(180);
  expect(await postedOf(borrower)).toMatchObject([{ state: 'reversed' }]);
  // The page of the code does not show that we have the money.
  expect(await page()).toMatchObject({ state: 'expired', receivedAmount: 0 });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  expect(bill.data.repayAmount).toBe(due);
  const { db } = hiram.server.appContext;
  const [payment] = await postedOf(borrower);
  const order = { borrowerId: payment?.borrower_id ?? asId(''), orderId: borrower.orderId };
  const before = await balances(db, order);
  expect(before.get('loan:principal')).toBeGreaterThan(0);
  expect(await (await sendMessage({ ...back, id: `m-${randomUUID()}` })).json()).toMatchObject({
    outcome: 'repeated',
  });
  expect(await balances(db, order)).toEqual(before);
  expect((await checkLedger(db)).broken).toEqual([]);
});

test('a loan that a reversal opens again exists beside one that was applied for meanwhile', async () => {
  const { borrower, message } = await openCode();
  await sendMessage(message);
  const { data } = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  const options = {
    amount: data.amount,
    periods: data.periods,
    termUnit: 'day',
    productId: borrower.productId,
  };
  expect(await hiram.send(loanPush, options, borrower.context)).toMatchObject({ success: true });
  const accepted = await sendMessage({
    kind: 'reversal',
    id: `m-${randomUUID()}`,
    reference: message.reference,
    paymentId: message.paymentId,
    on: message.paidOn,
  });
  expect(accepted.status).toBe(200);
  expect(await statusOf(borrower)).toBe(180);
});
