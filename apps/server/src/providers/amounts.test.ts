import { randomUUID } from 'node:crypto';
import { asId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { DemoBorrower } from '../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { queryUnsettled } from '../lending/payouts/unsettled-payouts.ts';
import { resolveEntry } from '../lending/review/resolve.ts';
import { reviewQueue } from '../lending/review/waiting.ts';
import { actAs } from '../platform/database/actor.ts';
import { fromDecimal, toDecimal } from './decimal-amount.ts';
import { paymentSchema as paymongoPayment } from './paymongo/objects.ts';
import { payoutSchema as xenditPayout } from './xendit/objects.ts';

const hiram = setUpHiram({ BRAND: 'ph,id' });

const db = () => hiram.server.appContext.db;

const outcomeOf = async (message: object) => (await hiram.report(message)).outcome;

/** A late borrower's code of `amount` cents (default: the amount due), as the provider stores it. */
async function codeOf(brand: string, wanted?: number) {
  const borrower = await hiram.borrower({ state: '180' }, brand);
  const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const amount = wanted ?? data.repayAmount;
  const channelNumber = data.repayList[0]?.channel_number ?? '';
  const created = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount, channelNumber },
    borrower.context,
  );
  expect(created.success, created.message).toBe(true);
  const code = await db()
    .selectFrom('payment_code')
    .select(['id', 'issued_on', 'amount'])
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  return { who: borrower, code };
}
const paid = (code: { id: string; issued_on: string }, amount: number) =>
  outcomeOf({
    kind: 'payment',
    id: randomUUID(),
    reference: code.id,
    paymentId: randomUUID(),
    amount,
    paidOn: code.issued_on,
  });

test('a decimal amount converts to exact cents, and a fraction of a cent is rejected', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000_000_000 });
  fc.assert(
    fc.property(cents, (amount) => {
      expect(fromDecimal(toDecimal(amount))).toBe(amount);
      // As in JSON, and as a provider writes it with both digits.
      expect(fromDecimal(JSON.parse(JSON.stringify(toDecimal(amount))))).toBe(amount);
      expect(fromDecimal(Number((amount / 100).toFixed(2)))).toBe(amount);
    }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.integer({ min: 1, max: 9 }),
      (amount, fraction) => {
        expect(fromDecimal(Number(`${amount}.00${fraction}`))).toBeUndefined();
      },
    ),
  );
  fc.assert(
    fc.property(fc.double(), (any) => {
      const amount = fromDecimal(any);
      expect(amount === undefined || (Number.isSafeInteger(amount) && amount / 100 === any)).toBe(true);
    }),
  );
});

test('zero, negative and textual amounts from a provider are rejected', () => {
  const payout = (amount: unknown) => ({
    id: 'p',
    reference_id: 'r',
    status: 'SUCCEEDED',
    currency: 'PHP',
    amount,
    updated: '2026-01-01T00:00:00Z',
  });
  const payment = (amount: unknown) => ({
    data: { id: 'p', attributes: { amount, currency: 'PHP', status: 'paid', created_at: 1 } },
  });
  expect([v.is(xenditPayout, payout(12.34)), v.is(paymongoPayment, payment(1234))]).toEqual([true, true]);
  for (const wrong of [0, -1, -12.34, '12.34', null, Number.NaN, Number.POSITIVE_INFINITY, 1e300])
    expect([v.is(xenditPayout, payout(wrong)), v.is(paymongoPayment, payment(wrong))]).toEqual([
      false,
      false,
    ]);
  expect(v.is(paymongoPayment, payment(12.34))).toBe(false);
});

test('a payment of a hundred times or a hundredth of its code waits for review', async () => {
  const small = await codeOf('ph', 10_000);
  expect(await paid(small.code, 1_000_000)).toBe('held');
  const large = await codeOf('ph');
  for (const amount of [Math.floor(large.code.amount / 100), Math.ceil(large.code.amount / 100)])
    expect(await paid(large.code, amount)).toBe('held');
  expect(await paid(large.code, large.code.amount - 1)).toBe('posted');
  const { entries: waiting } = await reviewQueue(db());
  expect(waiting.map((entry) => entry.reason)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('100 times the code’s amount'),
      expect.stringContaining('a hundredth of the code’s amount'),
    ]),
  );
});

test('a provider that reports whole rupiah where cents are agreed posts nothing without review', async () => {
  const { code } = await codeOf('id');
  expect(code.amount % 100).toBe(0);
  expect(await paid(code, code.amount / 100)).toBe('held');
  const again = await codeOf('id');
  expect(await paid(again.code, again.code.amount * 100)).toBe('held');
  expect(await paid(again.code, again.code.amount)).toBe('posted');
});

async function underWay(): Promise<{ borrower: DemoBorrower; id: string; amount: number }> {
  const borrower = await hiram.borrower({ state: '151' }, 'ph');
  const answer = await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  expect(answer.success, answer.message).toBe(true);
  const sent = await hiram.until(
    () =>
      db()
        .selectFrom('payout')
        .select(['id', 'amount', 'state'])
        .where('order_id', '=', borrower.orderId)
        .executeTakeFirst(),
    (row) => row?.state === 'sent',
  );
  return { borrower, id: sent?.id ?? '', amount: sent?.amount ?? 0 };
}
const today = () => hiram.server.appContext.clock.today(db(), 'Asia/Manila');
const stateOf = (id: string) =>
  db().selectFrom('payout').select('state').where('id', '=', asId(id)).executeTakeFirstOrThrow();

test('a payout reported with another amount or currency settles nothing and waits for review [T061]', async () => {
  const { borrower, id, amount } = await underWay();
  // A final report would resolve it meanwhile: the provider has not decided yet, and never will.
  await sql`delete from jobs.job where name = 'sandbox-notify' and data ->> 'id' = ${id}`.execute(
    hiram.owner,
  );
  await sql`update sandbox_payout set amount = amount * 100 where reference = ${id}`.execute(hiram.owner);
  const message = { kind: 'payout', reference: id, result: 'paid', on: await today() };
  for (const wrong of [amount * 100, Math.floor(amount / 100), amount - 1])
    expect(await outcomeOf({ ...message, amount: wrong })).toBe('contradicted');
  expect(await outcomeOf({ ...message, amount, currency: 'IDR' })).toBe('contradicted');
  expect((await stateOf(id)).state).toBe('sent');
  const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  expect(data.orderStatus).toBe(151);
  const { appContext } = hiram.server;
  // A query of the provider does not resolve it either, nor a reviewer without the provider's confirmation.
  await sql`update payout set sent_at = sent_at - interval '1 hour' where id = ${id}`.execute(hiram.owner);
  await actAs('system', () => queryUnsettled(appContext));
  expect((await stateOf(id)).state).toBe('sent');
  const waits = (await reviewQueue(db())).entries.find(
    (entry) => entry.description.includes(id) && entry.id !== undefined,
  );
  const post = { kind: 'post', on: undefined, orderId: undefined, reason: 'seen' } as const;
  await expect(
    actAs('command payments post', () => resolveEntry(appContext, waits?.id ?? '', post)),
  ).rejects.toThrow(/does not confirm that it arrived: its state is/);
  await sql`update sandbox_payout set amount = ${amount}, state = 'accepted' where reference = ${id}`.execute(
    hiram.owner,
  );
  expect(await outcomeOf({ ...message, amount, currency: 'PHP' })).toBe('done');
  expect((await stateOf(id)).state).toBe('paid');
  // Reported again with another amount, it is no repetition.
  expect(await outcomeOf({ ...message, amount: amount * 100 })).toBe('contradicted');
});
