import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listUnexplained, postJournal, reopenMonth } from '@hiram/contract/console/books';
import { asId } from '@hiram/contract/ids';
import { addDays, addMonths, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payOn } from '../../../test/support/borrowers/pay-on.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { newId } from '../../platform/ids.ts';
import { checkClose } from './close-checks.ts';
import { booksOfOrder } from './journals.ts';
import { tieLoans } from './tie-loans.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-books-'));
const persons = ['--by', 'Ana Cruz', '--second', 'Ben Reyes', '--yes'];
let hiram: Hiram;
/** The first month of the books, and its last day. */
let month: string;
let end: LocalDate;
let late: DemoBorrower;

const brandZone = () => hiram.server.appContext.brands.get('spec')?.timeZone ?? '';
const operate = (...words: string[]) =>
  runHiram(['books', ...words, '--brand', 'spec'], settingsOf(cluster, hiram.database));
const answerOf = async (...words: string[]) => JSON.parse((await operate(...words, '--json')).out);
/** The month that begins `after` months after the first one of the books. */
const monthAfter = (after: number) => addMonths(localDate(`${month}-01`), after).slice(0, 7);

/** Moves the clock past a month, until its days are no longer compared with the provider's, unless it is later. */
async function endMonth(after: number): Promise<void> {
  const today = await hiram.server.appContext.clock.today(hiram.operator, brandZone());
  const days = daysBetween(today, addMonths(localDate(`${month}-01`), after + 1)) + 40;
  if (days > 0) await hiram.days(days);
}

async function closedMonths(): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ month: string }>`select month from gl_period where state = 'closed'`.execute(
    hiram.operator,
  );
  return new Set(rows.map((row) => row.month));
}

/** Closes the first months of the books that are open: at a second try all are, since the books are new. */
async function closeMonths(count: number): Promise<void> {
  const closed = await closedMonths();
  for (let after = 0; after < count; after += 1) {
    if (closed.has(monthAfter(after))) continue;
    await endMonth(after);
    await operate('close', '--month', monthAfter(after), ...persons);
  }
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  hiram = await startHiram(cluster, { LOG_LEVEL: 'error' });
  const today = await hiram.server.appContext.clock.today(hiram.operator, brandZone());
  month = today.slice(0, 7);
  end = addDays(addMonths(localDate(`${month}-01`), 1), -1);
  await hiram.borrower({ state: '170' });
  late = await hiram.borrower({ state: '180' });
  await hiram.borrower({ state: '200' });
  await hiram.days(45);
});
afterAll(async () => {
  await hiram.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a trial balance and both statements balance at the end of a month [T1532]', async () => {
  const balance = await answerOf('trial-balance', '--month', month);
  expect(balance).toMatchObject({ brand: 'spec', on: end, currency: expect.stringMatching(/^[A-Z]{3}$/) });
  expect(Object.keys(balance)).toEqual(['brand', 'currency', 'on', 'accounts', 'debit', 'credit']);
  expect(Object.keys(balance.accounts[0])).toEqual(['code', 'name', 'type', 'debit', 'credit']);
  expect(balance.debit).toBe(balance.credit);
  expect(balance.debit).toBeGreaterThan(0);
  const { totals } = await answerOf('statement', '--month', month);
  expect(totals.assets).toBe(totals.liabilities + totals.equity + totals.resultToDate);
  expect(totals.income).toBeGreaterThan(0);
});

test('a line of the bank keeps the month open until two persons explain it, set aside or not [T1533]', async () => {
  const staff = newId();
  const imported = newId();
  const line = newId();
  await sql`insert into staff (id, name, email, created_at) values (${staff}, 'Ana Cruz', 'ana@x.example', now())`.execute(
    hiram.owner,
  );
  await sql`insert into statement_import (id, brand, account, file_name, lines, added, imported_by, imported_at)
    values (${imported}, 'spec', '1', 'a.csv', 1, 1, ${staff}, now())`.execute(hiram.owner);
  await sql`insert into statement_line (id, import_id, brand, account, line_no, booked_on, amount, reference)
    values (${line}, ${imported}, 'spec', '1', 1, ${end}, 12345, 'R1')`.execute(hiram.owner);
  await hiram.days(1);
  const suspense = async () => {
    const { accounts } = await answerOf('trial-balance');
    return accounts.find(({ code }: { code: string }) => code === '2090').credit;
  };
  expect(await suspense()).toBe(12_345);
  const { code, output } = await operate('close', '--month', month, ...persons);
  expect([code, output]).toEqual([1, expect.stringContaining('OPEN suspense: 1 lines')]);
  await sql`update statement_line set set_aside_by = ${staff}, set_aside_reason = 'capital of the owners' where id = ${line}`.execute(
    hiram.owner,
  );
  expect(await suspense()).toBe(12_345);
  // One person said so. Two others explain it.
  const unexplained = async () =>
    (await checkClose(hiram.operator, 'spec', month)).find(({ name }) => name === 'suspense')?.open;
  expect(await unexplained()).toBe(1);
  const listed = async (by: StaffMember) =>
    (await by.browser.send(listUnexplained, {}, { brand: 'spec' })).data.lines;
  const [asks, approves] = [await staffMember(hiram, 'controller'), await staffMember(hiram, 'controller')];
  const shown = { lineId: line, bookedOn: end, amount: 12_345, reference: 'R1' };
  expect(await listed(asks)).toEqual([{ ...shown, because: 'capital of the owners' }]);
  const lines = [
    { account: '2090', amount: 12_345 },
    { account: '3010', amount: -12_345 },
  ];
  const request = { on: end, note: 'Capital of the owners', lines, lineId: line };
  const { data } = await submitAction(asks, postJournal, request, { brand: 'spec' });
  expect(await approveAs(approves, data.approvalId, 'spec')).toMatchObject({ success: true });
  expect([await unexplained(), await suspense(), await listed(asks)]).toEqual([0, 0, []]);
});

test('a closed month takes no row of any login, and is reopened by two persons, for ever shown [T1534]', async () => {
  const closed = await answerOf('close', '--month', month, ...persons);
  expect(closed).toMatchObject({ closed: true, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  for (const db of [hiram.operator, hiram.server.appContext.db]) {
    await expect(
      sql`insert into gl_journal (id, brand, number, posted_on, kind, source)
        values (gen_random_uuid(), 'spec', 0, ${end}, 'money', 'late')`.execute(db),
    ).rejects.toThrow(/is closed|permission denied/);
    await expect(
      sql`insert into gl_item (journal_id, order_id, component, amount)
        select id, gen_random_uuid(), 'cash', 5 from gl_journal where posted_on = ${end} limit 1`.execute(db),
    ).rejects.toThrow(/is closed|permission denied/);
    await expect(
      sql`insert into gl_line (journal_id, line_no, brand, account, amount, currency)
        select journal.id, 99, 'spec', line.account, 5, line.currency from gl_journal journal
        join gl_line line on line.journal_id = journal.id where posted_on = ${end} limit 1`.execute(db),
    ).rejects.toThrow(/is closed|permission denied/);
    await expect(sql`update gl_period set state = 'open'`.execute(db)).rejects.toThrow();
  }
  expect((await operate('run', '--on', end)).output).toContain('choose that day or a later one');
  await expect(
    sql`select move_gl_period('spec', ${month}, 'open', ${newId()})`.execute(hiram.server.appContext.db),
  ).rejects.toThrow('two persons');
  await expect(
    sql`select move_gl_period_by_hand('spec', ${month}, 'open', 'x')`.execute(hiram.server.appContext.db),
  ).rejects.toThrow('permission denied');
  expect(
    (
      await operate(
        'reopen',
        '--month',
        month,
        '--reason',
        'rent was missing',
        '--by',
        'Ana Cruz',
        '--second',
        'ana cruz',
        '--yes',
      )
    ).code,
  ).toBe(2);
  const reopened = await answerOf('reopen', '--month', month, '--reason', 'rent was missing', ...persons);
  expect(reopened).toMatchObject({ reopened: true, digest: closed.digest });
  const kept = await hiram.owner
    .selectFrom('gl_closing')
    .select(['state', 'seconded_by', 'reason'])
    .orderBy('at')
    .execute();
  expect(kept).toEqual([
    { state: 'closed', seconded_by: 'Ben Reyes', reason: '' },
    { state: 'open', seconded_by: 'Ben Reyes', reason: 'rent was missing' },
  ]);
  expect(await answerOf('close', '--month', month, ...persons)).toMatchObject({
    closed: true,
    digest: closed.digest,
  });
});

test('two closings at once close once [T1535]', async () => {
  await closeMonths(1);
  const next = monthAfter(1);
  await endMonth(1);
  const both = await Promise.all([0, 1].map(() => operate('close', '--month', next, ...persons)));
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test('a payment that comes after its month was closed lands in the open one, and names its day [T1898]', async () => {
  await closeMonths(2);
  const closed = addDays(localDate(`${monthAfter(2)}-01`), -1);
  const digests = async () => {
    const { rows } = await sql<{ stored: Buffer; now: Buffer }>`
      select digest as stored, gl_digest(brand, month) as now from gl_period where state = 'closed'`.execute(
      hiram.operator,
    );
    return rows;
  };
  const before = await digests();
  expect(before).toHaveLength(2);
  await payOn(hiram, late, 30_000, closed);
  await hiram.days(1);
  const { items } = await booksOfOrder(hiram.operator, asId<'order'>(late.orderId));
  const own = items.filter(({ relatesTo }) => relatesTo === closed);
  expect(own).toContainEqual(expect.objectContaining({ component: 'cash:sandbox', amount: 30_000 }));
  expect(own.every(({ postedOn }) => postedOn > closed)).toBe(true);
  expect(await digests()).toEqual(before);
  expect(before.every(({ stored, now }) => stored.equals(now))).toBe(true);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
});

test('a month that is closed while payments arrive and their server is cut off holds what it held [T1906]', async () => {
  await closeMonths(2);
  const next = monthAfter(2);
  await endMonth(2);
  const today = await hiram.server.appContext.clock.today(hiram.operator, brandZone());
  const valueDate = addDays(addMonths(localDate(`${next}-01`), 1), -1);
  const amounts = Array.from({ length: 12 }, (_, index) => 1_000 + index);
  const pay = (amount: number) => payOn(hiram, late, amount, valueDate);
  const paying = Promise.allSettled(amounts.map(pay));
  const closing = operate('close', '--month', next, ...persons);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'hiram_app' and datname = current_database()`.execute(
    hiram.owner,
  );
  // What was cut off is tried again.
  await paying;
  await closing;
  await operate('close', '--month', next, ...persons);
  await Promise.all(amounts.map(pay));
  await answerOf('run', '--on', today);
  const { rows } = await sql<{ state: string; holds: boolean }>`
    select state, digest = gl_digest(brand, month) as holds from gl_period where month = ${next}`.execute(
    hiram.operator,
  );
  expect(rows).toEqual([{ state: 'closed', holds: true }]);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
  const balance = await answerOf('trial-balance', '--on', today);
  expect(balance.debit).toBe(balance.credit);
});

test('a damaged posting is named with its loan and keeps the month open [T1536]', async () => {
  await closeMonths(3);
  const next = monthAfter(3);
  await endMonth(3);
  const move = (cents: number) =>
    sql`update loan_accrual set posted = posted || jsonb_build_object('principal', (posted ->> 'principal')::bigint + ${cents}::bigint)
      where order_id = (select min(order_id::text)::uuid from loan_accrual where (posted ->> 'principal')::bigint > 0)`.execute(
      hiram.owner,
    );
  await move(1);
  const { code, output } = await operate('close', '--month', next, ...persons);
  expect([code, output]).toEqual([1, expect.stringMatching(/OPEN loans: \d+ loans compared, 1 differ/)]);
  await move(-1);
});

/** Writes what the database refuses. */
const asReplica = (statement: string) =>
  sql`set session_replication_role = replica; ${sql.raw(statement)}; set session_replication_role = origin`.execute(
    hiram.owner,
  );

test('a damaged accrual, debit or credit of a loan keeps its month open [T1887]', async () => {
  const next = monthAfter((await closedMonths()).size);
  const open = async () =>
    (await checkClose(hiram.operator, 'spec', next)).find(({ name }) => name === 'items')?.open;
  expect(await open()).toBe(0);
  const accrual = (cents: number) =>
    asReplica(`update gl_accrual set interest[1] = interest[1] + ${cents} where (order_id, run) =
      (select order_id, run from gl_accrual where interest is not null and to_char(starts_on, 'YYYY-MM') = '${next}'
        and starts_on = ends_on order by 1, 2 limit 1)`);
  const item = (side: 'debit' | 'credit', cents: number) =>
    asReplica(`update gl_item set amount = amount + ${cents} where (journal_id, order_id, component) =
      (select journal_id, order_id, component from gl_item join gl_journal on id = journal_id
        where to_char(posted_on, 'YYYY-MM') = '${next}' and order_id is not null and amount ${side === 'debit' ? '> 10' : '< -10'}
        order by 1, 2, 3 limit 1)`);
  await accrual(1);
  expect(await open()).toBe(1);
  await accrual(-1);
  for (const side of ['debit', 'credit'] as const) {
    await item(side, 1);
    expect(await open(), side).toBe(1);
    await item(side, -1);
    expect(await open()).toBe(0);
  }
});

test('a lost number, a cash difference and an unposted settlement keep their month open [T2502]', async () => {
  const next = monthAfter((await closedMonths()).size);
  const open = async (of = next) =>
    Object.fromEntries(
      (await checkClose(hiram.operator, 'spec', of)).map((check) => [check.name, check.open]),
    );
  const before = await open();
  await asReplica(`update gl_book set last_number = last_number + 1;
    insert into reconciliation_difference (provider, day, kind, reference, reason, found_at)
      values ('sandbox', '${next}-05', 'day', 'spec', 'cash differs', now());
    insert into lender_journal (id, brand, kind, provider, reference, posted_on, approval_id)
      values (gen_random_uuid(), 'spec', 'settlement', 'sandbox', 'R9', '${next}-05', gen_random_uuid())`);
  const { numbers = 0, cash = 0, settlements = 0 } = before;
  expect(await open()).toEqual({
    ...before,
    numbers: numbers + 1,
    cash: cash + 1,
    settlements: settlements + 1,
  });
  await asReplica(`update gl_book set last_number = last_number - 1;
    delete from reconciliation_difference where reason = 'cash differs' and day = '${next}-05';
    delete from lender_journal where reference = 'R9'`);
  expect(await open(monthAfter(60))).toMatchObject({
    earlier: expect.toSatisfy((open) => open > 0),
    posted: 1,
  });
});

test('months close first to last and reopen last to first, for the owner’s login too [T2503]', async () => {
  await closeMonths(2);
  const controller = await staffMember(hiram, 'controller');
  expect(await submitAction(controller, reopenMonth, { month }, { brand: 'spec' })).toMatchObject({
    code: 'laterClosed',
  });
  const move = (of: string, state: string) =>
    hiram.owner.transaction().execute(async (trx) => {
      await sql`select set_config('hiram.break_glass', '{"by":"Ana Cruz","second":"Ben Reyes"}', true)`.execute(
        trx,
      );
      await sql`select move_gl_period_by_hand('spec', ${of}, ${state}, 'x')`.execute(trx);
    });
  await expect(move(month, 'open')).rejects.toThrow('a later month');
  await expect(move(monthAfter((await closedMonths()).size + 1), 'closed')).rejects.toThrow(
    'an earlier month',
  );
});

test('the owner’s login changes no month’s state or digest without its closing [T2560]', async () => {
  await closeMonths(1);
  const open = "state = 'open', closed_at = null, closed_by = null, digest = null";
  const closed = "state = 'closed', closed_at = now(), closed_by = 'x'";
  for (const change of [
    `update gl_period set ${open} where month = '${month}'`,
    // There and back, with a posting in between.
    `update gl_period set ${open} where month = '${month}';
      update gl_period set ${closed}, digest = (select digest from gl_closing where month = '${month}' order by at desc limit 1)
      where month = '${month}'`,
    `update gl_period set digest = sha256('x') where month = '${month}'`,
    `insert into gl_period (brand, month, state, closed_at, closed_by, digest)
      values ('spec', '2999-01', 'closed', now(), 'x', sha256('x'))`,
    // A closing of another digest.
    `update gl_period set digest = sha256('x') where month = '${month}';
      insert into gl_closing (id, brand, month, state, decided_by, seconded_by, reason, digest)
      values (gen_random_uuid(), 'spec', '${month}', 'closed', 'x', 'y', '', sha256('y'))`,
  ])
    await expect(
      hiram.owner.transaction().execute((trx) => sql.raw(change).execute(trx)),
      change,
    ).rejects.toThrow('has no such closing');
  expect(await closedMonths()).toContain(month);
});

test('journals are exported as CSV and as a workbook, with the columns of the lender [T1537]', async () => {
  const csv = join(folder, 'journals.csv');
  const exported = await operate(
    'export',
    '--month',
    month,
    '--to',
    csv,
    '--columns',
    'account==Konto,debit=Soll,credit=Haben',
  );
  expect(exported.code).toBe(0);
  const lines = readFileSync(csv, 'utf8').split('\r\n');
  expect(lines[0]).toBe(`"'=Konto",Soll,Haben`);
  expect(lines.length).toBeGreaterThan(5);
  const cents = (at: number) =>
    lines.slice(1, -1).reduce((sum, line) => sum + Math.round(Number(line.split(',')[at] || 0) * 100), 0);
  expect(cents(1)).toBe(cents(2));
  expect((await operate('export', '--month', month, '--to', csv)).code).toBe(1);
  const workbook = join(folder, 'journals.xlsx');
  expect((await operate('export', '--month', month, '--to', workbook)).code).toBe(0);
  expect(readFileSync(workbook).subarray(0, 2).toString()).toBe('PK');
});

test('an income statement of a period is the sum of its months, and its sheet that of its last day [T1908]', async () => {
  await closeMonths(2);
  const on = addDays(localDate(`${monthAfter(2)}-01`), -1);
  const [first, second] = [
    await answerOf('statement', '--month', month),
    await answerOf('statement', '--month', monthAfter(1)),
  ];
  const period = await answerOf('statement', '--from', `${month}-01`, '--on', on);
  expect(second.totals.income).toBeGreaterThan(0);
  expect(period.totals.income).toBe(first.totals.income + second.totals.income);
  expect(period.totals.expenses).toBe(first.totals.expenses + second.totals.expenses);
  expect(period.totals).toMatchObject({ assets: second.totals.assets, equity: second.totals.equity });
  const wrong = async (...words: string[]) => (await operate('statement', ...words)).output;
  expect(await wrong('--from', on, '--on', `${month}-01`)).toContain(`--from: ${on} is after ${month}-01`);
  expect(await wrong('--from', `${month}-01`, '--month', month)).toContain('set --month, or --on and --from');
});
