import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statementOf } from '@hiram/books';
import type { OrderId } from '@hiram/contract/ids';
import { addDays, cents, type LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { payOn } from '../../../test/support/borrowers/pay-on.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { signOff } from '../../lending/duties/duty-runs.ts';
import { openDuties } from '../../lending/duties/open-duties.ts';
import { dutyFile } from '../../lending/duties/report-rows.ts';
import { appendEvent } from '../../lending/loans/append-event.ts';
import { engineEvents, findOrder, loadEvents } from '../../lending/loans/order-store.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { dutyNamed } from './run.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-duties-'));
let hiram: Hiram;
let today: LocalDate;
let late: DemoBorrower;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  hiram = await startHiram(cluster, { BRAND: 'ph,id' });
  late = await hiram.borrower({ state: '180', kind: 'single' });
  await hiram.borrower({ state: '200', kind: 'single' });
  await hiram.borrower({ state: '170', kind: 'single' }, 'id');
  const { clock, db, defaultBrand } = hiram.server.appContext;
  today = await clock.today(db, defaultBrand.timeZone);
});
afterAll(async () => {
  await hiram.stop();
  rmSync(folder, { recursive: true });
});

const brandOf = (id: string) => {
  const brand = hiram.server.appContext.brands.get(id);
  if (!brand) throw new Error(`no brand ${id}`);
  return brand;
};
const open = (day: LocalDate) =>
  actAs('a test', () => openDuties(hiram.server.appContext, brandOf('ph'), day));
const run = (...words: string[]) =>
  runHiram([...words, '--json'], settingsOf(cluster, hiram.database, { BRAND: 'ph,id' }));
const periods = () =>
  hiram.owner.selectFrom('duty_period').selectAll().where('duty', '=', 'ph-cic').orderBy('to_on').execute();

test('a period that ended is a task before it is due, once, from the installation on [T1694]', async () => {
  // Two months later: at least one month has ended since.
  const later = addDays(today, 62);
  expect(await open(later)).toBeGreaterThan(0);
  expect(await open(later)).toBe(0);
  const rows = await periods();
  expect(rows.every(({ due_on, to_on }) => due_on >= addDays(today, -1) && to_on < later)).toBe(true);
  const tasks = await hiram.owner.selectFrom('task').selectAll().where('kind', '=', 'duty').execute();
  expect(tasks.length).toBe((await hiram.owner.selectFrom('duty_period').select('id').execute()).length);
  const first = tasks.find(({ subject_id }) => subject_id === rows[0]?.id);
  expect(first).toMatchObject({ brand: 'ph', detail: `ph-cic ${rows[0]?.to_on}`, closed_at: null });
  expect(await checkTasks(hiram.server.appContext.db)).toEqual([]);
});

test('a file is made, its rejected lines are sent again, and another person signs it off [T1695]', async () => {
  await open(addDays(today, 62));
  const [period] = await periods();
  const to = period?.to_on ?? '';
  const words = ['ph-cic', '--brand', 'ph', '--to', to];
  const out = join(folder, 'cic.csv');
  const made = await run('duties', 'run', ...words, '--out', out, '--by', 'Ana Cruz');
  expect([made.code, made.output]).toEqual([0, made.output]);
  const csv = readFileSync(out, 'utf8');
  const result: { run: string; rows: number; sha256: string } = JSON.parse(made.out);
  expect(result).toMatchObject({ queryVersion: 3, sha256: createHash('sha256').update(csv).digest('hex') });
  const lines = csv.trimEnd().split('\r\n');
  expect(lines.length - 1).toBe(result.rows);
  expect(lines.filter((line) => line.includes(late.orderId))).toEqual([
    expect.stringContaining('Maria Santos'),
  ]);
  // Not by the one who made it, nor while a line is rejected.
  const sign = async (name: string) => {
    const stored = await hiram.owner
      .selectFrom('duty_period')
      .selectAll()
      .where('id', '=', period?.id as never)
      .executeTakeFirstOrThrow();
    return inTransaction(hiram.owner, (trx) =>
      signOff(trx, stored, { by: { name }, receipt: 'CIC 1', now: new Date() }),
    );
  };
  expect(await sign('cruz, ana')).toBe('ownFile');
  const rejected = join(folder, 'rejected.csv');
  writeFileSync(rejected, `key,reason\n${late.orderId},no TIN\n`);
  expect((await run('duties', 'rejected', result.run, rejected, '--by', 'Ana Cruz')).code).toBe(0);
  expect(await sign('Ben Reyes')).toBe('linesRejected');
  const again = join(folder, 'again.csv');
  const sent = await run(
    'duties',
    'run',
    ...words,
    '--out',
    again,
    '--again',
    result.run,
    '--by',
    'Ana Cruz',
  );
  expect(JSON.parse(sent.out)).toMatchObject({ rows: 1 });
  expect(readFileSync(again, 'utf8')).toContain(late.orderId);
  expect(await sign('Ben Reyes')).toBeUndefined();
  expect(await sign('Ben Reyes')).toBe('signedOff');
  const task = await hiram.owner
    .selectFrom('task')
    .select('closed_at')
    .where('subject_id', '=', period?.id ?? '')
    .executeTakeFirstOrThrow();
  expect(task.closed_at).not.toBeNull();
  const list = JSON.parse((await run('duties', 'list', '--brand', 'ph')).out);
  const cic = list.duties.find(({ id }: { id: string }) => id === 'ph-cic');
  expect(cic.open.map((one: { to: string }) => one.to)).not.toContain(to);
});

test('sums and success rates are those of the loans at the end of the period [T1696]', async () => {
  const { db, cipher } = hiram.server.appContext;
  const period = { from: addDays(today, -400), to: today };
  const totals = await dutyFile(db, cipher, dutyNamed('ph-sec-lcif'), { brand: brandOf('ph'), period });
  const [headers = '', values = ''] = totals.csv.split('\r\n');
  const sums = Object.fromEntries(
    headers.split(',').map((header, index) => [header, values.split(',')[index]]),
  );
  expect(sums).toMatchObject({
    'LOANS RELEASED': '2',
    'LOANS OUTSTANDING': '1',
    BORROWERS: '1',
    CURRENCY: 'PHP',
  });
  const rates = await dutyFile(db, cipher, dutyNamed('id-tkb'), { brand: brandOf('ph'), period });
  // The one running loan is two days late.
  expect(rates.csv.split('\r\n')[1]).toBe(`${today},0.00,100.00,100.00,100.00`);
  const map = await dutyFile(db, cipher, dutyNamed('in-rbi-cims'), { brand: brandOf('ph'), period });
  expect(map.rows).toBe(0);
  const slik = await dutyFile(db, cipher, dutyNamed('id-slik-f01'), { brand: brandOf('id'), period });
  expect(slik.rows).toBe(1);
});

test('the certificate on collection counts the rows of attempts and complaints of its period and brand [T2604]', async () => {
  const { db, cipher } = hiram.server.appContext;
  const other = await hiram.borrower({ state: '180', kind: 'single' }, 'id');
  const at = (day: number) => new Date(Date.parse(`${today}T04:00:00Z`) + day * 86_400_000);
  await inTransaction(hiram.owner, async (trx) => {
    // Attempts of days that are over, an agency of whom no two persons decided, and answers that nobody wrote.
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const [{ orderId }, day, purpose] of [
      [late, 0, 'collection'],
      [late, -1, 'collection'],
      [late, -40, 'collection'],
      [late, 0, 'reminder'],
      [late, 0, 'service'],
      [other, 0, 'collection'],
    ] as const)
      await sql`insert into contact (borrower_id, id, order_id, channel, purpose, by_kind, started_at, zone, on_day)
        select borrower_id, gen_random_uuid(), id, 'sms', ${purpose}, 'system', ${at(day)}, 'Asia/Manila', ${at(day)}::date
        from loan_order where id = ${orderId}`.execute(trx);
    for (const [{ orderId }, type, came, answered] of [
      [late, 1, -3, -1],
      [late, 1, -2, null],
      [late, 1, -2, 5],
      [late, 1, -40, -39],
      [late, 4, -2, -1],
      [other, 1, -2, -1],
    ] as const)
      await sql`insert into complaint (borrower_id, id, reference, order_id, type, sub_type, detail, created_at, received_on,
          promised_by, answer, answered_at, answered_on)
        select borrower_id, gen_random_uuid(), gen_random_uuid(), id, ${type}::int, ${type === 1 ? 1 : null}::int, 'They shout.',
          ${at(came)}, ${at(came)}::date, ${at(came + 5)}::date, ${answered === null ? null : 'Sorry.'},
          ${answered === null ? null : at(answered)}, ${answered === null ? null : at(answered)}::date
        from loan_order where id = ${orderId}`.execute(trx);
    for (const [brand, name, from, until, ended] of [
      ['ph', 'Ayala Recovery', -20, -10, null],
      ['ph', 'Cebu Calls', -400, 400, -5],
      ['ph', 'Too late', 5, 90, null],
      ['ph', 'Ended before', -400, 400, -35],
      ['id', 'Of Jakarta', -20, 20, null],
    ] as const)
      await sql`insert into agency (id, brand, name, commission_ppm, from_day, until_day, approval_id, created_at, ended_at)
        values (gen_random_uuid(), ${brand}, ${name}, 0, ${at(from)}::date, ${at(until)}::date, gen_random_uuid(), now(),
          ${ended === null ? null : at(ended)})`.execute(trx);
  });
  const period = { from: addDays(today, -30), to: today };
  const { csv } = await dutyFile(db, cipher, dutyNamed('ph-sec-mc18'), { brand: brandOf('ph'), period });
  expect(csv.split('\r\n')).toEqual([
    'PERIOD FROM,PERIOD TO,THIRD PARTY COLLECTORS,CONTACT ATTEMPTS,COMPLAINTS ON COLLECTION,COMPLAINTS RESOLVED',
    `${period.from},${period.to},Ayala Recovery; Cebu Calls,2,3,1`,
    '',
  ]);
});

test('a loan is reported closed on the day of its settlement, whatever its credit does later [T2034]', async () => {
  const { orderId } = await hiram.borrower({ state: '200', kind: 'single' });
  const { db, cipher } = hiram.server.appContext;
  const after = addDays(today, 10);
  await inTransaction(hiram.owner, async (trx) => {
    const order = await findOrder(trx, orderId);
    if (!order) throw new Error('no order');
    const paid = { kind: 'paid', valueDate: after, amount: cents(5_000), provider: 'sandbox' } as const;
    await appendEvent(trx, order, paid, { brand: brandOf('ph'), today: after, now: new Date() });
  });
  const period = { from: addDays(today, -30), to: addDays(today, 20) };
  const { csv } = await dutyFile(db, cipher, dutyNamed('ph-cic'), { brand: brandOf('ph'), period });
  const [headers = '', ...rows] = csv.split('\r\n').map((line) => line.split(','));
  const row = rows.find((cells) => cells.includes(orderId));
  expect(row?.[headers.indexOf('CONTRACT END ACTUAL DATE')]).toBe(today);
});

test.each([
  [
    'an unknown duty',
    ['no-such', '--brand', 'ph', '--to', '2026-10-31'],
    'DUTY: no-such is not one of ph-sec-lcif',
  ],
  [
    'a period that is none',
    ['ph-cic', '--brand', 'ph', '--to', '2026-10-30'],
    'has no open period to 2026-10-30',
  ],
  ['a brand that is none', ['ph-cic', '--brand', 'xx', '--to', '2026-10-31'], 'there is no brand xx'],
])('%s is refused with its option, and no file is written [T1697]', async (_what, words, expected) => {
  const out = join(folder, 'never.csv');
  const ran = await run('duties', 'run', ...words, '--out', out, '--by', 'Ana Cruz');
  expect([ran.code, ran.output]).toEqual([2, expect.stringContaining(expected)]);
  expect(() => readFileSync(out)).toThrow();
});

/** Late for 30 days, and for 31; the second period is the first one that has a loan later than 30 days. */
test.each([0, 1])(
  'each figure is what SQL makes of ledger and events, %i days past 30 [T2566]',
  async (past) => {
    const { db, cipher, clock } = hiram.server.appContext;
    const paidOn = await clock.today(db, brandOf('ph').timeZone);
    if (past === 0) {
      await payOn(hiram, late, 5_000, paidOn);
      await hiram.days(28);
      await payOn(hiram, late, 6_000, addDays(paidOn, 28));
      await hiram.borrower({ state: '180', kind: 'perPeriod' });
    }
    const on = addDays(await clock.today(db, brandOf('ph').timeZone), past);
    const period = { from: addDays(on, -20), to: on };
    const table = async (duty: string) => {
      const { csv } = await dutyFile(db, cipher, dutyNamed(duty), { brand: brandOf('ph'), period });
      const [heads = [], ...rows] = csv
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      return rows.map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index]])));
    };
    const { rows } = await sql<{
      id: OrderId;
      amount: string;
      principal: string;
      paid: string;
      late: number;
      lent: boolean;
    }>`
    select loan.id, to_char(loan.amount / 100.0, 'FM999990.00') as amount, loan.disbursed_on >= ${period.from} as lent,
      to_char(coalesce((select sum(line.amount) from journal_line line where line.order_id = loan.id and account = 'loan:principal'), 0) / 100.0,
        'FM999990.00') as principal,
      to_char(coalesce((select sum((body ->> 'amount')::bigint) from loan_event event where event.order_id = loan.id and kind = 'paid'
        and value_date >= ${period.from}), 0) / 100.0, 'FM999990.00') as paid,
      greatest(0, coalesce(${on}::date - loan.next_due_on, 0)) as late
    from loan_order loan where brand = 'ph' and disbursed_on is not null
      and (settled_on is null or settled_on >= ${period.from})`.execute(hiram.owner);
    const [credits, balances] = [await table('id-slik-f01'), await table('ph-cic')];
    expect([credits.length, balances.length]).toEqual([rows.length, rows.length]);
    for (const { id, amount, principal, late } of rows) {
      expect(credits.find((row) => row['NOMOR REKENING'] === id)).toMatchObject({
        'PLAFON AWAL': amount,
        'BAKI DEBET': principal,
        'JUMLAH HARI TUNGGAKAN': String(late),
      });
      const order = await findOrder(hiram.owner, id);
      if (!order) throw new Error('no order');
      const events = engineEvents(await loadEvents(hiram.owner, order));
      const { closing } = statementOf(order.terms, events, { from: on, to: on });
      expect(balances.find((row) => row['PROVIDER CONTRACT NO'] === id)).toMatchObject({
        'OUTSTANDING BALANCE': (Math.max(0, closing) / 100).toFixed(2),
        'OVERDUE DAYS': String(late),
      });
    }
    const sum = (of: typeof rows, key: 'amount' | 'principal' | 'paid') =>
      of.reduce((total, row) => total + Math.round(Number(row[key]) * 100), 0);
    const money = (amount: number) => (amount / 100).toFixed(2);
    const over = (days: number) =>
      money(
        sum(
          rows.filter(({ late }) => late > days),
          'principal',
        ),
      );
    const running = rows.filter(({ principal }) => principal !== '0.00');
    const [totals] = await table('ph-sec-lcif');
    expect(totals).toMatchObject({
      'LOANS RELEASED': String(rows.filter(({ lent }) => lent).length),
      'AMOUNT RELEASED': money(
        sum(
          rows.filter(({ lent }) => lent),
          'amount',
        ),
      ),
      'AMOUNT COLLECTED': money(sum(rows, 'paid')),
      'LOANS OUTSTANDING': String(running.length),
      'PRINCIPAL OUTSTANDING': money(sum(rows, 'principal')),
      'PRINCIPAL PAST DUE OVER 30 DAYS': over(30),
      'PRINCIPAL PAST DUE OVER 90 DAYS': over(90),
    });
    const [rates] = await table('id-tkb');
    const onTime = (days: number) =>
      (
        Math.floor(10_000 - (Number(over(days)) / Number(totals?.['PRINCIPAL OUTSTANDING'])) * 10_000) / 100
      ).toFixed(2);
    expect(rates).toMatchObject({ TKB0: onTime(0), TKB30: onTime(30), TKB60: onTime(60), TKB90: '100.00' });
    expect(Number(over(30)) > 0).toBe(past > 0);
    expect(Number(over(0))).toBeGreaterThan(Number(over(30)));
  },
);
