import { importStatement } from '@hiram/contract/console/bank-statement';
import {
  checkMonth,
  closeMonth,
  exportJournals,
  listJournals,
  listPeriods,
  listUnexplained,
  postJournal,
  reopenMonth,
  showBooks,
  showJournal,
} from '@hiram/contract/console/books';
import { listStatementLines, postMoney, setLineAside } from '@hiram/contract/console/money-in';
import { postSettlement } from '@hiram/contract/console/reconcile';
import { filePath } from '@hiram/contract/console/staff-call';
import { utrSubmit } from '@hiram/contract/repay';
import { addDays, addMonths, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { payOn, reverse } from '../../../test/support/borrowers/pay-on.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { tieLoans } from '../../lending/books/tie-loans.ts';
import { newId } from '../../platform/ids.ts';
import { plainMap } from '../../sandbox/fill/bank-statement.ts';

const spec = { brand: 'spec' };
const hiram = setUpHiram();
const controller = setUpStaffMember(hiram, 'controller');
const second = setUpStaffMember(hiram, 'controller');
let orderId: string;
/** The first month of the books, and its last day. */
let month: string;
let end: LocalDate;

beforeAll(async () => {
  const { clock, brands } = hiram.server.appContext;
  const today = await clock.today(hiram.operator, brands.get('spec')?.timeZone ?? '');
  month = today.slice(0, 7);
  end = addDays(addMonths(localDate(`${month}-01`), 1), -1);
  orderId = (await hiram.borrower({ state: '170' })).orderId;
  await hiram.days(35);
});

const show = async (on?: string) =>
  (await controller.browser.send(showBooks, on === undefined ? {} : { on }, spec)).data;
const balanceOf = async (code: string) =>
  (await show()).accounts.find((account) => account.code === code)?.amount ?? 0;

/** Requests an action and lets the second person approve it. */
async function decided(...[calls, request]: [Parameters<typeof submitAction>[1], object]): Promise<void> {
  const asked = await submitAction(controller, calls, request, spec);
  expect(asked.data, asked.message).toMatchObject({ state: 'waiting' });
  expect(await approveAs(second, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
}

test('a figure opens to its journals, and a journal to the loans that it is made of [T1540]', async () => {
  const { accounts, on, through } = await show();
  expect(on).toBe(through);
  expect(accounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(accounts.filter(({ isCash }) => isCash).map(({ type }) => type)).toContain('asset');
  const principal = accounts.find(({ code }) => code === '1110');
  const { journals } = (await controller.browser.send(listJournals, { on, account: '1110' }, spec)).data;
  expect(journals.reduce((sum, { amount }) => sum + amount, 0)).toBe(principal?.amount);
  const [journal] = journals;
  const opened = (
    await controller.browser.send(showJournal, { number: journal?.number ?? 0, account: '1110' }, spec)
  ).data;
  expect(opened.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(opened.items).toEqual([{ orderId, component: 'principal', amount: journal?.amount }]);
});

test('a month is downloaded as CSV or as a workbook, with columns and headings of the lender [T1895]', async () => {
  const file = async (format: 'csv' | 'xlsx', columns?: string) => {
    const asked = { month, format, ...(columns === undefined ? {} : { columns }) };
    const { data } = await controller.browser.send(exportJournals, asked, spec);
    return controller.browser.download(filePath(exportJournals, 'spec', data.ticket));
  };
  const csv = await file('csv', 'account==Konto, debit=Soll,credit=Haben');
  const [heading, ...lines] = (await csv.text()).trimEnd().split('\r\n');
  expect(heading).toBe(`"'=Konto",Soll,Haben`);
  const cents = (at: number) =>
    lines.reduce((sum, line) => sum + Math.round(Number(line.split(',')[at] || 0) * 100), 0);
  expect(cents(1)).toBe(cents(2));
  expect(cents(1)).toBeGreaterThan(0);
  expect((await (await file('xlsx')).text()).slice(0, 2)).toBe('PK');
  const unknown = await controller.browser.send(
    exportJournals,
    { month, format: 'csv', columns: 'konto' },
    spec,
  );
  expect(unknown).toMatchObject({ success: false, message: 'konto is no column of a journal.' });
  const clerk = await staffMember(hiram, 'cashier');
  expect(await clerk.browser.send(exportJournals, { month, format: 'csv' }, spec)).toMatchObject({
    success: false,
  });
});

test('a month is closed and reopened by two persons, and shows each for ever [T1541]', async () => {
  const { checks } = (await controller.browser.send(checkMonth, { month }, spec)).data;
  expect(checks.filter(({ open }) => open > 0)).toEqual([]);
  // Both sides of every check are figures, and without anything open they are equal.
  for (const { name, compared } of checks) expect([name, compared[0] - compared[1]]).toEqual([name, 0]);
  const sideOf = (name: string) => checks.find((check) => check.name === name)?.compared[0];
  expect(
    Math.min(...['posted', 'numbers', 'items', 'loans'].map((name) => sideOf(name) ?? 0)),
  ).toBeGreaterThan(0);
  const asked = await submitAction(controller, closeMonth, { month }, spec);
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ code: 'ownRequest' });
  expect(await approveAs(second, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  const closed = (await controller.browser.send(listPeriods, {}, spec)).data.periods;
  expect(closed.find((period) => period.month === month)).toMatchObject({
    state: 'closed',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await submitAction(controller, closeMonth, { month }, spec)).toMatchObject({ code: 'monthClosed' });
  const rent = {
    on: end,
    note: 'Rent of the office',
    lines: [
      { account: '5100', amount: 5 },
      { account: '1020', amount: -5 },
    ],
  };
  expect(await submitAction(controller, postJournal, rent, spec)).toMatchObject({ code: 'monthClosed' });
  await decided(reopenMonth, { month });
  await decided(postJournal, rent);
  await decided(closeMonth, { month });
  const moves = (await controller.browser.send(listPeriods, {}, spec)).data.periods.find(
    (period) => period.month === month,
  )?.moves;
  expect(moves?.map(({ state }) => state)).toEqual(['closed', 'open', 'closed']);
});

test('a journal by hand balances, leaves the loans alone, and needs two persons [T1542]', async () => {
  const { today: on } = await show();
  const by = (lines: object[], day = on) =>
    submitAction(controller, postJournal, { on: day, note: 'Capital of the owners', lines }, spec);
  const equity = { account: '3010', amount: -500_000 };
  expect(await by([{ account: '1020', amount: 500_001 }, equity])).toMatchObject({ code: 'unbalanced' });
  expect(await by([{ account: '1110', amount: 500_000 }, equity])).toMatchObject({ code: 'loanAccount' });
  expect(await by([{ account: '9999', amount: 500_000 }, equity])).toMatchObject({ code: 'noSuchAccount' });
  expect(await by([{ account: '1000', amount: 500_000 }, equity])).toMatchObject({ code: 'noSuchAccount' });
  const before = await balanceOf('3010');
  const capital = [{ account: '1020', amount: 500_000 }, equity];
  expect(await by(capital, addDays(localDate(on), 1))).toMatchObject({ code: 'futureDay' });
  const asked = await by(capital);
  expect(asked.data).toMatchObject({ state: 'waiting' });
  await expect(
    sql`select post_gl_manual('spec', ${asked.data.approvalId})`.execute(hiram.server.appContext.db),
  ).rejects.toThrow('two persons');
  expect(await approveAs(second, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  await hiram.days(1);
  expect(await balanceOf('3010')).toBe(before - 500_000);
});

test('who imported a line of a statement neither explains it nor approves that [T1543]', async () => {
  const { today: on } = await show();
  const imported = newId();
  const lineId = newId();
  await sql`insert into statement_import (id, brand, account, file_name, lines, added, imported_by, imported_at)
    values (${imported}, 'spec', '1', 'a.csv', 1, 1, ${controller.id}, now())`.execute(hiram.owner);
  await sql`insert into statement_line (id, import_id, brand, account, line_no, booked_on, amount, reference, set_aside_by, set_aside_reason)
    values (${lineId}, ${imported}, 'spec', '1', 1, ${on}, 90000, 'R9', ${controller.id}, 'capital of the owners')`.execute(
    hiram.owner,
  );
  await hiram.days(1);
  const before = await balanceOf('2090');
  const request = (amount: number) => ({
    on,
    note: 'Capital of the owners',
    lines: [
      { account: '2090', amount },
      { account: '3010', amount: -amount },
    ],
    lineId,
  });
  expect(await submitAction(controller, postJournal, request(90_000), spec)).toMatchObject({
    code: 'concernsYou',
  });
  expect(await submitAction(second, postJournal, request(80_000), spec)).toMatchObject({
    code: 'lineAmount',
  });
  const asked = await submitAction(second, postJournal, request(90_000), spec);
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ code: 'concernsYou' });
  const third = await staffMember(hiram, 'controller');
  expect(await approveAs(third, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  await hiram.days(1);
  expect(await balanceOf('2090')).toBe(before + 90_000);
  expect(await submitAction(second, postJournal, request(90_000), spec)).toMatchObject({
    code: 'lineExplained',
  });
});

test('a line of the bank stands in suspense until it is used, and changes no sum after that [T2045]', async () => {
  const { today: on } = await show();
  const [imported, lineId] = [newId(), newId()];
  await sql`insert into statement_import (id, brand, account, file_name, lines, added, imported_by, imported_at)
    values (${imported}, 'spec', '1', 'a.csv', 1, 1, ${controller.id}, now())`.execute(hiram.owner);
  const before = await balanceOf('2090');
  await sql`insert into statement_line (id, import_id, brand, account, line_no, booked_on, amount, reference)
    values (${lineId}, ${imported}, 'spec', '1', 1, ${on}, 50000, 'R2045')`.execute(hiram.owner);
  const balances = [];
  for (const transferId of [null, newId(), undefined, null]) {
    if (transferId !== undefined)
      await sql`update statement_line set transfer_id = ${transferId} where id = ${lineId}`.execute(
        hiram.owner,
      );
    await hiram.days(1);
    balances.push(await balanceOf('2090'));
  }
  expect(balances).toEqual([before - 50_000, before, before, before - 50_000]);
  // Its parts, by the kind of their journals, sum to it.
  const { amount, parts = [] } = (await show()).accounts.find(({ code }) => code === '2090') ?? {};
  expect(parts.map(({ kind }) => kind)).toContain('unidentified');
  expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
});

test('a line that a journal by hand explained is posted to no loan any more [T1663]', async () => {
  const { today: on } = await show();
  const cashier = await staffMember(hiram, 'cashier');
  const utr = 'BOOKS1663000001';
  const content = Buffer.from(`Date,Reference,Amount\n${on},${utr},700.00\n`).toString('base64');
  const file = { account: '10005', fileName: 'bank.csv', map: plainMap, isTrial: false, content };
  await cashier.browser.send(importStatement, file, spec);
  const { lines } = (await controller.browser.send(listUnexplained, {}, spec)).data;
  const lineId = lines.find(({ reference }) => reference === utr)?.lineId ?? '';
  const before = await balanceOf('2090');
  const explained = [
    { account: '2090', amount: 70_000 },
    { account: '3010', amount: -70_000 },
  ];
  await decided(postJournal, { on, note: 'Capital of the owners', lines: explained, lineId });
  const borrower = await hiram.borrower({ state: '180' });
  const claim = { orderId: borrower.orderId, channelNumber: '10005', utr, amount: 70_000 };
  await hiram.send(utrSubmit, claim, borrower.context, { key: newId() });
  const { id } = await hiram.owner
    .selectFrom('utr_submission')
    .select('id')
    .where('utr', '=', utr)
    .executeTakeFirstOrThrow();
  expect(await submitAction(second, postMoney, { entry: 'transfer', id, lineId }, spec)).toMatchObject({
    code: 'lineIsUsed',
  });
  await hiram.days(1);
  expect(await balanceOf('2090')).toBe(before);
});

test('money that was posted by hand is in the books once, also if a double is set aside [T1374]', async () => {
  const { today: on } = await show();
  const borrower = await hiram.borrower({ state: '180' });
  const utr = 'BOOKS1374000001';
  const claim = { orderId: borrower.orderId, channelNumber: '10005', utr, amount: 50_000 };
  expect(await hiram.send(utrSubmit, claim, borrower.context, { key: newId() })).toMatchObject({
    success: true,
  });
  const { id } = await hiram.owner
    .selectFrom('utr_submission')
    .select('id')
    .where('utr', '=', utr)
    .executeTakeFirstOrThrow();
  const before = await Promise.all(['1030', '2090'].map(balanceOf));
  const moved = async () => {
    await hiram.days(1);
    const after = await Promise.all(['1030', '2090'].map(balanceOf));
    return after.map((amount, index) => amount - (before[index] ?? 0));
  };
  await decided(postMoney, { entry: 'transfer', id, amount: 50_000, on });
  expect(await moved()).toEqual([50_000, 0]);
  const cashier = await staffMember(hiram, 'cashier');
  const imported = async (booked: string) => {
    const content = Buffer.from(`Date,Reference,Amount\n${booked},${utr},500.00\n`).toString('base64');
    const file = { account: '10005', fileName: 'bank.csv', map: plainMap, isTrial: false, content };
    return (await cashier.browser.send(importStatement, file, spec)).data.added;
  };
  expect(await imported(on)).toBe(1);
  expect(await moved()).toEqual([50_000, 0]);
  // The bank has it once more, on another day: nobody knows yet what it is.
  expect(await imported(addDays(localDate(on), 1))).toBe(1);
  expect(await moved()).toEqual([100_000, -50_000]);
  const { lines } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  const double = {
    lineId: lines.find(({ reference }) => reference === utr)?.lineId ?? '',
    reason: 'a double',
  };
  // Its money leaves the books by that, so whoever imported it does not do it.
  expect(await cashier.browser.send(setLineAside, double, spec)).toMatchObject({ code: 'ownImport' });
  const colleague = await staffMember(hiram, 'cashier');
  expect(await colleague.browser.send(setLineAside, double, spec)).toMatchObject({ success: true });
  expect(await moved()).toEqual([50_000, 0]);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
});

test('a settlement moves a provider’s cash to the bank, less its fee [T1548]', async () => {
  const { today: on } = await show();
  const before = await Promise.all(['1010', '1020', '5020'].map(balanceOf));
  const request = { provider: 'sandbox', on, gross: 100_000, fee: 1_000, bankReference: 'BANK-2041' };
  expect(await submitAction(controller, postSettlement, request, spec)).toMatchObject({
    data: { state: 'done' },
  });
  await hiram.days(1);
  const after = await Promise.all(['1010', '1020', '5020'].map(balanceOf));
  expect(after.map((amount, index) => amount - (before[index] ?? 0))).toEqual([-100_000, 99_000, 1_000]);
});

test('a payment reversed after its settlement is owed to the provider, and every loan ties [T1899]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const { today: on } = await show();
  const payment = await payOn(hiram, borrower, 20_000, localDate(on));
  await hiram.days(1);
  const held = await balanceOf('1010');
  const request = { provider: 'sandbox', on, gross: 20_000, fee: 100, bankReference: 'BANK-2042' };
  await submitAction(controller, postSettlement, request, spec);
  await hiram.days(1);
  expect(await balanceOf('1010')).toBe(held - 20_000);
  await reverse(hiram, borrower, payment, addDays(localDate(on), 1));
  await hiram.days(1);
  expect(await balanceOf('1010')).toBe(held - 40_000);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
  const { accounts } = await show();
  expect(accounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
});
