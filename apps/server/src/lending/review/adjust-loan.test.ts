import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { sandboxPayout } from '@hiram/contract/sandbox';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { asTwoPersons } from '../../../test/support/console/two-persons.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { codeAndText, runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { actAs } from '../../platform/database/actor.ts';
import { balances, checkLedger } from '../ledger/ledger.ts';
import { checkTasks } from '../reconciliation/check-tasks.ts';
import { adjustLoan, loanSituation } from './adjust-loan.ts';
import { type Adjustment, CannotAdjust } from './adjustment.ts';

const cluster = inject('cluster');
let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(cluster);
  await hiram.refuseUnnamed();
});
afterAll(async () => {
  expect((await checkLedger(hiram.server.appContext.db)).broken).toEqual([]);
  await hiram.stop();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const standing = (borrower: DemoBorrower) => loanSituation(hiram.server.appContext, borrower.orderId);
const adjust = (borrower: DemoBorrower, adjustment: Adjustment, reference = 'memo 1') =>
  actAs('command loans waive', () =>
    asTwoPersons(hiram, (db) =>
      adjustLoan({ ...hiram.server.appContext, db }, borrower.orderId, adjustment, {
        reference,
        reason: 'hardship',
        by: 'Ana Cruz',
        second: 'Ben Reyes',
      }),
    ),
  );
const details = async (borrower: DemoBorrower) =>
  (await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data;
const bill = async (borrower: DemoBorrower) =>
  (await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context)).data;
/** The ledger's balances of an order that are not zero. */
async function book(borrower: DemoBorrower): Promise<Record<string, number>> {
  const { db } = hiram.server.appContext;
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  const sums = await balances(db, { borrowerId, orderId: borrower.orderId });
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0));
}
async function pay(borrower: DemoBorrower, excess = 0): Promise<number> {
  return (await payByCode(hiram, borrower, { excess })).amount + excess;
}
const noAmounts = { principal: 0, interest: 0, late: 0, penalty: 0 };

test('waived charges are no longer owed, and the ledger never had them', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const before = await bill(borrower);
  const { owed } = await standing(borrower);
  expect(owed.late).toBeGreaterThan(0);
  const books = await book(borrower);
  const waiver = {
    kind: 'waived',
    amounts: { ...noAmounts, late: owed.late, penalty: owed.penalty },
  } as const;
  expect(await adjust(borrower, waiver)).toBe('done');
  expect((await bill(borrower)).repayAmount).toBe(before.repayAmount - owed.late - owed.penalty);
  expect(await book(borrower)).toEqual(books);
  await pay(borrower);
  expect((await details(borrower)).orderStatus).toBe(200);
  expect(await book(borrower)).toMatchObject({ 'income:interest': expect.any(Number) });
  expect(await book(borrower)).not.toHaveProperty('income:late');
});

test('waiving the whole debt settles the loan, and its principal is the lender’s loss', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { owed } = await standing(borrower);
  expect(await adjust(borrower, { kind: 'waived', amounts: owed })).toBe('done');
  expect((await details(borrower)).orderStatus).toBe(200);
  expect(await book(borrower)).toMatchObject({ 'loss:writeOff': owed.principal });
  expect(await book(borrower)).not.toHaveProperty('loan:principal');
});

test('repeating a decision under its reference changes nothing', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { owed } = await standing(borrower);
  const part = { kind: 'waived', amounts: { ...noAmounts, principal: 10_000 } } as const;
  // Eight parallel requests count as one.
  const reported = await Promise.all(Array.from({ length: 8 }, () => adjust(borrower, part)));
  expect(reported.sort()).toEqual(['done', ...Array.from({ length: 7 }, () => 'repeated')]);
  await expect(adjust(borrower, { kind: 'writtenOff' })).rejects.toThrow(CannotAdjust);
  const waiver = { kind: 'waived', amounts: { ...noAmounts, principal: 10_001 } } as const;
  await expect(adjust(borrower, waiver)).rejects.toThrow(
    'Another decision was booked under the reference memo 1.',
  );
  expect((await standing(borrower)).owed.principal).toBe(owed.principal - 10_000);
  expect(await adjust(borrower, part, 'memo 2')).toBe('done');
  expect((await standing(borrower)).owed.principal).toBe(owed.principal - 20_000);
});

/** Days in which the tests' channel may reverse a payment. */
const reversalDays = 14;

test('a refunded credit is gone; a refund never exceeds the credit and goes back the way the payment came', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  await pay(borrower, 12_345);
  expect(await standing(borrower)).toMatchObject({ status: 'settled', credit: 12_345 });
  const refund = (amount: number, from?: string) =>
    ({ kind: 'refunded', amount, ...(from === undefined ? {} : { from }) }) as const;
  await hiram.days(reversalDays + 1);
  await expect(adjust(borrower, refund(12_346))).rejects.toThrow('The credit is ₱123,45.');
  await expect(adjust(borrower, refund(100, 'nobody'))).rejects.toThrow('No cash account nobody');
  await expect(adjust(borrower, refund(100, 'transfer'))).rejects.toThrow(
    'A refund uses the provider of the credit: sandbox ₱123,45.',
  );
  const before = await book(borrower);
  expect(await adjust(borrower, refund(12_000))).toBe('done');
  expect(await book(borrower)).toMatchObject({
    'borrower:credit': -345,
    'cash:sandbox': (before['cash:sandbox'] ?? 0) - 12_000,
  });
  await expect(adjust(borrower, refund(346), 'bank 2')).rejects.toThrow('The credit is ₱3,45.');
  expect(await adjust(borrower, refund(345, 'sandbox'), 'bank 2')).toBe('done');
  expect(await standing(borrower)).toMatchObject({ status: 'settled', credit: 0 });
});

test('while its channel can reverse a payment its credit is not refunded, and the rejection names the day', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  await pay(borrower, 5_000);
  const refund = { kind: 'refunded', amount: 5_000 } as const;
  await hiram.days(reversalDays);
  await expect(adjust(borrower, refund)).rejects.toThrow(
    /^₱0,00 can be refunded today: the channel of the rest can still reverse its payment before \d{4}-\d\d-\d\d\.$/,
  );
  expect(await standing(borrower)).toMatchObject({ credit: 5_000 });
  await hiram.days(1);
  expect(await adjust(borrower, refund)).toBe('done');
  expect(await standing(borrower)).toMatchObject({ credit: 0 });
});

test('the credit of a loan whose payout was reversed is refunded too, and the loan still waits', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const paid = await pay(borrower);
  await hiram.send(sandboxPayout, { orderId: borrower.orderId, result: 'returned' });
  expect(await standing(borrower)).toEqual({
    status: 'approved',
    isWrittenOff: false,
    owed: noAmounts,
    credit: paid,
  });
  await hiram.days(reversalDays + 1);
  expect(await adjust(borrower, { kind: 'refunded', amount: paid, from: 'sandbox' })).toBe('done');
  expect(await book(borrower)).toEqual({});
  expect((await details(borrower)).orderStatus).toBe(151);
  await expect(adjust(borrower, { kind: 'writtenOff' }, 'memo 2')).rejects.toThrow('No principal is owed.');
});

test('a written-off loan keeps its debt, and later payments are recoveries', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { owed } = await standing(borrower);
  const before = await bill(borrower);
  expect(await adjust(borrower, { kind: 'writtenOff' })).toBe('done');
  expect(await book(borrower)).toMatchObject({ 'loss:writeOff': owed.principal });
  expect(await bill(borrower)).toMatchObject({ repayAmount: before.repayAmount });
  expect((await details(borrower)).orderStatus).toBe(180);
  await expect(adjust(borrower, { kind: 'writtenOff' }, 'memo 2')).rejects.toThrow(
    'The loan is written off already.',
  );
  const paid = await pay(borrower);
  expect(await book(borrower)).toMatchObject({ 'income:recovery': -paid });
  expect((await details(borrower)).orderStatus).toBe(200);
});

test('a decision about something that does not exist is rejected, and nothing changes', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const before = await standing(borrower);
  const excessiveWaiver = {
    kind: 'waived',
    amounts: { ...noAmounts, interest: before.owed.interest + 1 },
  } as const;
  await expect(adjust(borrower, excessiveWaiver)).rejects.toThrow(/^Only ₱[\d.,]+ of interest is owed\.$/);
  await expect(adjust(borrower, { kind: 'waived', amounts: noAmounts })).rejects.toThrow(
    'Give at least one amount to waive.',
  );
  const unknownOrder = { ...borrower, orderId: asId(borrower.productId) };
  await expect(adjust(unknownOrder, { kind: 'writtenOff' })).rejects.toThrow('No order');
  await expect(adjust({ ...borrower, orderId: asId('x') }, { kind: 'writtenOff' })).rejects.toThrow(
    'No order x.',
  );
  expect(await standing(borrower)).toEqual(before);
});

test('the database stores no manual decision without a reason', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const withoutReason = asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `insert into loan_event (borrower_id, order_id, seq, id, kind, value_date, arrived_at, body)
         select borrower_id, id, event_count + 1, gen_random_uuid(), 'writtenOff', current_date, now(), '{"note":{"reference":"x"}}'
         from loan_order where id = $1`,
      [borrower.orderId],
    ),
  );
  await expect(withoutReason).rejects.toThrow('loan_event_decided');
});

const hiramLoans = (...words: string[]) =>
  codeAndText(runHiram(['loans', ...words], settingsOf(cluster, hiram.database)));

test('an operator shows a loan, makes a decision, repeats it, and reads one line for an error', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { owed } = await standing(borrower);
  const situation = await hiramLoans('show', borrower.orderId);
  expect(situation).toEqual({
    code: 0,
    output: expect.stringMatching(/^status overdue; owed: principal [\d.]+, interest .*; credit 0\.00\n$/),
  });
  const late = (owed.late / 100).toFixed(2);
  expect(situation.output).toContain(`late ${late},`);
  const grounds = [
    '--reference',
    'memo 7',
    '--reason',
    'a flood in the town',
    '--by',
    'Ana Cruz',
    '--second',
    'Ben Reyes',
  ];
  const waiver = ['waive', borrower.orderId, '--late', late, ...grounds];
  expect((await hiramLoans(...waiver)).output).toMatch(/^Done\.\nstatus overdue; .* late 0\.00,/);
  expect((await hiramLoans(...waiver)).output).toMatch(/^It was booked already\.\n/);
  for (const [expected, ...wrong] of [
    [2, 'waive', borrower.orderId, '--late', '1,555.5.5', ...grounds],
    [2, 'waive', borrower.orderId, ...grounds],
    [2, 'write-off', borrower.orderId, '--late', '1.00', ...grounds],
    [
      2,
      'write-off',
      borrower.orderId,
      '--reason',
      'given up',
      '--reference',
      ' ',
      '--by',
      'Ana Cruz',
      '--second',
      'Ben Reyes',
    ],
    [2, 'write-off', borrower.orderId, '--reason', 'given up', '--reference', 'memo 8'],
    [1, 'refund', borrower.orderId, '--amount', '1.00', ...grounds],
  ]) {
    const { code, output } = await hiramLoans(...wrong.map(String));
    expect([wrong, code]).toEqual([wrong, expected]);
    expect(output).not.toMatch(/\n {4}at /);
  }
  const writeOff = [
    '--reason',
    'given up',
    '--reference',
    'memo 8',
    '--by',
    'Ana Cruz',
    '--second',
    'Ben Reyes',
  ];
  expect((await hiramLoans('write-off', borrower.orderId, ...writeOff)).output).toMatch(
    /^Done\.\nstatus overdue, written off;/,
  );
  // The books keep who did it, and with which command.
  const stored = await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `select kind, body -> 'note' as note from loan_event where order_id = $1 and kind in ('waived', 'writtenOff') order by seq`,
      [borrower.orderId],
    ),
  );
  expect(stored.rows).toEqual([
    {
      kind: 'waived',
      note: { reference: 'memo 7', reason: 'a flood in the town', by: 'Ana Cruz', second: 'Ben Reyes' },
    },
    {
      kind: 'writtenOff',
      note: { reference: 'memo 8', reason: 'given up', by: 'Ana Cruz', second: 'Ben Reyes' },
    },
  ]);
  const trail = await asOwner(cluster, hiram.database, (owner) =>
    owner.query(
      `select actor, action from audit_entry where subject = 'loan_event' and subject_id in
         (select id::text from loan_event where order_id = $1)`,
      [borrower.orderId],
    ),
  );
  expect(trail.rows).toEqual([
    { actor: 'command loans waive by Ana Cruz and Ben Reyes', action: 'insert' },
    { actor: 'command loans write-off by Ana Cruz and Ben Reyes', action: 'insert' },
  ]);
});
