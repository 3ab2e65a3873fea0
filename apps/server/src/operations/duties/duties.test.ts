import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, cents, type LocalDate } from '@hiram/loan';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { signOff } from '../../lending/duties/duty-runs.ts';
import { openDuties } from '../../lending/duties/open-duties.ts';
import { dutyFile } from '../../lending/duties/report-rows.ts';
import { appendEvent } from '../../lending/loans/append-event.ts';
import { findOrder } from '../../lending/loans/order-store.ts';
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
  expect(result).toMatchObject({ queryVersion: 2, sha256: createHash('sha256').update(csv).digest('hex') });
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
  const map = await dutyFile(db, cipher, dutyNamed('ph-sec-mc18'), { brand: brandOf('ph'), period });
  expect(map.rows).toBe(0);
  const slik = await dutyFile(db, cipher, dutyNamed('id-slik-f01'), { brand: brandOf('id'), period });
  expect(slik.rows).toBe(1);
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
