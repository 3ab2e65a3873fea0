import { randomUUID } from 'node:crypto';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail, payType, utrSubmit } from '@hiram/contract/repay';
import { sandboxPayout } from '@hiram/contract/sandbox';
import { addDays, type LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { orderRowOf, paymentOf, payoutOf } from '../../../test/support/database/rows.ts';
import { codeAndText, runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { newUtr } from '../../sandbox/fill/bank-statement.ts';
import { checkLedger } from '../ledger/ledger.ts';
import { checkLoans } from '../reconciliation/check-loans.ts';
import { checkTasks } from '../reconciliation/check-tasks.ts';
import type { Decision } from './decision.ts';
import { resolveEntry } from './resolve.ts';
import { reviewQueue } from './waiting.ts';

const cluster = inject('cluster');
const hiram = setUpHiram();
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const db = () => hiram.server.appContext.db;
const waiting = async () => (await reviewQueue(db())).entries;
const statusOf = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus;
const today = async (): Promise<LocalDate> =>
  hiram.server.appContext.clock.today(db(), hiram.server.appContext.defaultBrand.timeZone);
const decide = (id: string, decision: Decision) =>
  actAs('command payments post', () => resolveEntry(hiram.server.appContext, id, decision));
const post = { kind: 'post', on: undefined, orderId: undefined, reason: undefined } as const;
const reject = { kind: 'refuse', reason: 'nobody we know' } as const;

const payments = (...words: string[]) =>
  codeAndText(runHiram(['payments', ...words], settingsOf(cluster, hiram.database)));

/** A late borrower who pays the amount due, on a day before the code was made. */
async function held(): Promise<{ borrower: DemoBorrower; id: string; amount: number; paymentId: string }> {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  await payByCode(hiram, borrower, { date: addDays(await today(), -1) });
  const row = await paymentOf(hiram, borrower.orderId);
  expect(row.state).toBe('held');
  return { borrower, id: row.id, amount: row.amount, paymentId: row.provider_payment_id };
}

async function report(message: object): Promise<void> {
  expect((await hiram.report(message)).status).toBe(200);
}
async function unknownCode(
  amount: number,
  isKnown = true,
  extra: { readonly currency?: string } = {},
): Promise<{ id: string; paymentId: string }> {
  const paymentId = `pay_${randomUUID()}`;
  const paid = { paymentId, reference: randomUUID(), amount, ...extra };
  const { reference } = paid;
  const paid_on = await today();
  if (isKnown)
    await db().insertInto('sandbox_payment').values({ id: paymentId, reference, amount, paid_on }).execute();
  await report({ kind: 'payment', id: `msg_${paymentId}`, ...paid, paidOn: paid_on });
  return { id: `sandbox/msg_${paymentId}`, paymentId };
}
const auditOf = async (subjectId: string) => {
  const { rows } = await sql<{ actor: string; detail: string }>`
    select actor, detail from audit_entry where subject_id = ${subjectId} and action = 'update' order by id`.execute(
    db(),
  );
  return rows.map(({ actor, detail }) => `${actor}: ${detail}`);
};

/** The balance of suspense of a payment, in cents: negative while it is held. */
async function suspense(paymentId: string): Promise<number> {
  const { rows } = await sql<{ amount: string }>`select coalesce(sum(amount), 0) as amount from journal_line
    where event_id = ${paymentId} and account = 'suspense:unidentified'`.execute(db());
  return Number(rows[0]?.amount);
}

test('no payment is posted on a day before its loan was paid out [T1378]', async () => {
  const { borrower, id } = await held();
  const { disbursed_on: payout } = await orderRowOf(hiram, borrower.orderId);
  const before = { ...post, on: addDays(payout as LocalDate, -1) };
  const why = `is before the loan was paid out, on ${payout}.`;
  await expect(decide(id, before)).rejects.toThrow(why);
  const options = { orderId: borrower.orderId, channelNumber: '10005', utr: 'BEFORETHELOAN', amount: 1_000 };
  await hiram.send(utrSubmit, options, borrower.context, { key: randomUUID() });
  const claim = await db()
    .selectFrom('utr_submission')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  await expect(decide(claim.id, before)).rejects.toThrow(why);
  for (const waitingId of [id, claim.id]) expect(await decide(waitingId, reject)).toBe('done');
});

test('a held payment is posted once, with the payer’s date, and is in the audit trail', async () => {
  const { borrower, id, amount, paymentId } = await held();
  expect(await waiting()).toMatchObject([
    { id, provider: 'sandbox', amount, reason: 'the payer’s date is outside the code’s lifetime' },
  ]);
  expect(await statusOf(borrower)).toBe(180);
  const outcomes = await Promise.all([post, post, post].map((decision) => decide(id, decision)));
  expect(outcomes.sort()).toEqual(['done', 'repeated', 'repeated']);
  expect(await waiting()).toEqual([]);
  // On the day before, the debt had one day less of late interest: the excess is the borrower's credit.
  expect(await statusOf(borrower)).toBe(200);
  const events = await db()
    .selectFrom('loan_event')
    .select(['id', 'value_date'])
    .where('order_id', '=', borrower.orderId)
    .where('kind', '=', 'paid')
    .execute();
  expect(events).toEqual([{ id, value_date: addDays(await today(), -1) }]);
  expect(await auditOf(id)).toEqual(['command payments post: state held to posted']);
  await expect(decide(id, reject)).rejects.toThrow(`The payment ${id} is not waiting: it is posted.`);
  expect((await checkLedger(db())).broken).toEqual([]);
  expect(paymentId).toMatch(/^pay_/);
});

test('only a payment that the provider confirms is posted, with the confirmed amount', async () => {
  const { borrower, id, paymentId } = await held();
  const providerRow = hiram.owner.updateTable('sandbox_payment').where('id', '=', paymentId);
  await providerRow.set({ reversed_on: await today() }).execute();
  await expect(decide(id, post)).rejects.toThrow(
    `sandbox does not confirm the payment ${paymentId}: its state is reversed.`,
  );
  await providerRow.set({ reversed_on: null, amount: 5 }).execute();
  await expect(decide(id, post)).rejects.toThrow(CannotResolve);
  await expect(decide(id, { ...post, on: addDays(await today(), 1) })).rejects.toThrow(CannotResolve);
  expect(await statusOf(borrower)).toBe(180);
  expect(await waiting()).toMatchObject([{ id }]);
  await decide(id, reject);
});

test('a held payment is refused once, reaches no loan, and is a difference until the provider returns it', async () => {
  const { id } = await held();
  expect(await decide(id, reject)).toBe('done');
  expect(await decide(id, reject)).toBe('repeated');
  expect(await waiting()).toEqual([]);
  const row = await db()
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', asId(id))
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'rejected', review_note: 'nobody we know' });
  expect(await auditOf(id)).toEqual(['command payments post: state held to rejected']);
  await expect(decide(id, post)).rejects.toThrow(CannotResolve);
  await report({
    kind: 'reversal',
    id: `m-${randomUUID()}`,
    reference: row.code_id,
    paymentId: row.provider_payment_id,
    on: await today(),
  });
  const { rows } = await sql<{ kind: string }>`select kind from journal where event_id = ${id}
    order by created_at`.execute(db());
  expect(rows.map(({ kind }) => kind)).toEqual(['held', 'heldReturned']);
  expect(await suspense(id)).toBe(0);
});

test('a held payment stands in suspense until it is posted, and the loan agrees with its ledger [T913]', async () => {
  const { id, amount } = await held();
  expect(await suspense(id)).toBe(-amount);
  const check = async () => checkLoans(db(), { brand: 'spec', today: await today() });
  expect(await check()).toMatchObject({ differing: 0 });
  expect(await decide(id, post)).toBe('done');
  expect(await suspense(id)).toBe(0);
  expect(await check()).toMatchObject({ differing: 0 });
});

test('a payment with an unknown code is assigned by a reviewer to one order, once, or to none', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { data } = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const { id, paymentId } = await unknownCode(data.repayAmount);
  expect(await waiting()).toMatchObject([{ id, reason: 'unknown code', amount: data.repayAmount }]);
  await expect(decide(id, post)).rejects.toThrow('Give the order with --order ID');
  await expect(decide(id, { ...post, orderId: asId(randomUUID()) })).rejects.toThrow(
    'is not a disbursed order',
  );
  expect(await decide(id, { ...post, orderId: borrower.orderId, reason: 'she called' })).toBe('done');
  expect(await decide(id, { ...post, orderId: borrower.orderId })).toBe('repeated');
  expect(await statusOf(borrower)).toBe(200);
  const payments = await db()
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(payments).toMatchObject([{ provider_payment_id: paymentId, review_note: 'she called' }]);
  expect(await auditOf(id.split('/')[1] ?? '')).toEqual(['command payments post: settled_at']);

  const unconfirmed = await unknownCode(100, false);
  await expect(decide(unconfirmed.id, { ...post, orderId: borrower.orderId })).rejects.toThrow(
    'its state is unknown',
  );
  expect(await decide(unconfirmed.id, reject)).toBe('done');
  expect(await decide(unconfirmed.id, reject)).toBe('repeated');
  await expect(decide(unconfirmed.id, { ...post, orderId: borrower.orderId })).rejects.toThrow(
    'it was rejected',
  );
  expect(await waiting()).toEqual([]);
  await expect(decide('sandbox/nothing', reject)).rejects.toThrow('The review queue has no message');
  await expect(decide(randomUUID(), reject)).rejects.toThrow('No payment');
});

test('a reported transfer waits, and is posted as the bank’s statement shows it or refused with a reason', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const reportTransfer = async () => {
    const utr = newUtr();
    const reported = { orderId: borrower.orderId, channelNumber: '10005', utr, amount: 100_000 };
    expect(await hiram.send(utrSubmit, reported, borrower.context)).toMatchObject({ success: true });
    return utr;
  };
  const due = async () =>
    (await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context)).data.repayAmount;
  const before = await due();
  const [found, lost] = [await reportTransfer(), await reportTransfer()];
  const listed = await waiting();
  expect(listed).toMatchObject([
    { provider: 'transfer', description: expect.stringContaining(found), amount: 100_000 },
    { provider: 'transfer', description: expect.stringContaining(lost), amount: 100_000 },
  ]);
  expect(await (await fetch(`${hiram.origin}/metrics`)).text()).toMatch(/^hiram_payments_held 2$/m);
  const [first = '', second = ''] = listed.map(({ id }) => id ?? '');
  expect(
    await payments('post', first, '--amount', '900.50', '--by', 'Ana Reyes', '--second', 'J. Cruz'),
  ).toEqual({
    code: 0,
    output: `${first}: posted.\n`,
  });
  expect(await decide(first, post)).toBe('repeated');
  await expect(decide(first, reject)).rejects.toThrow(
    `The transfer ${first} is not waiting: it is accepted.`,
  );
  expect(before - (await due())).toBe(90_050);
  expect(await decide(second, reject)).toBe('done');
  // Found on a day long before the report: the reviewer has checked it, and no further review is needed.
  const old = await reportTransfer();
  const [{ id: third = '' } = {}] = await waiting();
  await expect(decide(third, { ...post, on: addDays(await today(), 1) })).rejects.toThrow('is in the future');
  expect(await decide(third, { ...post, on: addDays(await today(), -20) })).toBe('done');
  const posted = await db()
    .selectFrom('payment')
    .select(['state', 'paid_on'])
    .where('provider_payment_id', 'like', `%${old}`)
    .execute();
  expect(posted).toEqual([{ state: 'posted', paid_on: addDays(await today(), -20) }]);
  const { sent } = (await hiram.send(payType, { orderId: borrower.orderId }, borrower.context)).data;
  expect(sent).toMatchObject([
    { utr: old, state: 'accepted' },
    { utr: lost, state: 'rejected', reason: 'nobody we know' },
    { utr: found, state: 'accepted', reason: '' },
  ]);
  expect(await waiting()).toEqual([]);
  expect((await checkLedger(db())).broken).toEqual([]);
});

test('a payment in another currency is posted to no order, however it was confirmed', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { id, paymentId } = await unknownCode(100_000, true, { currency: 'USD' });
  await expect(decide(id, { ...post, orderId: borrower.orderId })).rejects.toThrow(
    'It was paid in USD, and the order is in PHP',
  );
  const { rows } = await sql`select from payment where provider_payment_id = ${paymentId}`.execute(db());
  expect(rows).toEqual([]);
  expect(await waiting()).toMatchObject([{ id }]);
  expect(await decide(id, reject)).toBe('done');
});

test('a payment confirmed in another currency stays on the review list until it is returned', async () => {
  const body = {
    kind: 'ignored',
    id: 'currency p1',
    reason: 'currency',
    subject: 'p1',
    amount: 100_000,
    currency: 'USD',
  };
  await db()
    .insertInto('provider_message')
    .values({
      provider: 'sandbox',
      message_id: body.id,
      received_at: new Date(),
      body: JSON.stringify(body),
      outcome: 'contradicted',
    })
    .execute();
  const id = 'sandbox/currency p1';
  expect(await waiting()).toMatchObject([
    { id, description: 'payment p1', reason: 'contradicted: paid in USD', amount: 100_000 },
  ]);
  expect(await (await fetch(`${hiram.origin}/metrics`)).text()).toMatch(/^hiram_payments_held 1$/m);
  await expect(decide(id, post)).rejects.toThrow('It was paid in USD: refund it at the provider.');
  expect(await decide(id, reject)).toBe('done');
  expect(await decide(id, reject)).toBe('repeated');
  expect(await waiting()).toEqual([]);
});

test('a payout reported as reversed and then as arrived counts once the provider confirms it', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  expect(await hiram.send(sandboxPayout, { orderId: borrower.orderId, result: 'returned' })).toMatchObject({
    success: true,
  });
  expect(await statusOf(borrower)).toBe(151);
  const payout = await payoutOf(hiram, borrower.orderId);
  const day = await today();
  const message = `m-${randomUUID()}`;
  await report({ kind: 'payout', id: message, reference: payout.id, result: 'paid', on: day });
  const id = `sandbox/${message}`;
  expect(await waiting()).toMatchObject([{ id, reason: expect.stringContaining('contradicted') }]);
  const again = `m-${randomUUID()}`;
  await report({ kind: 'payout', id: again, reference: payout.id, result: 'paid', on: day });
  await db()
    .updateTable('payout')
    .set({ provider_reference: 'payout_theirs' })
    .where('id', '=', payout.id)
    .execute();
  await expect(decide(id, post)).rejects.toThrow(
    'sandbox does not confirm that it arrived: its state is returned',
  );
  await db()
    .updateTable('sandbox_payout')
    .set({ state: 'paid' })
    .where('reference', '=', payout.id)
    .execute();
  expect(await decide(id, post)).toBe('done');
  expect(await decide(id, post)).toBe('repeated');
  // Reported again under another name: the recorded payment settles this entry too.
  expect(await decide(`sandbox/${again}`, post)).toBe('done');
  expect(await statusOf(borrower)).toBe(170);
  expect(await waiting()).toEqual([]);
  expect((await checkLedger(db())).broken).toEqual([]);
});

test('a reported reversal that the provider first denied is recorded once the provider confirms it', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { id: reference } = await db()
    .updateTable('payout')
    .set({ provider_reference: 'payout_theirs' })
    .where('order_id', '=', borrower.orderId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const message = `m-${randomUUID()}`;
  await report({ kind: 'payout', id: message, reference, result: 'returned', on: await today() });
  const id = `sandbox/${message}`;
  expect(await statusOf(borrower)).toBe(180);
  expect(await waiting()).toMatchObject([{ id, reason: expect.stringContaining('it reports returned') }]);
  await expect(decide(id, post)).rejects.toThrow('does not confirm that it was returned: its state is paid');
  await db()
    .updateTable('sandbox_payout')
    .set({ state: 'returned' })
    .where('reference', '=', reference)
    .execute();
  expect(await decide(id, post)).toBe('done');
  expect(await decide(id, post)).toBe('repeated');
  expect(await statusOf(borrower)).toBe(151);
  expect(await waiting()).toEqual([]);
  expect((await checkLedger(db())).broken).toEqual([]);
});

test('a paid payout without the provider’s id is not believed to be returned by a message alone [T1984]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { id: reference, provider_reference: theirs } = await payoutOf(hiram, borrower.orderId);
  expect(theirs).toBeNull();
  const message = `m-${randomUUID()}`;
  await report({ kind: 'payout', id: message, reference, result: 'returned', on: await today() });
  expect(await statusOf(borrower)).toBe(180);
  const id = `sandbox/${message}`;
  expect(await waiting()).toMatchObject([{ id, reason: expect.stringContaining('it reports returned') }]);
  await expect(decide(id, post)).rejects.toThrow('does not confirm that it was returned: its state is paid');
  await hiram.send(sandboxPayout, { orderId: borrower.orderId, result: 'returned' });
  expect(await statusOf(borrower)).toBe(151);
  expect(await decide(id, post)).toBe('done');
  expect(await waiting()).toEqual([]);
});

test('a return that the provider confirms in another currency stays on the review list [T2095]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { id: reference } = await payoutOf(hiram, borrower.orderId);
  const message = `m-${randomUUID()}`;
  const on = await today();
  await report({ kind: 'payout', id: message, reference, result: 'returned', on });
  const { appContext } = hiram.server;
  const sandbox = appContext.ports.payouts.get('sandbox');
  if (!sandbox) throw new Error('the sandbox pays out');
  const inDollars: typeof sandbox = {
    ...sandbox,
    queryState: async () => ({ state: 'returned', on, reason: undefined, currency: 'USD' }),
  };
  const ports = { ...appContext.ports, payouts: new Map([['sandbox', inDollars]]) };
  const decision = actAs('command payments post', () =>
    resolveEntry({ ...appContext, ports }, `sandbox/${message}`, post),
  );
  await expect(decision).rejects.toThrow('cents USD');
  expect(await waiting()).toHaveLength(1);
  expect(await decide(`sandbox/${message}`, reject)).toBe('done');
});

test('an operator resolves items of the review queue in the names of two persons [T400]', async () => {
  const first = await held();
  const second = await unknownCode(70_000);
  expect(await (await fetch(`${hiram.origin}/metrics`)).text()).toMatch(/^hiram_payments_held 2$/m);
  const listed = await payments('list');
  expect(listed.code).toBe(0);
  const [one, two, sum] = listed.output.split('\n');
  expect(one).toBe(
    `${first.id}: sandbox payment ${first.paymentId} of ${addDays(await today(), -1)}, ${(first.amount / 100).toFixed(2)}: the payer’s date is outside the code’s lifetime; for 0 h`,
  );
  expect(two).toBe(`${second.id}: sandbox payment ${second.paymentId}, 700.00: unknown code; for 0 h`);
  expect(sum).toBe('2 in the review queue.');
  // Nothing is changed without the reviewer's name.
  const unnamed = await Promise.all([
    payments('post', first.id),
    payments('reject', second.id, '--reason', 'not ours'),
    payments('post', first.id, '--by', ' '),
    payments('post', first.id, '--by', 'J. Cruz'),
    payments('reject', second.id, '--reason', 'not ours', '--by', 'J. Cruz', '--second', 'j. cruz'),
  ]);
  for (const { code, output } of unnamed)
    expect([code, output]).toEqual([2, expect.stringMatching(/^error: .*--(by|second)/)]);
  expect(await waiting()).toHaveLength(2);
  const by = ['--by', 'J. Cruz', '--second', 'Ana Reyes'];
  expect(await payments('post', first.id, ...by)).toEqual({ code: 0, output: `${first.id}: posted.\n` });
  expect(await payments('post', first.id, ...by)).toEqual({
    code: 0,
    output: `${first.id} was posted before.\n`,
  });
  expect(await auditOf(first.id)).toEqual([
    'command payments post by J. Cruz and Ana Reyes: state held to posted',
  ]);
  expect(await payments('reject', second.id, '--reason', 'not ours', ...by)).toEqual({
    code: 0,
    output: `${second.id}: rejected.\n`,
  });
  expect(await auditOf(second.id.split('/')[1] ?? '')).toEqual([
    'command payments reject by J. Cruz and Ana Reyes: settled_at',
  ]);
  expect(
    await db()
      .selectFrom('break_glass')
      .select(['subject', 'subject_id', 'decided_by', 'seconded_by'])
      .where('subject_id', 'in', [first.id, second.id])
      .orderBy('at')
      .execute(),
  ).toEqual([
    { subject: 'payment', subject_id: first.id, decided_by: 'J. Cruz', seconded_by: 'Ana Reyes' },
    { subject: 'provider_message', subject_id: second.id, decided_by: 'J. Cruz', seconded_by: 'Ana Reyes' },
  ]);
  const [nothing, ...wrong] = await Promise.all([
    payments('list'),
    payments('reject', second.id, ...by),
    payments('post', first.id, second.id, ...by),
    payments('post', first.id, '--on', 'yesterday', ...by),
    payments('list', '--all'),
    payments('post', ...by),
    payments('post', randomUUID(), ...by),
  ]);
  expect(nothing).toEqual({ code: 0, output: 'The review queue is empty.\n' });
  const unknown = wrong.pop();
  expect(unknown).toMatchObject({ code: 1, output: expect.stringMatching(/^No payment/) });
  for (const { code, output } of wrong)
    expect([code, output]).toEqual([2, expect.stringMatching(/^error: /)]);
});
