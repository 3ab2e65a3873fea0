import { createHash, randomUUID } from 'node:crypto';
import { acceptArrangement, waysOut } from '@hiram/contract/arrangement';
import type { ActionCalls } from '@hiram/contract/console/action-calls';
import { importStatement } from '@hiram/contract/console/bank-statement';
import { arrangeLoan, extendLoan, stopCharges, waiveDebt } from '@hiram/contract/console/loan';
import { postMoney, refuseMoney, showTransfer } from '@hiram/contract/console/money-in';
import { releasePayout } from '@hiram/contract/console/money-out';
import { postSettlement } from '@hiram/contract/console/reconcile';
import { shippedRoles } from '@hiram/contract/console/rights';
import { asId, type OrderId } from '@hiram/contract/ids';
import { utrSubmit } from '@hiram/contract/repay';
import { addDays, cents, type LocalDate, localDate, position } from '@hiram/loan';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { waitingPayout } from '../../../test/support/borrowers/waiting-payout.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf, paymentOf, payoutOf } from '../../../test/support/database/rows.ts';
import { propertyRuns } from '../../../test/support/inputs/property-runs.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/order-store.ts';
import { sendPayout } from '../../lending/payouts/send-payout.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { newUtr, plainMap } from '../../sandbox/fill/bank-statement.ts';

const hiram = setUpHiram();
let today: LocalDate;
/** Somebody else, who imports statements. */
const importer = setUpStaffMember(hiram, 'cashier');
beforeAll(async () => {
  await hiram.refuseUnnamed();
  const { clock, db, defaultBrand } = hiram.server.appContext;
  today = await clock.today(db, defaultBrand.timeZone);
  // Every payout is above the day's ceiling, so that each waits for a person.
  await hiram.owner.insertInto('payout_limit').values({ brand: 'spec', max_amount: 1 }).execute();
});

const spec = { brand: 'spec' };
const map = plainMap;
const lateBorrower = () => hiram.borrower({ state: '180', kind: 'single' });

/**
 * The net debt of a loan on a day by the engine: what the borrower owes less what the lender owes them, also
 * if they pay more. Cents.
 */
async function netOwed(
  orderId: OrderId | string,
  day: LocalDate = today,
  paid: readonly { readonly amount: number; readonly valueDate: LocalDate }[] = [],
): Promise<number> {
  const { db } = hiram.server.appContext;
  const borrowerId = await borrowerIdOf(hiram, orderId);
  const order = await loadOrder(db, borrowerId, asId(orderId));
  const events = engineEvents(await loadEvents(db, order));
  const more = paid.map(({ amount, valueDate }, index) => ({
    id: `paid ${index}`,
    seq: events.length + 1 + index,
    kind: 'paid' as const,
    valueDate,
    amount: cents(amount),
  }));
  const now = position(order.terms, [...events, ...more], day);
  return now.owedInAll - now.credit;
}

async function importLine(by: StaffMember, utr: string, amount: number): Promise<void> {
  const text = `Date,Reference,Amount\n${today},${utr},${(amount / 100).toFixed(2)}\n`;
  const file = { account: '10005', fileName: 'bank.csv', map, isTrial: false };
  const content = Buffer.from(text).toString('base64');
  await by.browser.send(importStatement, { ...file, content }, spec);
}

/** A borrower's claim of a transfer that nobody made; the form takes no smaller one. */
async function claim(size: number) {
  const amount = Math.max(size, 5_000);
  const borrower = await lateBorrower();
  const utr = newUtr();
  const input = { orderId: borrower.orderId, channelNumber: '10005', utr, amount };
  await hiram.send(utrSubmit, input, borrower.context, { key: randomUUID() });
  const { id } = await hiram.owner
    .selectFrom('utr_submission')
    .select('id')
    .where('utr', '=', utr)
    .executeTakeFirstOrThrow();
  return { borrower, utr, id, amount };
}

async function lineOf(transferId: string): Promise<string> {
  const { lines } = (await importer.browser.send(showTransfer, { transferId }, spec)).data;
  return lines.find(({ fits }) => fits.reference)?.lineId ?? newId();
}

/** An action that somebody tries, and what it costs the lender if they do it alone: seen from the books, not from its request. */
interface Try {
  readonly calls: ActionCalls;
  readonly request: object;
  readonly cost: () => Promise<number>;
}

type Kind = (by: StaffMember, size: number) => Promise<Try>;

/** The fall of a loan's net debt on a day since now, less the money that came for it. */
async function fallOf({ orderId }: DemoBorrower, came = 0, day = today) {
  const before = await netOwed(orderId, day);
  return async () => before - came - (await netOwed(orderId, day));
}

async function heldPayment(daysEarlier: number): Promise<Try> {
  const borrower = await lateBorrower();
  await payByCode(hiram, borrower, { date: addDays(today, -1) });
  const { id, amount } = await paymentOf(hiram, borrower.orderId);
  const on = addDays(today, -1 - daysEarlier);
  const theirs = await netOwed(borrower.orderId, today, [{ amount, valueDate: addDays(today, -1) }]);
  const request = { entry: 'held', id, on };
  return { calls: postMoney, request, cost: async () => theirs - (await netOwed(borrower.orderId)) };
}

const kinds: Readonly<Record<string, Kind>> = {
  async waive(_by, size) {
    const borrower = await lateBorrower();
    const request = { orderId: borrower.orderId, principal: size, interest: 0, late: 0, penalty: 0 };
    return { calls: waiveDebt, request, cost: await fallOf(borrower) };
  },
  async stopCharges(_by, size) {
    const borrower = await lateBorrower();
    const until = addDays(today, 1 + (size % 30));
    const request = { orderId: borrower.orderId, until };
    return { calls: stopCharges, request, cost: await fallOf(borrower, 0, until) };
  },
  async arrange(_by, size) {
    const { orderId, context } = await lateBorrower();
    const last = addDays(today, 1 + (size % 60));
    return {
      calls: arrangeLoan,
      request: { orderId, days: [today, last] },
      // Once the borrower has accepted it, by what they owe less when both parts are paid on their days.
      async cost() {
        const { offer } = (await hiram.send(waysOut, { orderId }, context)).data;
        const paid = (offer?.parts ?? []).map(({ amount, date }) => ({ amount, valueDate: localDate(date) }));
        const before = await netOwed(orderId, last, paid);
        const sha256 = offer?.agreement.sha256 ?? '';
        expect(await hiram.send(acceptArrangement, { orderId, sha256 }, context)).toMatchObject({
          success: true,
        });
        return before - (await netOwed(orderId, last, paid));
      },
    };
  },
  async extend() {
    const { orderId } = await lateBorrower();
    return { calls: extendLoan, request: { orderId }, cost: amountOf(orderId) };
  },
  async typedMoney(_by, size) {
    const { id, borrower, amount } = await claim(size);
    const request = { entry: 'transfer', id, amount, on: addDays(today, -(size % 20)) };
    return { calls: postMoney, request, cost: await fallOf(borrower) };
  },
  async ownImport(by, size) {
    const { id, utr, borrower, amount } = await claim(size);
    await importLine(by, utr, amount);
    return {
      calls: postMoney,
      request: { entry: 'transfer', id, lineId: await lineOf(id) },
      cost: await fallOf(borrower),
    };
  },
  async othersImport(_by, size) {
    const { id, utr, borrower, amount } = await claim(size);
    await importLine(importer, utr, amount);
    const request = { entry: 'transfer', id, lineId: await lineOf(id) };
    return { calls: postMoney, request, cost: await fallOf(borrower, amount) };
  },
  heldPayment: (_by, size) => heldPayment(size % 3),
  async refusedReversal() {
    const borrower = await lateBorrower();
    await payByCode(hiram, borrower);
    const {
      provider,
      provider_payment_id: paymentId,
      code_id,
      amount,
    } = await paymentOf(hiram, borrower.orderId);
    const message_id = newId();
    const body = { kind: 'reversal', reference: code_id, paymentId, on: today };
    await hiram.owner
      .insertInto('provider_message')
      .values({
        provider,
        message_id,
        received_at: new Date(),
        outcome: 'contradicted',
        body: JSON.stringify(body),
      })
      .execute();
    const request = { entry: 'message', id: `${provider}/${message_id}`, because: 'notArrived' };
    return { calls: refuseMoney, request, cost: async () => amount };
  },
  async settlementFee(_by, size) {
    const request = { provider: 'sandbox', on: today, gross: 1_000_000, fee: size };
    const bankReference = randomUUID().slice(0, 20);
    return { calls: postSettlement, request: { ...request, bankReference }, cost: async () => size };
  },
  async release() {
    const { payoutId, amount } = await waitingPayout(hiram);
    await actAs('job payout', () => sendPayout(hiram.server.appContext, payoutId));
    return { calls: releasePayout, request: { payoutId }, cost: async () => amount };
  },
};

/** The price of an extension that was given without one. */
const amountOf = (orderId: string) => async () => {
  const { amount } = await hiram.owner
    .selectFrom('approval')
    .select('amount')
    .where('subject_id', '=', orderId)
    .where('action', '=', 'loan.extend')
    .executeTakeFirstOrThrow();
  return amount ?? 0;
};

/** The most that one of the roles may cost in a day. */
async function mostOf(roles: readonly string[]): Promise<number> {
  const rows = await hiram.owner
    .selectFrom('authority')
    .select('max_per_day')
    .where('action', '=', 'cost')
    .where('brand', 'in', [spec.brand, '*'])
    .where('role', 'in', [...roles])
    .execute();
  return Math.max(0, ...rows.map(({ max_per_day }) => max_per_day ?? 0));
}

const tries = new Set<string>();
const amounts = [1, 9_999, 29_999, 30_000, 49_999, 50_000, 50_001, 190_000];

test('a settlement’s fee above a twentieth needs two persons [T834]', async () => {
  const controller = await staffMember(hiram, 'controller');
  const verdict = async (calls: ActionCalls, request: object) =>
    (await controller.browser.send(calls.preview, { request }, spec)).data.verdict;
  const settlement = { provider: 'sandbox', on: today, gross: 1_000, bankReference: 'BANK-1' };
  expect(await verdict(postSettlement, { ...settlement, fee: 50 })).toBe('alone');
  expect(await verdict(postSettlement, { ...settlement, fee: 51 })).toBe('secondPerson');
  const payouts = [];
  for (const _ of [1, 2, 3, 4]) {
    const waiting = await waitingPayout(hiram);
    await actAs('job payout', () => sendPayout(hiram.server.appContext, waiting.payoutId));
    payouts.push(waiting);
  }
  const most = await mostOf(['controller']);
  let released = 0;
  for (const { payoutId, amount } of payouts) {
    const { data } = await submitAction(controller, releasePayout, { payoutId }, spec);
    expect(data.state).toBe(released + amount <= most ? 'done' : 'waiting');
    if (data.state === 'done') released += amount;
  }
});

test('the database refuses what one person does beyond their limit, whatever the server writes [T835]', async () => {
  const cashier = await staffMember(hiram, 'cashier');
  const both = await staffMember(hiram, 'cashier', 'controller');
  const write = (row: {
    by?: StaffMember;
    action: string;
    amount: number;
    cost?: number;
    request?: object;
    stated?: object;
    subject?: string;
    subjectId?: string;
  }) =>
    actAs('a test', () =>
      inTransaction(hiram.server.appContext.db, async (trx) => {
        const { by = cashier, action, amount, cost = amount, request = {}, subject = 'loan_order' } = row;
        const { subjectId = newId() } = row;
        const statement = JSON.stringify({ amount, cost, ...row.stated });
        const approval = {
          id: newId(),
          action,
          brand: 'spec',
          request,
          effect: [],
          statement,
          subject,
          amount,
          cost,
          effect_digest: `\\x${createHash('sha256').update(statement).digest('hex')}`,
          subject_id: subjectId,
          reference: '',
          reason: 'forged by a test',
          rejected_because: '',
          requested_by: by.id,
          requested_on: today,
          expires_at: '2099-01-01',
          state: 'done',
          within_limit: true,
          closed_at: '2026-11-22',
        };
        await sql`select request_approval(${by.browser.cookie}, ${JSON.stringify(approval)}, now())`.execute(
          trx,
        );
        throw new Error('written');
      }),
    );
  await expect(write({ action: 'loan.waive', amount: 200_000 })).rejects.toThrow('written');
  await expect(write({ action: 'loan.waive', amount: 200_001 })).rejects.toThrow(/within|no more than/);
  await expect(write({ by: both, action: 'loan.waive', amount: 2_000_001 })).rejects.toThrow(/no more than/);
  await expect(write({ action: 'loan.waive', amount: 5, cost: 0 })).rejects.toThrow(/is its amount/);
  await expect(write({ action: 'loan.waive', amount: 5, stated: { cost: 1 } })).rejects.toThrow(
    /of its statement/,
  );
  await expect(write({ action: 'loan.refund', amount: 5 })).rejects.toThrow(/two persons/);
  await expect(write({ action: 'moneyIn.post', amount: 5, stated: { needsTwo: true } })).rejects.toThrow(
    /two persons/,
  );
  const typed = { action: 'moneyIn.post', subject: 'utr_submission', amount: 5, cost: 0 };
  await expect(write(typed)).rejects.toThrow(/by a line/);
  const { id: subjectId, utr, amount } = await claim(5_000);
  await importLine(cashier, utr, amount);
  const byLine = { ...typed, amount, subjectId, request: { lineId: await lineOf(subjectId) } };
  await expect(write(byLine)).rejects.toThrow(/somebody else imported/);
  await expect(write({ ...byLine, by: both })).rejects.toThrow('written');
  // A line that is used or set aside shows no other money.
  await sql`update statement_line set set_aside_by = ${cashier.id}, set_aside_reason = 'a fee'
    where id = ${byLine.request.lineId}`.execute(hiram.owner);
  await expect(write({ ...byLine, by: both })).rejects.toThrow(/by a line/);
  const fee = (amount: number) => ({ gross: 1_000, fee: amount });
  const settle = { by: both, action: 'reconcile.settle', amount: 1_000 };
  await expect(write({ ...settle, cost: 50, request: fee(50) })).rejects.toThrow('written');
  await expect(write({ ...settle, cost: 51, request: fee(51) })).rejects.toThrow(/above 5 %/);
  await expect(write({ ...settle, cost: 0, request: fee(50) })).rejects.toThrow(/above 5 %/);
  const payer = await lateBorrower();
  await payByCode(hiram, payer);
  const { provider, provider_payment_id: paymentId } = await paymentOf(hiram, payer.orderId);
  const message = { provider, received_at: new Date(), outcome: 'contradicted' };
  const { id: payoutId } = await payoutOf(hiram, payer.orderId);
  for (const [message_id, body] of Object.entries({
    reversal: { kind: 'reversal', paymentId },
    payment: { kind: 'payment', paymentId },
    payout: { kind: 'payout', reference: payoutId.toUpperCase() },
    unknownPayout: { kind: 'payout', reference: 'none of ours' },
  }))
    await hiram.owner
      .insertInto('provider_message')
      .values({ ...message, message_id, body: JSON.stringify(body) })
      .execute();
  const refuse = (name: string) =>
    write({
      action: 'moneyIn.refuse',
      amount: 5,
      cost: 0,
      subject: 'provider_message',
      subjectId: `${provider}/${name}`,
    });
  for (const ours of ['reversal', 'payout']) await expect(refuse(ours)).rejects.toThrow(/two persons refuse/);
  for (const other of ['payment', 'unknownPayout']) await expect(refuse(other)).rejects.toThrow('written');
});

test('no roles and no order of actions let one person cost more than a day’s limit [T833]', async () => {
  // Limits that a few actions reach.
  const limits = [
    { role: 'cashier', max_per_day: 60_000 },
    { role: 'controller', max_per_day: 90_000 },
  ];
  for (const { role, max_per_day } of limits)
    await hiram.owner
      .updateTable('authority')
      .set({ max_per_day })
      .where('role', '=', role)
      .where('action', '=', 'cost')
      .execute();
  const roles = fc.oneof(
    fc.constantFrom(['cashier'], ['controller'], ['cashier', 'controller']),
    fc.subarray([...shippedRoles], { minLength: 1, maxLength: 4 }),
  );
  const step = fc.record({
    kind: fc.constantFrom(...Object.keys(kinds)),
    size: fc.constantFrom(...amounts),
  });
  await fc.assert(
    fc.asyncProperty(roles, fc.array(step, { minLength: 8, maxLength: 14 }), async (held, steps) => {
      const person = await staffMember(hiram, ...held);
      let cost = 0;
      for (const { kind, size } of steps) {
        const tried = await kinds[kind]?.(person, size);
        if (!tried) throw new Error('no such kind');
        const answer = await submitAction(person, tried.calls, tried.request, spec);
        if (!answer.success || answer.data.state !== 'done') continue;
        tries.add(kind);
        cost += Math.max(0, await tried.cost());
      }
      expect(cost).toBeLessThanOrEqual(await mostOf(held));
    }),
    { numRuns: propertyRuns(72), seed: 20_261_125, endOnFailure: true },
  );
  // What rests on one person's word is never done alone; what is within a limit is.
  expect(tries).not.toContain('typedMoney');
  expect(tries).not.toContain('ownImport');
  expect(tries).not.toContain('refusedReversal');
  for (const kind of ['waive', 'othersImport', 'heldPayment', 'settlementFee']) expect(tries).toContain(kind);
}, 600_000);
