import {
  assignDifference,
  compareAgain,
  explainDifference,
  listAccounts,
  listDifferences,
  listExplainers,
  listSettlements,
  postSettlement,
  showProviderDay,
} from '@hiram/contract/console/reconcile';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { paymentOf } from '../../../test/support/database/rows.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { newId } from '../../platform/ids.ts';
import type { StatementPort } from '../../providers/ports/statement.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph,id' });
const controller = setUpStaffMember(hiram, 'controller');
const second = setUpStaffMember(hiram, 'controller');
let day: string;
beforeAll(async () => {
  await hiram.refuseUnnamed();
  const { clock, db, defaultBrand } = hiram.server.appContext;
  day = await clock.today(db, defaultBrand.timeZone);
});

const spec = { brand: 'spec' };
const provider = 'sandbox';
const missing = (): never => {
  throw new Error('the day has no proof');
};
const open = async () => (await controller.browser.send(listDifferences, { state: 'open' })).data.differences;

/** Pays a loan of a brand today; returns the provider's id of the payment. */
async function payLoan(brand: string, channelNumber: string): Promise<string> {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' }, brand);
  await payByCode(hiram, borrower, { channelNumber });
  const payment = await paymentOf(hiram, borrower.orderId);
  return payment.provider_payment_id;
}

/** A payment of which the provider reports 7 centavos more than it told. */
async function differingPayment(): Promise<string> {
  const paymentId = await payLoan('spec', '10001');
  await sql`update sandbox_payment set amount = amount + 7 where id = ${paymentId}`.execute(hiram.owner);
  return paymentId;
}

test('a day adds up for each brand alone, and its opening is what the days before left [T805]', async () => {
  await payLoan('spec', '10001');
  await payLoan('ph', '10003');
  const of = async (brand: string) =>
    (await controller.browser.send(showProviderDay, { provider, day, brand })).data;
  const before = (await of('spec')).proof?.closing;
  expect(before).toBeUndefined();
  // The page opens at yesterday, and at today once today was compared.
  const opened = async () => (await controller.browser.send(listAccounts, {})).data.day;
  expect(await opened()).toBe(addDays(localDate(day), -1));
  await controller.browser.send(compareAgain, { provider, day });
  expect(await opened()).toBe(day);
  const accounts = async (on: string) =>
    (await controller.browser.send(listAccounts, { day: on })).data.accounts.filter(
      (one) => one.provider === provider,
    );
  const today = await accounts(day);
  expect(today.flatMap(({ brand }) => brand ?? [])).toEqual(['spec', 'ph']);
  for (const brand of ['spec', 'ph']) {
    const shown = await of(brand);
    const account = today.find((one) => one.brand === brand);
    expect(new Set(shown.rows.map((row) => row.brand))).toEqual(new Set([brand]));
    const { opening, payments, payouts, other, settled, closing } = shown.proof ?? missing();
    for (const side of ['theirs', 'ours'] as const) {
      const moved = payments[side] + payouts[side] + other[side];
      expect(closing[side]).toBe(opening[side] + moved + settled[side]);
      expect(account?.moved?.[side]).toBe(moved);
    }
    expect(account?.days).toHaveLength(14);
    expect(account?.days.at(-1)).toEqual({ day, state: 'agrees' });
    expect(account?.days[0]).toMatchObject({ state: 'none' });
  }
  // The day before was compared without a movement; the next one opens with what this one left.
  const earlier = addDays(localDate(day), -1);
  await controller.browser.send(compareAgain, { provider, day: earlier });
  const first = (await controller.browser.send(showProviderDay, { provider, day: earlier, brand: 'ph' }))
    .data;
  expect(first.proof?.closing).toEqual((await of('ph')).proof?.opening);
  const tomorrow = addDays(localDate(day), 1);
  expect(await controller.browser.send(listAccounts, { day: tomorrow })).toMatchObject({
    code: 'futureDay',
    field: 'day',
  });
});

test('each difference names its likely cause and how one like it was explained before [T1391]', async () => {
  const paymentId = await payLoan('spec', '10001');
  await payLoan('ph', '10003');
  const { amount, order_id } = await hiram.owner
    .selectFrom('payment')
    .select(['amount', 'order_id'])
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const keptBack = Math.round(Number(amount) * 0.015);
  await sql`update sandbox_payment set amount = amount - ${keptBack} where id = ${paymentId}`.execute(
    hiram.owner,
  );
  await controller.browser.send(compareAgain, { provider, day });
  const day0 = addDays(localDate(day), -30);
  await hiram.owner
    .insertInto('reconciliation_difference')
    .values({
      provider,
      day: day0,
      kind: 'payment',
      reference: 'earlier',
      reason: 'amount differs',
      found_at: new Date(),
      explanation: 'the fee of the channel',
      explained_by: controller.id,
      explained_at: new Date(),
    })
    .execute();
  const { differences } = (await controller.browser.send(showProviderDay, { provider, day, brand: 'spec' }))
    .data;
  expect(differences.find(({ reference }) => reference === paymentId)).toMatchObject({
    likely: { cause: 'feeRetained', perMille: 15, orderId: order_id },
    before: 1,
    lastExplanation: 'the fee of the channel',
  });
  expect(differences.find(({ kind }) => kind === 'day')).toMatchObject({ likely: { cause: 'itemsOfDay' } });
  const { accounts } = (await controller.browser.send(listAccounts, { day })).data;
  expect(accounts.find(({ brand }) => brand === 'spec')).toMatchObject({ open: 2 });
  expect(accounts.find(({ brand }) => brand === 'ph')?.open).toBe(0);
  await sql`delete from reconciliation_difference where day = ${day0}`.execute(hiram.owner);
  await sql`update sandbox_payment set amount = amount + ${keptBack} where id = ${paymentId}`.execute(
    hiram.owner,
  );
  await controller.browser.send(compareAgain, { provider, day });
});

test('a movement of no brand of ours has the currency that its statement names, or none is claimed [T1302]', async () => {
  const ids = ['php', 'idr', 'none'].map((name) => `unknown-${name}-${newId()}`);
  for (const id of ids)
    await hiram.owner
      .insertInto('sandbox_payment')
      .values({ id, reference: newId(), amount: 154_300, paid_on: day })
      .execute();
  const { ports } = hiram.server.appContext;
  const statement = ports.statements.find(({ name }) => name === provider) as StatementPort;
  const stated = vi.spyOn(statement, 'entries').mockImplementation(async () =>
    ids.map((paymentId) => ({
      kind: 'payment',
      paymentId,
      reference: newId(),
      amount: 154_300,
      currency: { php: 'PHP', idr: 'IDR' }[paymentId.split('-')[1] ?? ''],
      state: 'paid',
      at: day as LocalDate,
    })),
  );
  onTestFinished(() => stated.mockRestore());
  const shown = (await controller.browser.send(showProviderDay, { provider, day })).data;
  expect(shown.rows.every(({ brand }) => brand === undefined)).toBe(true);
  const currencies = ids.map((id) => shown.rows.find(({ reference }) => reference === id)?.currency);
  expect(currencies).toEqual(['PHP', 'IDR', '']);
  await controller.browser.send(compareAgain, { provider, day });
  // The statement of each day has them here: a server that compares the days before finds them too.
  const stored = (await open()).filter((found) => found.day === day && ids.includes(found.reference));
  expect(stored.map(({ reference, currency }) => [ids.indexOf(reference), currency]).sort()).toEqual([
    [0, 'PHP'],
    [1, 'IDR'],
    [2, ''],
  ]);
});

test('what differs on a day is assigned, explained, and open again if its values change [T386]', async () => {
  const paymentId = await differingPayment();
  const shown = (await controller.browser.send(showProviderDay, { provider, day, brand: 'spec' })).data;
  const row = shown.rows.find(({ reference }) => reference === paymentId);
  expect(row?.theirs).toBe((row?.ours ?? 0) + 7);
  expect(shown.differing).toBeGreaterThan(0);
  expect(row?.isPair).toBe(false);
  expect((await controller.browser.send(compareAgain, { provider, day })).data.differences).toBeGreaterThan(
    0,
  );
  const found = (await open()).find(({ reference }) => reference === paymentId);
  expect(found).toMatchObject({ reason: 'amount differs', brand: 'spec', day, isOwn: false });
  const { accounts } = (await controller.browser.send(listAccounts, { day })).data;
  expect(accounts.find(({ brand }) => brand === 'spec')?.days.at(-1)).toEqual({ day, state: 'differs' });
  const differenceId = found?.differenceId ?? '';
  const { staff } = (await controller.browser.send(listExplainers, {})).data;
  expect(staff.map(({ staffId }) => staffId)).toContain(second.id);
  const cashier = await staffMember(hiram, 'cashier');
  expect(
    await controller.browser.send(assignDifference, { differenceId, staffId: cashier.id }),
  ).toMatchObject({ code: 'mayNotExplain' });
  expect(await cashier.browser.send(assignDifference, { differenceId })).toMatchObject({ status: 403 });
  await controller.browser.send(assignDifference, { differenceId, staffId: second.id });
  expect((await open()).find((one) => one.differenceId === differenceId)).toMatchObject({
    owner: second.name,
  });
  const explanation = 'the provider rounds up; refunded on 24 November';
  expect(await second.browser.send(explainDifference, { differenceId, explanation })).toMatchObject({
    success: true,
  });
  expect((await open()).some((one) => one.differenceId === differenceId)).toBe(false);
  // Compared again with the same values, the explanation stands; with others it does not.
  await controller.browser.send(compareAgain, { provider, day });
  expect((await open()).some((one) => one.differenceId === differenceId)).toBe(false);
  await sql`update sandbox_payment set amount = amount + 1 where id = ${paymentId}`.execute(hiram.owner);
  await controller.browser.send(compareAgain, { provider, day });
  expect((await open()).some((one) => one.differenceId === differenceId)).toBe(true);
  await sql`update sandbox_payment set amount = amount - 8 where id = ${paymentId}`.execute(hiram.owner);
  await controller.browser.send(compareAgain, { provider, day });
  expect(await second.browser.send(explainDifference, { differenceId, explanation })).toMatchObject({
    code: 'differenceClosed',
  });
});

test('a settlement and its fee are posted once to the lender’s own journal, and no order is touched [T387]', async () => {
  const before = await hiram.owner.selectFrom('journal').select('id').execute();
  const request = { provider, on: day, gross: 9_999_999, fee: 12_345, bankReference: 'BPI-20261122-1' };
  const [first, other] = await Promise.all(
    [controller, second].map((person) => submitAction(person, postSettlement, request, spec)),
  );
  expect([first, other].filter((answer) => answer?.success)).toHaveLength(1);
  const { settlements } = (await controller.browser.send(listSettlements, {}, spec)).data;
  expect(settlements).toMatchObject([{ gross: 9_999_999, fee: 12_345, net: 9_987_654, provider }]);
  expect((await controller.browser.send(listSettlements, {}, { brand: 'ph' })).data.settlements).toEqual([]);
  expect(await submitAction(controller, postSettlement, request, spec)).toMatchObject({
    code: 'settledBefore',
  });
  const { rows } = await sql<{ sum: string }>`select sum(amount) as sum from lender_line`.execute(
    hiram.owner,
  );
  expect(Number(rows[0]?.sum)).toBe(0);
  expect(await hiram.owner.selectFrom('journal').select('id').execute()).toHaveLength(before.length);
  const large = { ...request, gross: 10_000_000, bankReference: 'BPI-20261122-2' };
  const asked = await submitAction(controller, postSettlement, large, spec);
  expect(asked.data.state).toBe('waiting');
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ code: 'ownRequest' });
  expect(await approveAs(second, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
});

test('the database refuses a settlement without an approval of its amount, and every change of the journal', async () => {
  const { db } = hiram.server.appContext;
  await expect(
    sql`select post_settlement(${newId()}, 'spec', 'sandbox', 'FORGED', ${day}, 100, 1, ${newId()})`.execute(
      db,
    ),
  ).rejects.toMatchObject({ code: '23001' });
  await expect(
    sql`insert into lender_line values (${newId()}, 1, 'bank:settlement', 5)`.execute(db),
  ).rejects.toThrow('permission denied');
  const request = { provider, on: day, gross: 100, fee: 1, bankReference: 'BPI-20261122-3' };
  expect(await submitAction(second, postSettlement, request, spec)).toMatchObject({ success: true });
  await expect(sql`update lender_line set amount = 1`.execute(hiram.owner)).rejects.toThrow();
});

test('bad input is named by its field, and an unknown provider or day is refused', async () => {
  const bad = async (changed: object) => {
    const request = { provider, on: day, gross: 100, fee: 1, bankReference: 'ABCD', ...changed };
    const { code, field } = await controller.browser.send(postSettlement.preview, { request } as never, spec);
    return `${code} ${field}`;
  };
  for (const gross of [0, -1, 2 ** 53, '1.234,56'])
    expect(await bad({ gross })).toBe('badRequest request.gross');
  expect(await bad({ bankReference: '=1+1' })).toBe('badRequest request.bankReference');
  expect(await bad({ fee: 100 })).toBe('feeTooLarge fee');
  expect(await bad({ provider: 'nobody' })).toBe('noProvider provider');
  expect(await bad({ on: '2099-01-01' })).toBe('futureDay on');
  expect(await controller.browser.send(showProviderDay, { provider: 'nobody', day })).toMatchObject({
    code: 'noStatement',
  });
  expect(await controller.browser.send(compareAgain, { provider, day: '2099-01-01' })).toMatchObject({
    code: 'futureDay',
  });
  expect(
    await controller.browser.send(explainDifference, { differenceId: newId(), explanation: 'a reason' }),
  ).toMatchObject({ status: 404 });
});
