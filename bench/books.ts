/**
 * `npm run bench -- books [--loans 100000] [--days 3] [--books FOLDER]`: the daily run of the general ledger
 * over a book of running loans, a sixth of them late, with due days spread over a month. The first run
 * computes every loan; the next ones are ordinary days. Borrowers open their orders meanwhile, and before.
 * The loans are made by the server and multiplied row by row. Then the portfolio of any day, over three years
 * of days. `--books`: the folder in which they are kept and found by a later run, which goes on after their
 * last posted day.
 */
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loanDetails } from '@hiram/contract/order';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { loadBrand } from '@hiram/server/src/brands/brand.ts';
import { readPortfolio } from '@hiram/server/src/lending/books/portfolio.ts';
import { openDatabase, openPool } from '@hiram/server/src/platform/database/connection/connect.ts';
import { startEmbedded } from '@hiram/server/src/platform/database/embedded/embedded.ts';
import pg from 'pg';
import { endedChildrenCpu, familyCpu } from './rig/cpu-seconds.ts';
import { operate } from './rig/operate.ts';
import { ask, type Borrower, makeBorrower, makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { multiply, relaxDurability } from './rig/size/clone.ts';
import { quantile } from './rig/spread.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    loans: { type: 'string', default: '100000' },
    days: { type: 'string', default: '3' },
    books: { type: 'string' },
  },
});
const loans = Number(values.loans);
const runs = Number(values.days) + 1;
const folder = makeDataFolder(values.books && resolve(values.books));
let isOver = false;
const say = (line: string) => console.log(line);

/** Opens orders one after the other until `isDone`. Milliseconds of each. */
async function openOrders(
  origin: string,
  borrowers: readonly Borrower[],
  isDone: () => boolean,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let turn = 0; !isDone() && !isOver; turn += 1) {
    const { sessionId, deviceId, orderId, productId } = borrowers[turn % borrowers.length] as Borrower;
    const started = performance.now();
    await ask(
      origin,
      loanDetails,
      { orderId, productId },
      {
        context: { sessionId, deviceId, lang: 'en' },
        headers: { 'x-forwarded-for': `10.${turn & 255}.${(turn >> 8) & 255}.1` },
      },
    );
    times.push(performance.now() - started);
    await pause(20);
  }
  return times;
}

/** Tables that a daily run reads of a borrower. */
const tablesOfBooks = ['borrower', 'loan_order', 'loan_event', 'journal', 'journal_line'];

async function fill(origin: string, owner: pg.Client): Promise<void> {
  const parts = [
    { state: '170', share: 5 / 6, days: 25 },
    { state: '180', share: 1 / 6, days: 60 },
  ] as const;
  await relaxDurability(owner, true);
  for (const { state, share, days } of parts) {
    const { orderId } = await makeBorrower(origin, state);
    const { rows } = await owner.query<{ borrower_id: string }>(
      'select borrower_id from loan_order where id = $1',
      [orderId],
    );
    const copies = Math.round(loans * share);
    const template = { name: state, borrowerIds: rows.map((row) => row.borrower_id), orders: 1 };
    // Due days are spread as those of a book that grew.
    await multiply(owner, template, { from: 1, copies, tables: tablesOfBooks, beganWithin: days }, say);
  }
  await relaxDurability(owner, false);
  await owner.query('vacuum analyze');
}

/** Processor seconds of the commands that ended, and of the database with the calls beside them. */
const cpuOf = () => ({ run: endedChildrenCpu(), database: familyCpu(folder.postmasterPid() ?? 0) });

/** The first day to post: today, or the day after the last one that is posted. */
async function firstDay(owner: pg.Client): Promise<LocalDate> {
  const { rows } = await owner.query<{
    first: string;
  }>(`select to_char(greatest((now() at time zone 'Asia/Manila')::date,
    (select posted_through + 1 from gl_book where brand = 'spec')), 'YYYY-MM-DD') as first`);
  return localDate(rows[0]?.first ?? '');
}

/**
 * Milliseconds to read the portfolio of days of three years: the cells of a lender with two products, new and repeat clients, ten
 * sources, three policies and loans of twelve months, on each day.
 */
async function readDays(owner: pg.Client): Promise<readonly number[]> {
  await owner.query(`
    insert into portfolio_day (brand, day, kind, product, client, lent_month, source, policy, loans, amount)
    select last.brand, last.day - ago, last.kind, last.product, each.client, last.lent_month - month * interval '1 month', part.source,
      part.policy, last.loans, last.amount
    from (select distinct on (kind) * from portfolio_day where brand = 'spec' and day = (select max(day) from portfolio_day) order by kind) last
    cross join generate_series(1, 1095) ago cross join generate_series(0, 11) month
    cross join (values ('', 1), ('', 2), ('a', 2), ('b', 2), ('c', 3), ('d', 3), ('e', 3), ('f', 3), ('g', 3), ('h', 3)) part (source, policy)
    cross join (values ('new'), ('repeat')) each (client)
    where last.kind in ('late0', 'late1', 'late31', 'due0', 'lent') or month = 0
    on conflict do nothing`);
  await owner.query('vacuum analyze portfolio_day');
  const pool = openPool({ host: folder.socketDir, user: 'hiram_app', database: 'hiram' }, 1);
  const db = openDatabase(pool);
  const brand = loadBrand(resolve('brands'), 'spec');
  const { rows } = await owner.query<{ on: string }>(
    `select to_char(day, 'YYYY-MM-DD') as on from portfolio_day group by day order by md5(day::text) limit 40`,
  );
  const times: number[] = [];
  for (const { on } of rows) {
    const started = performance.now();
    await readPortfolio(db, brand, localDate(on));
    times.push(performance.now() - started);
  }
  await db.destroy();
  return times;
}

// The server uses a PostgreSQL that is already running: this one has the memory of a lender's with a million loans.
const database = await startEmbedded(folder.dataDir, { shared_buffers: '3GB' });
try {
  const product = await startProduct(folder);
  const owner = new pg.Client({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' });
  await owner.connect();
  const borrowers = await Promise.all(Array.from({ length: 8 }, () => makeBorrower(product.origin, '170')));
  const { rows } = await owner.query<{ orders: number }>('select count(*)::int as orders from loan_order');
  if ((rows[0]?.orders ?? 0) < loans) await fill(product.origin, owner);
  const first = await firstDay(owner);
  let isDone = false;
  setTimeout(() => {
    isDone = true;
  }, 15_000);
  const alone = await openOrders(product.origin, borrowers, () => isDone);
  const days: {
    readonly seconds: number;
    readonly p99: number;
    readonly cpu: { readonly run: number; readonly database: number };
  }[] = [];
  for (let day = 0; day < runs; day += 1) {
    const on = addDays(first, day);
    // The run alone: the server's other work of a day waits for its own clock, and its own run of the books is done.
    await owner.query(
      "insert into daily_run (name, brand, day, started_at, finished_at) values ('books', 'spec', $1::date - 1, now(), now()) on conflict do nothing",
      [on],
    );
    await owner.query(
      "update business_clock set offset_days = $1::date - (now() at time zone 'Asia/Manila')::date",
      [on],
    );
    isDone = false;
    const calls = openOrders(product.origin, borrowers, () => isDone);
    const before = cpuOf();
    const run = await operate(folder, ['books', 'run', '--brand', 'spec', '--on', on]);
    const after = cpuOf();
    const cpu = { run: after.run - before.run, database: after.database - before.database };
    isDone = true;
    const times = await calls;
    days.push({ ...run, cpu, p99: quantile(times, 0.99) });
    // As autovacuum has done by the next night.
    if (day === 0) await owner.query('vacuum analyze');
    say(
      `${on}: ${run.seconds.toFixed(1)} s, processor ${JSON.stringify(cpu)}, p99 ${quantile(times, 0.99).toFixed(1)} ms ${JSON.stringify(run.answer)}`,
    );
  }
  // What every command takes before it begins does not grow with the loans.
  const { seconds: start } = await operate(folder, ['books', 'trial-balance', '--brand', 'spec']);
  const ordinary = days.slice(1).map(({ seconds }) => seconds);
  const perMillion = start + ((quantile(ordinary, 0.5) - start) / loans) * 1_000_000;
  judge('seconds of an ordinary day, for a million loans', perMillion, { atMost: 60 });
  const growth =
    quantile(
      days.slice(1).map(({ p99 }) => p99),
      0.5,
    ) / quantile(alone, 0.99);
  judge('p99 of borrowers’ calls beside it', growth, { atMost: 1.1 });
  const portfolio = await readDays(owner);
  judge('milliseconds of the portfolio of any day', quantile(portfolio, 0.99), { atMost: 100 });
  const sizes =
    await owner.query(`select relname, pg_total_relation_size(oid)::float8 as bytes, reltuples from pg_class
    where relname in ('gl_accrual', 'gl_item', 'gl_draft', 'loan_accrual', 'gl_line', 'portfolio_day') and relkind = 'r'`);
  storeResults('books', {
    loans,
    note: 'The first day computes every loan; the run is a process of its own, on the same machine as the server, the database and the calls.',
    alone: { calls: alone.length, p50: quantile(alone, 0.5), p99: quantile(alone, 0.99) },
    days,
    startSeconds: start,
    perMillion,
    growth,
    portfolioMs: { p50: quantile(portfolio, 0.5), p99: quantile(portfolio, 0.99) },
    tables: sizes.rows,
  });
  await owner.end();
} finally {
  isOver = true;
  await stopAll();
  await database.stop();
  if (values.books === undefined) folder.remove();
}
