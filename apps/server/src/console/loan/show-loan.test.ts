import { createHash } from 'node:crypto';
import { readAgreement, showLoan } from '@hiram/contract/console/loan';
import { loanDetails } from '@hiram/contract/order';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { agree, borrowerOfferedLess } from '../../../test/support/borrowers/counter-offer.ts';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { newId } from '../../platform/ids.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const cashier = setUpStaffMember(hiram, 'cashier');
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const spec = { brand: 'spec' };
const shown = async (borrower: DemoBorrower, input: object = {}) =>
  (await cashier.browser.send(showLoan, { orderId: borrower.orderId, ...input }, spec)).data;
const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

const pay = (borrower: DemoBorrower, amount: number) => payByCode(hiram, borrower, { amount });

test('the area shows what the borrower owes, and each figure is the sum of its lines [T350]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  const loan = await shown(borrower);
  const { position } = loan;
  expect(position?.owed).toBe(data.userOrderDetail.due?.owedInAll);
  expect(position?.daysLate).toBeGreaterThan(0);
  for (const { owed, lines } of position?.parts ?? []) expect(sumOf(lines)).toBe(owed);
  expect(sumOf(position?.parts.map(({ owed }) => ({ amount: owed })) ?? [])).toBe(position?.owed);
  const late = position?.parts.find(({ part }) => part === 'late');
  expect(late?.lines[0]).toMatchObject({ kind: 'late', instalment: 1, days: expect.any(Number) });
  expect(loan.differences).toEqual([]);
  for (const { lines } of loan.journals)
    expect(sumOf(lines.map(({ debit, credit }) => ({ amount: debit - credit })))).toBe(0);
  expect(loan.schedule.length).toBe(loan.terms.periods);
  expect(loan.order).toMatchObject({ status: 'overdue', brand: 'spec' });
  expect(loan.agreements.length).toBeGreaterThan(0);
  expect(loan.payouts[0]).toMatchObject({ state: 'paid' });
});

test('a day ahead and a day back are computed, and what was known then leaves out what came later', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const before = await shown(borrower);
  await hiram.days(2);
  await pay(borrower, 50_000);
  const now = await shown(borrower);
  expect(now.events.length).toBe(before.events.length + 1);
  const asNow = await shown(borrower, { on: before.today, knowledge: 'now' });
  const asThen = await shown(borrower, { on: before.today, knowledge: 'then' });
  expect(asThen.position).toEqual(before.position);
  expect(asThen.events.length).toBe(before.events.length);
  expect(asThen.differences).toEqual([]);
  expect(asNow.position?.owed).toBe(before.position?.owed);
  const tomorrow = new Date(Date.parse(now.today) + 86_400_000).toISOString().slice(0, 10);
  const ahead = await shown(borrower, { on: tomorrow });
  const late = (loan: typeof now) => loan.position?.parts.find(({ part }) => part === 'late')?.owed ?? 0;
  expect(late(ahead) - late(now)).toBe(now.position?.perDay);
  const early = await shown(borrower, { on: now.order.appliedAt.slice(0, 10) });
  expect(early.schedule.length === 0).toBe(early.position === undefined);
});

test('a ledger that was changed behind the events does not agree, and the accounts are named', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  await sql`insert into posting values (${newId()}, ${borrowerId}, ${borrower.orderId}, 'spec', null, 'adjustment', current_date,
    ${['loan:principal', 'income:interest']}::text[], ${[null, null]}::uuid[], ${[700, -700]}::bigint[])`.execute(
    hiram.owner,
  );
  const { differences, position } = await shown(borrower);
  const principal = position?.parts[0]?.owed ?? 0;
  expect(differences).toEqual([{ account: 'loan:principal', ledger: principal + 700, events: principal }]);
});

test('another brand’s loan is unknown, and a day out of range or malformed is rejected by its field', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const send = (input: Record<string, unknown>, brand = 'spec') =>
    cashier.browser.send(showLoan, { orderId: borrower.orderId, ...input }, { brand });
  expect(await send({}, 'ph')).toMatchObject({ status: 404, code: 'notFound' });
  expect(await send({}, '*')).toMatchObject({ success: true });
  expect(await send({ orderId: 'x' })).toMatchObject({ status: 404 });
  for (const on of ['2000-01-01', '2999-01-01'])
    expect(await send({ on })).toMatchObject({ code: 'dayOutOfRange', field: 'on' });
  for (const on of ['2026-02-31', '', '1', 0, '2026-1-1', "2026-01-01'"])
    expect(await send({ on })).toMatchObject({ status: 400, field: 'on' });
  expect(await send({ knowledge: 'later' })).toMatchObject({ status: 400, field: 'knowledge' });
  const phOnly = await staffMember(hiram, 'cashier ph');
  const foreign = await phOnly.browser.send(showLoan, { orderId: borrower.orderId }, spec);
  expect(foreign).toMatchObject({ status: 403, code: 'missingRight', right: 'loan.read' });
});

test('a loan that is not disbursed has no position, and its page still opens', async () => {
  const borrower = await hiram.borrower({ state: '21' });
  const loan = await shown(borrower);
  expect(loan.position).toBeUndefined();
  expect(loan.events).toEqual([]);
  expect(loan.differences).toEqual([]);
});

test('agreements that a smaller offer superseded are marked, and the later ones are not [T1451]', async () => {
  const borrower = await borrowerOfferedLess(hiram);
  await agree(hiram, borrower, 500_000);
  const support = await staffMember(hiram, 'support');
  const { orderId } = borrower;
  const { data } = await support.browser.send(showLoan, { orderId }, { brand: 'ph' });
  expect(data.agreements.map(({ isSuperseded }) => isSuperseded)).toEqual([false, true, false, true]);
});

test('an agreement is opened with a reason, as it was agreed, and the borrower reads that it was [T423]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const other = await hiram.borrower({ state: '180' });
  const loan = await shown(borrower);
  const agreementId = loan.agreements[0]?.agreementId ?? '';
  const input = { orderId: borrower.orderId, agreementId, reason: 'the borrower asks for clause 4' };
  const { data } = await cashier.browser.send(readAgreement, input, { brand: 'spec' });
  expect(data.html).toContain('<p>');
  expect(data.sha256).toBe(createHash('sha256').update(data.html).digest('hex'));
  const reads = await hiram.owner
    .selectFrom('staff_read')
    .select(['subject', 'subject_id', 'field', 'reason'])
    .where('borrower_id', '=', loan.order.borrowerId)
    .where('encrypted', '=', true)
    .execute();
  expect(reads).toEqual([
    { subject: 'agreement', subject_id: agreementId, field: 'agreement', reason: input.reason },
  ]);
  const bad = [
    { ...input, orderId: other.orderId },
    { ...input, agreementId: input.orderId },
  ];
  for (const wrong of bad)
    expect(await cashier.browser.send(readAgreement, wrong, { brand: 'spec' })).toMatchObject({
      code: 'notFound',
    });
  expect(
    await cashier.browser.send(readAgreement, { ...input, reason: '' }, { brand: 'spec' }),
  ).toMatchObject({ code: 'badRequest' });
  expect(await cashier.browser.send(readAgreement, input, { brand: 'ph' })).toMatchObject({ status: 404 });
});
