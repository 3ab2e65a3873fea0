import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails } from '@hiram/contract/order';
import { addDays, type LocalDate, plan, termsFor } from '@hiram/loan';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { newPhone, signIn } from '../../../test/support/borrowers/sign-up.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { checkLedger } from '../../lending/ledger/ledger.ts';
import { checkLoans } from '../../lending/reconciliation/check-loans.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { columns } from './template.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-import-'));
let hiram: Hiram;
let today: LocalDate;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  hiram = await startHiram(cluster);
  const { clock, db, defaultBrand } = hiram.server.appContext;
  today = await clock.today(db, defaultBrand.timeZone);
});
afterAll(async () => {
  await hiram.stop();
  rmSync(folder, { recursive: true });
});

type Row = Partial<Record<(typeof columns)[number], string | number>>;

const spec = () => {
  const { defaultBrand: brand } = hiram.server.appContext;
  const product = brand.products.find(({ kind }) => kind === 'single');
  if (!product) throw new Error('no product');
  return { brand, product };
};

/** The rows of a loan that was disbursed 30 days ago, of which nothing is due yet, with its balance right to the cent. */
function loanRows(loan: string, change: Row = {}): Row[] {
  const { brand, product } = spec();
  const principal = product.amountMin;
  const interest = Math.round((principal * product.dailyPpm * 30) / 1_000_000);
  const terms = termsFor(product, principal as never, 'new', brand.rules);
  expect(plan(terms).length).toBe(1);
  return [
    {
      record: 'loan',
      loan,
      phone: newPhone(),
      name: 'Jose Rizal',
      product: product.code,
      principal: decimal(principal),
      disbursed_on: addDays(today, -30),
      balance: decimal(principal + interest),
      opening_principal: decimal(principal),
      opening_interest: decimal(interest),
      opening_late: '0',
      opening_penalty: '0',
      ...change,
    },
  ];
}

const cents = (text: string | number | undefined) => Math.round(Number(text ?? 0) * 100);
const sum = (rows: readonly Row[], record: string, column: keyof Row) =>
  decimal(rows.filter((row) => row.record === record).reduce((total, row) => total + cents(row[column]), 0));

const totalOf = (rows: readonly Row[]): Row => ({
  record: 'total',
  loan: rows.filter(({ record }) => record === 'loan').length,
  principal: sum(rows, 'loan', 'principal'),
  balance: sum(rows, 'loan', 'balance'),
  amount: sum(rows, 'payment', 'amount'),
});

const csvOf = (rows: readonly Row[]) =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => row[column] ?? '').join(','))].join(
    '\r\n',
  );

function fileOf(rows: readonly Row[], total: Row = totalOf(rows)): string {
  const file = join(folder, `${randomInt(1e9)}.csv`);
  writeFileSync(file, csvOf([...rows, total]));
  return file;
}

const settings = () => settingsOf(cluster, hiram.database, { BRAND: 'spec' });
const run = (...words: string[]) => runHiram([...words, '--by', 'Ana Cruz', '--json'], settings());
const importFile = (file: string, ...more: string[]) =>
  run('import', 'loans', file, '--brand', 'spec', ...more);
const cutOver = (id: string, ...more: string[]) =>
  run('import', 'cut-over', id, '--second', 'Ben Reyes', '--yes', ...more);

interface Staged {
  readonly import: string;
  readonly loans: number;
  readonly differing: readonly { loan: string; difference: number; parts: Record<string, number> }[];
}
const staged = (out: string): Staged => JSON.parse(out);
const stagedCount = async () =>
  (await hiram.owner.selectFrom('imported_loan').select('reference').execute()).length;

test('payments, a frozen schedule and a settled loan are books that hold [T1681]', async () => {
  const { product } = spec();
  const [first = {}] = loanRows('B-1');
  const principal = product.amountMin;
  const half = principal / 2;
  const frozen: Row[] = [
    {
      ...first,
      disbursed_on: addDays(today, -60),
      balance: '0',
      opening_principal: '0',
      opening_interest: '0',
    },
    {
      record: 'instalment',
      loan: 'B-1',
      day: addDays(today, -45),
      principal: decimal(half),
      interest: '12.34',
    },
    {
      record: 'instalment',
      loan: 'B-1',
      day: addDays(today, -5),
      principal: decimal(principal - half),
      interest: '5.66',
    },
    {
      record: 'payment',
      loan: 'B-1',
      day: addDays(today, -45),
      amount: decimal(half + 1_234),
      reference: 'R1',
    },
  ];
  const settled: Row[] = [
    ...loanRows('B-2', {
      disbursed_on: addDays(today, -60),
      balance: '0',
      opening_principal: '0',
      opening_interest: '0',
    }),
    {
      record: 'instalment',
      loan: 'B-2',
      day: addDays(today, -30),
      principal: decimal(principal),
      interest: '10.00',
    },
    { record: 'payment', loan: 'B-2', day: addDays(today, -30), amount: decimal(principal + 1_000) },
  ];
  const report = join(folder, 'report.csv');
  const imported = await importFile(fileOf([...frozen, ...settled]), '--report', report);
  expect(imported.code).toBe(1);
  const { import: id, differing } = staged(imported.out);
  // The former system took the late loan for settled.
  expect(differing).toMatchObject([
    {
      loan: 'B-1',
      parts: {
        principal: principal - half,
        interest: 566,
        late: expect.any(Number),
        penalty: expect.any(Number),
      },
    },
  ]);
  expect(differing[0]?.parts.late).toBeGreaterThan(0);
  expect(readFileSync(report, 'utf8').split('\r\n')[1]).toContain('B-1,0.00,');
  const refused = await cutOver(id);
  expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('--accept')]);
  const accepted = await cutOver(id, '--accept', '1000000');
  expect([accepted.code, accepted.output]).toEqual([0, accepted.output]);
  const orders = await hiram.owner
    .selectFrom('imported_loan')
    .innerJoin('loan_order', 'loan_order.id', 'order_id')
    .select(['reference', 'status', 'opening', 'computed'])
    .where('import_id', '=', id as never)
    .orderBy('reference')
    .execute();
  expect(orders).toMatchObject([
    {
      reference: 'B-1',
      status: 'overdue',
      opening: { principal: 0 },
      computed: { principal: principal - half },
    },
    { reference: 'B-2', status: 'settled' },
  ]);
  const { db } = hiram.server.appContext;
  expect((await checkLedger(db)).broken).toEqual([]);
  expect((await checkLoans(db, { brand: 'spec', today }, async () => undefined)).differing).toBe(0);
  expect(await checkTasks(db)).toEqual([]);
});

test('an import is undone before its cut-over alone, and goes on after it was interrupted [T1682]', async () => {
  const before = await stagedCount();
  const file = fileOf([...loanRows('C-1'), ...loanRows('C-2')]);
  const dry = await importFile(file, '--dry-run');
  expect([dry.code, await stagedCount()]).toEqual([0, before]);
  const { import: id } = staged((await importFile(file)).out);
  // Killed after the first batch.
  await hiram.owner
    .updateTable('loan_import')
    .set({ state: 'staging' })
    .where('id', '=', id as never)
    .execute();
  await hiram.owner.deleteFrom('imported_loan').where('reference', '=', 'C-2').execute();
  expect(staged((await importFile(file)).out)).toMatchObject({ import: id, loans: 2 });
  expect((await run('import', 'undo', id, '--yes')).code).toBe(0);
  expect(await stagedCount()).toBe(before);
  expect((await run('import', 'undo', id, '--yes')).code).toBe(2);
  const again = staged((await importFile(file)).out);
  expect(again.import).not.toBe(id);
  expect(JSON.parse((await cutOver(again.import, '--dry-run')).out)).toMatchObject({
    loans: 2,
    dryRun: true,
  });
  // It may be repeated.
  const done = await cutOver(again.import);
  expect(JSON.parse(done.out)).toMatchObject({ loans: 2, left: [] });
  expect(JSON.parse((await cutOver(again.import)).out)).toMatchObject({ loans: 0, left: [] });
  expect((await run('import', 'undo', again.import, '--yes')).code).toBe(2);
  const [loan = {}] = loanRows('C-1');
  expect((await importFile(fileOf([loan]))).output).toContain('imported already');
});

/** Starts an import that waits for a lock. */
async function waitingImport(file: string) {
  const staging = importFile(file);
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  await hiram.until(
    () => waiting.execute(hiram.owner),
    ({ rows }) => rows[0]?.count === 1,
  );
  return { staging };
}

test('an import that is undone while another command stages it stays undone [T2220]', async () => {
  const before = await stagedCount();
  const file = fileOf([...loanRows('U-1'), ...loanRows('U-2')]);
  const { import: id } = staged((await importFile(file)).out);
  const ofImport = sql<boolean>`id = ${id}`;
  await hiram.owner.updateTable('loan_import').set({ state: 'staging' }).where(ofImport).execute();
  await hiram.owner.deleteFrom('imported_loan').where('reference', '=', 'U-2').execute();
  // As `import undo`, while the other one goes on.
  const { staging } = await hiram.owner.transaction().execute(async (trx) => {
    await trx.selectFrom('loan_import').select('id').where(ofImport).forUpdate().execute();
    const { staging } = await waitingImport(file);
    await sql`delete from imported_loan where import_id = ${id}`.execute(trx);
    await trx.updateTable('loan_import').set({ state: 'undone' }).where(ofImport).execute();
    return { staging };
  });
  expect(await staging).toMatchObject({ code: 2, output: expect.stringContaining('undid its import') });
  const { state } = await hiram.owner
    .selectFrom('loan_import')
    .select('state')
    .where(ofImport)
    .executeTakeFirstOrThrow();
  expect([state, await stagedCount()]).toEqual(['undone', before]);
});

test('of two imports of a file at once the second ends with a sentence [T2500]', async () => {
  const file = fileOf([...loanRows('W-1'), ...loanRows('W-2')]);
  const { import: id } = staged((await importFile(file)).out);
  const besideAnother = async (statement: ReturnType<typeof sql>) => {
    const { staging } = await hiram.owner.transaction().execute(async (trx) => {
      await statement.execute(trx);
      return waitingImport(file);
    });
    expect(await staging).toMatchObject({ code: 2, output: expect.stringContaining('at the same time') });
  };
  // Both go on after an interruption.
  await sql`update loan_import set state = 'staging' where id = ${id}`.execute(hiram.owner);
  await sql`update imported_loan set reference = 'W' where reference = 'W-2'`.execute(hiram.owner);
  await besideAnother(sql`update imported_loan set reference = 'W-2' where reference = 'W'`);
  // Both begin.
  expect((await run('import', 'undo', id, '--yes')).code).toBe(0);
  await besideAnother(sql`update loan_import set state = 'staging' where id = ${id}`);
  expect((await run('import', 'undo', id, '--yes')).code).toBe(0);
});

test('a cut-over beside another one is refused, and does not call its loans left [T2221]', async () => {
  const { import: id } = staged((await importFile(fileOf(loanRows('V-1')))).out);
  await hiram.owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('import cut-over', 0))`.execute(trx);
    expect(await cutOver(id)).toMatchObject({ code: 2, output: expect.stringContaining('another command') });
  });
  expect(JSON.parse((await cutOver(id)).out)).toMatchObject({ loans: 1, left: [] });
});

test('names with a slash of loans and payments are told apart at the cut-over [T2222]', async () => {
  const principal = spec().product.amountMin;
  const paid = (loan: string, reference: string): Row[] => [
    ...loanRows(loan, {
      disbursed_on: addDays(today, -60),
      balance: '0',
      opening_principal: '0',
      opening_interest: '0',
    }),
    { record: 'instalment', loan, day: addDays(today, -30), principal: decimal(principal), interest: '0' },
    { record: 'payment', loan, day: addDays(today, -30), amount: decimal(principal), reference },
  ];
  const { import: id } = staged((await importFile(fileOf([...paid('W/1', '2'), ...paid('W', '1/2')]))).out);
  expect(JSON.parse((await cutOver(id)).out)).toMatchObject({ loans: 2, left: [] });
});

test('one person does not cut over, whatever they call themselves [T1683]', async () => {
  const { import: id } = staged((await importFile(fileOf(loanRows('D-1')))).out);
  const alone = await run('import', 'cut-over', id, '--second', 'cruz, ana', '--yes');
  expect(alone.code).toBe(2);
  await run('import', 'undo', id, '--yes');
});

test('an invisible character, and a name that no person has, are refused [T1985]', async () => {
  for (const [loan, change, column, fault] of [
    ['G-1\u200b', {}, 'loan', 'it has an invisible character'],
    ['G-1', { name: 'Jose\u00a0Rizal' }, 'name', 'it has an invisible character'],
    ['G-1', { name: '=cmd()' }, 'name', 'it has a character that no name has'],
    ['G-1', { name: '<b>Jose</b>' }, 'name', 'it has a character that no name has'],
  ] as const) {
    const ran = await importFile(fileOf(loanRows(loan, change)), '--dry-run');
    expect(JSON.parse(ran.out).faults).toEqual([{ line: 2, column, fault }]);
  }
  const name = 'Peña-Nuñez y D’Cruz Ma. Jr 2';
  expect((await importFile(fileOf(loanRows('G-1', { name })), '--dry-run')).code).toBe(0);
});

test('a loan that another file has staged is a fault that names the import to undo [T1991]', async () => {
  const rows = loanRows('H-1');
  const first = staged((await importFile(fileOf(rows))).out).import;
  const corrected = fileOf([...rows, ...loanRows('H-2')]);
  const imports = async () => (await hiram.owner.selectFrom('loan_import').select('id').execute()).length;
  const before = await imports();
  expect(JSON.parse((await importFile(corrected)).out).faults).toEqual([
    { line: 2, column: 'loan', fault: `the loan H-1 is staged already: undo the import ${first} first` },
  ]);
  expect(await imports()).toBe(before);
  await run('import', 'undo', first, '--yes');
  const again = staged((await importFile(corrected)).out);
  expect(again).toMatchObject({ loans: 2 });
  await run('import', 'undo', again.import, '--yes');
});

const faulty: readonly (readonly [string, (rows: Row[]) => { rows?: Row[]; total?: Row }, string])[] = [
  [
    'a loan twice',
    (rows) => ({ rows: [...rows, ...rows] }),
    'Line 3, column loan: the loan E-1 stands on line 2 already',
  ],
  [
    'a payment before its loan',
    (rows) => ({ rows: [...rows, { record: 'payment', loan: 'E-1', day: '2020-01-01', amount: '5' }] }),
    'Line 3, column day: the payment is before its loan',
  ],
  [
    'a payment above its loan',
    (rows) => ({ rows: [{ record: 'payment', loan: 'E-1', day: '2020-01-01', amount: '5' }, ...rows] }),
    'Line 2, column loan: the payment stands before its loan E-1',
  ],
  [
    'a total that does not add up',
    (rows) => ({ total: { ...totalOf(rows), balance: '1.00' } }),
    'Line 3, column balance: the total is 1.00, the lines add up to',
  ],
  [
    'opening figures that do not add up',
    ([row = {}]) => ({ rows: [{ ...row, opening_late: '1.00' }] }),
    'Line 2, column balance: it is not the sum',
  ],
  [
    'a cell too many',
    ([row = {}]) => ({ rows: [{ ...row, name: 'Rizal, Jose' }] }),
    'Line 2: Invalid Record Length',
  ],
  [
    'a strange amount',
    ([row = {}]) => ({ rows: [{ ...row, principal: '"1,000.00"' }] }),
    'Line 2, column principal: 1,000.00 is not an amount',
  ],
  [
    'a number of another country',
    ([row = {}]) => ({ rows: [{ ...row, phone: '12' }] }),
    'Line 2, column phone',
  ],
  [
    'an unknown product',
    ([row = {}]) => ({ rows: [{ ...row, product: 'x' }] }),
    'Line 2, column product: the brand has no product x',
  ],
  [
    'a day to come',
    ([row = {}]) => ({ rows: [{ ...row, disbursed_on: '2999-01-01' }] }),
    'Line 2, column disbursed_on: it is after',
  ],
];

test.each(faulty)(
  '%s is refused with its line and column, and nothing is staged [T1684]',
  async (_what, change, expected) => {
    const rows = loanRows('E-1');
    const changed = change(rows);
    const before = await stagedCount();
    const ran = await runHiram(
      ['import', 'loans', fileOf(changed.rows ?? rows, changed.total), '--brand', 'spec', '--by', 'Ana Cruz'],
      settings(),
    );
    expect(ran.output).toContain(expected);
    expect([ran.code, await stagedCount()]).toEqual([1, before]);
  },
);

test('a byte order mark is read over, and another encoding is refused with a clear line [T1685]', async () => {
  const rows = loanRows('F-1', { name: 'Peña Nuñez' });
  const text = csvOf([...rows, totalOf(rows)]);
  const write = (bytes: Buffer) => {
    const file = join(folder, `${randomInt(1e9)}.csv`);
    writeFileSync(file, bytes);
    return file;
  };
  const marked = await importFile(write(Buffer.from(`\ufeff${text}`)), '--dry-run');
  expect([marked.code, marked.output]).toEqual([0, marked.output]);
  const utf16 = await importFile(write(Buffer.from(`\ufeff${text}`, 'utf16le')));
  expect([utf16.code, utf16.output]).toEqual([
    1,
    expect.stringContaining('the file is in UTF-16: save the file'),
  ]);
  const latin = await importFile(write(Buffer.from(text, 'latin1')));
  expect(JSON.parse(latin.out).faults).toEqual([
    {
      line: 2,
      column: '',
      fault: 'a letter is not in UTF-8, perhaps in Windows-1252: save the file as CSV in UTF-8',
    },
  ]);
});

test('an imported loan lives as any other: its borrower signs in, sees it and repays it [T1680]', async () => {
  const phone = newPhone();
  const rows = loanRows('A-1', { phone });
  const imported = await importFile(fileOf(rows));
  expect([imported.code, imported.output]).toEqual([0, imported.output]);
  const { import: id, differing } = staged(imported.out);
  expect(differing).toEqual([]);
  expect(
    await hiram.owner.selectFrom('borrower').select('id').where('phone', '=', `+86${phone}`).execute(),
  ).toEqual([]);
  const done = await cutOver(id);
  expect([done.code, done.output]).toEqual([0, done.output]);
  const borrower = await signIn(hiram, { phone });
  const home = await hiram.send(homeIndex, {}, borrower.context);
  expect(home.success, home.message).toBe(true);
  const { order_id: orderId } = await hiram.owner
    .selectFrom('imported_loan')
    .select('order_id')
    .where('reference', '=', 'A-1')
    .executeTakeFirstOrThrow();
  if (orderId === null) throw new Error('no order');
  const details = await hiram.send(loanDetails, { orderId }, borrower.context);
  expect(details.success, details.message).toBe(true);
  await hiram.days(200);
  await payByCode(hiram, { orderId, context: borrower.context });
  await hiram.until(
    () => hiram.send(loanDetails, { orderId }, borrower.context),
    ({ data }) => data.orderStatus === 200,
  );
});
