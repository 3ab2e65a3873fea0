/**
 * At size: `npm run bench -- size [--orders 1000000] [--events 50000000] [--samples 300] [--rounds 5] [--books FOLDER]`.
 * A lender's book of that many orders beside one of ten thousand, both running: how long each of a borrower's calls takes at
 * either, by which plans, what the tables weigh, how long a night's work is. The books are made of loans that really came
 * about, multiplied row by row with ids of their own. `--books`: where the large one is kept, and found by a later run.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { calls as everyCall } from '@hiram/contract/calls';
import { type EmbeddedDatabase, startEmbedded } from '@hiram/server/src/platform/database/embedded.ts';
import pg from 'pg';
import { type DataFolder, makeDataFolder, type Product, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { measuredCalls, notMeasured } from './rig/size/calls.ts';
import { fillEvents, fillTrails, keptOfAgreement, multiply, relaxDurability } from './rig/size/clone.ts';
import { type Book, figures, measure, type Round } from './rig/size/measure.ts';
import { copiesOf, type Kind, makeKinds } from './rig/size/people.ts';
import { picture } from './rig/size/picture.ts';
import { explainAll, plansIn } from './rig/size/plans.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '50000000' },
    samples: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    books: { type: 'string' },
    'only-fill': { type: 'boolean', default: false },
  },
});
const wanted = { orders: Number(values.orders), events: Number(values.events) };
const small = { orders: 10_000, events: Math.ceil((wanted.events * 10_000) / wanted.orders) };
/** Nobody does twice what can be done once, and the small book holds so many who may. */
if (Number(values.samples) * Number(values.rounds) > 1_500)
  throw new Error('at most 1500 samples in all: --samples times --rounds');
/** The greatest 99th percentile at size over that of the small book. */
const maxGrowth = 1.5;
/** PostgreSQL's own memory, either book's: all of the larger one's tables and indexes but the visitors' events lie in it. */
const memory = '10GB';
const root = fileURLToPath(new URL('..', import.meta.url));
/** What is open, to be closed whatever happens. */
const owners: pg.Client[] = [];
const databases: EmbeddedDatabase[] = [];
const folders: DataFolder[] = [];
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

interface FillResult {
  readonly kinds: readonly Kind[];
  readonly orders: number;
  readonly events: number;
  readonly fillSeconds: number;
}

async function connect(folder: DataFolder): Promise<pg.Client> {
  const owner = new pg.Client({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' });
  await owner.connect();
  return owner;
}

/** A book of that size: made now, or found where a former run kept it. */
async function open(name: string, size: { orders: number; events: number }, existing?: string) {
  const folder = makeDataFolder(existing);
  if (!existing) folders.push(folder);
  const marker = join(folder.dataDir, 'filled.json');
  // The server joins a PostgreSQL that runs already: this one has memory of its own, as a lender's has.
  databases.push(await startEmbedded(folder.dataDir, { shared_buffers: memory }));
  let product = await startProduct(folder);
  const owner = await connect(folder);
  owners.push(owner);
  if (existsSync(marker)) {
    // A run that broke off may have left its plans being logged; connections that stand would go on doing so.
    await owner.query('alter database hiram reset all');
    await product.stop();
    product = await startProduct(folder);
  } else {
    const started = performance.now();
    const kinds = await makeKinds(product, owner);
    await relaxDurability(owner, true);
    for (const kind of kinds)
      await multiply(owner, kind.template, { from: 0, copies: copiesOf(kind, size.orders) }, say);
    await fillTrails(owner, size.orders, say);
    await fillEvents(owner, size.events, say);
    await relaxDurability(owner, false);
    // What was filled is on the disk, and nothing is still being written when it is measured.
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
    const fillSeconds = Math.round((performance.now() - started) / 1000);
    writeFileSync(marker, JSON.stringify({ kinds, ...size, fillSeconds } satisfies FillResult));
  }
  // Whoever was not here for an hour has their first call note it. In a book that was just filled nobody's does; in neither shall it.
  await owner.query('update session set used_at = now()');
  await owner.query('vacuum analyze session');
  await owner.query('checkpoint');
  await warm(owner);
  const filled: FillResult = JSON.parse(readFileSync(marker, 'utf8'));
  say(`${name}: ${filled.orders} orders, ${filled.events} events, filled in ${filled.fillSeconds} s`);
  const book: Book = {
    product,
    kinds: filled.kinds,
    orders: filled.orders,
    spent: new Map(),
    begin: existing ? Math.floor(Math.random() * 1e6) : 0,
  };
  return { folder, owner, book, filled };
}

/**
 * A database that has been at work has its books in memory; those that were just filled, or found, are read once. Into its own
 * memory: what the machine keeps of files it may drop at any time, and some do so within minutes.
 */
async function warm(owner: pg.Client): Promise<void> {
  await owner.query('create extension if not exists pg_prewarm');
  await owner.query(`
    select sum(pg_prewarm(c.oid::regclass, 'buffer')) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'i') and c.relname not like 'tracking_event%'`);
}

type OpenedDatabase = Awaited<ReturnType<typeof open>>;

/** Of all rounds' answers together: one round's slowest three say more of the machine than of the book. */
function summary(rounds: readonly Round[]) {
  const small = figures(rounds.flatMap((round) => round.small));
  const large = figures(rounds.flatMap((round) => round.large));
  return {
    small,
    large,
    /** The greater book's 99th percentile over the smaller one's. */
    growth: large.p99 / small.p99,
    refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
    rounds: rounds.map((round) => ({ small: figures(round.small), large: figures(round.large) })),
  };
}

async function weigh(owner: pg.Client): Promise<object[]> {
  const { rows } = await owner.query(`
    select relname as name, reltuples::bigint as rows, pg_table_size(c.oid) as table, pg_indexes_size(c.oid) as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and not relispartition order by pg_total_relation_size(c.oid) desc limit 20`);
  const { rows: parts } = await owner.query(`
    select 'tracking_event' as name, sum(reltuples)::bigint as rows, sum(pg_table_size(c.oid))::bigint as table,
      sum(pg_indexes_size(c.oid))::bigint as indexes from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tracking_event'::regclass`);
  return [...rows, ...parts].map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, key === 'name' ? value : Number(value)]),
    ),
  );
}

/** Large tables that a statement read as a whole, as the database itself counted. */
async function wholeReads(owner: pg.Client): Promise<object[]> {
  const { rows } = await owner.query(`
    select relname as name, seq_scan as scans, seq_tup_read as rows from pg_stat_user_tables
    where n_live_tup > 5000 and seq_scan > 0 order by seq_tup_read desc limit 20`);
  return rows.map((row) => ({ ...row, scans: Number(row.scans), rows: Number(row.rows) }));
}

/** A night: the business's day moves on by one, and everything that a day brings is done. Seconds. */
async function measureDailyRun(product: Product): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${product.origin}/api/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.255.255.255' },
    body: JSON.stringify({ days: 1 }),
  });
  if (!response.ok) throw new Error(`the night answered ${response.status}`);
  await response.arrayBuffer();
  return (performance.now() - started) / 1000;
}

/** Reads the whole ledger and every journal of it again. Seconds. */
function checkLedger({ dataDir }: DataFolder): number {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', 'apps/server/src/operations/main.ts', 'ledger', 'check'],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the ledger check: ${stdout}${stderr}`);
  return (performance.now() - started) / 1000;
}

function judgeCompleteness(): void {
  const known = new Set([...measuredCalls.map(({ call }) => call.name), ...Object.keys(notMeasured)]);
  const forgotten = everyCall.filter(({ name, caller }) => caller === 'borrower' && !known.has(name));
  if (forgotten.length > 0)
    throw new Error(`neither measured nor left out: ${forgotten.map(({ name }) => name).join(', ')}`);
}

judgeCompleteness();
try {
  const few = await open('small', small);
  const many = await open('large', wanted, values.books && resolve(root, values.books, 'large'));
  if (!values['only-fill']) await compare(few, many);
} finally {
  for (const owner of owners) await owner.end();
  await stopAll();
  for (const database of databases) await database.stop(true);
  for (const folder of folders) folder.remove();
}

/** Measures one book beside the other, and keeps what was found. */
async function compare(few: OpenedDatabase, many: OpenedDatabase): Promise<void> {
  await many.owner.query('select pg_stat_reset()');
  const rounds = new Map<string, Round[]>();
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    say(`round ${round} of ${values.rounds}`);
    for (const measured of measuredCalls) {
      const taken = await measure(few.book, many.book, measured, Number(values.samples));
      rounds.set(measured.call.name, [...(rounds.get(measured.call.name) ?? []), taken]);
    }
  }
  const calls = Object.fromEntries([...rounds].map(([name, all]) => [name, summary(all)]));
  for (const [name, { growth, refused }] of Object.entries(calls))
    judge(`${name} p99${refused ? ` (${refused} refused)` : ''}`, growth, { atMost: maxGrowth });
  const reads = await wholeReads(many.owner);
  await many.book.product.stop();
  await explainAll(many.owner);
  const explained = await startProduct(many.folder);
  const from = statSync(many.folder.databaseLog).size;
  for (const measured of measuredCalls)
    await measure(few.book, { ...many.book, product: explained }, measured, 1);
  const plans = plansIn(many.folder.databaseLog, from);
  // What is measured from here on connects without it.
  await many.owner.query('alter database hiram reset all');
  await explained.stop();
  const again = await startProduct(many.folder);
  const nights = { small: await measureDailyRun(few.book.product), large: await measureDailyRun(again) };
  await again.stop();
  const orders = { small: few.filled.orders, large: many.filled.orders };
  storeResults('size', {
    orders,
    events: { small: few.filled.events, large: many.filled.events },
    note: `Books in turns, ${values.samples} samples of each in each of ${values.rounds} rounds, the figures of all of them; the books in memory, but for the events; agreements are kept to ${keptOfAgreement} signs each.`,
    fillSeconds: many.filled.fillSeconds,
    calls,
    notMeasured,
    nightSeconds: nights,
    checkLedgerSeconds: checkLedger(many.folder),
    startMs: again.startMs,
    tables: await weigh(many.owner),
    wholeReads: reads,
    plans,
  });
  writeFileSync(new URL('../docs/pictures/size.svg', import.meta.url), picture(calls, orders));
}
