/**
 * `npm run bench -- size [--orders 1000000] [--events 50000000] [--samples 300] [--rounds 5] [--books
 * FOLDER]`: compares a book of that largeBook orders with one of ten thousand, both running: the time of each
 * call of a borrower, the sizes of the tables, the time of the daily run. The books consist of loans that the
 * server created, multiplied row by row with new ids. `--books`: the folder in which the large book is stored
 * and found by a later run.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type DataFolder, type Product, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { type Opened, type OpenedBook, openBook, say } from './rig/size/book.ts';
import { measuredCalls } from './rig/size/calls.ts';
import { maxAgreementLength } from './rig/size/clone.ts';
import { figures, measure, type Round } from './rig/size/measure.ts';
import { picture } from './rig/size/picture.ts';
import { sequentialScans, tableSizes } from './rig/size/table-figures.ts';

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
const largeSize = { orders: Number(values.orders), events: Number(values.events) };
const smallSize = { orders: 10_000, events: Math.ceil((largeSize.events * 10_000) / largeSize.orders) };
// Some actions are possible once per borrower, and the small book has 1500 borrowers for each of them.
if (Number(values.samples) * Number(values.rounds) > 1_500)
  throw new Error('--samples times --rounds must be at most 1500');
/** The maximum ratio of the large book's 99th percentile to the small book's. */
const maxGrowth = 1.5;
const root = fileURLToPath(new URL('..', import.meta.url));
const opened: Opened = { owners: [], databases: [], folders: [] };

/** The figures of all rounds together: the slowest answers of one round say more about the machine than about the book. */
function summary(rounds: readonly Round[]) {
  const small = figures(rounds.flatMap((round) => round.small));
  const large = figures(rounds.flatMap((round) => round.large));
  return {
    small,
    large,
    /** The ratio of the large book's 99th percentile to the small book's. */
    growth: large.p99 / small.p99,
    refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
    rounds: rounds.map((round) => ({ small: figures(round.small), large: figures(round.large) })),
  };
}

/** Moves the business day on by one, which runs all daily work. Returns the seconds. */
async function measureDailyRun(product: Product): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${product.origin}/api/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.255.255.255' },
    body: JSON.stringify({ days: 1 }),
  });
  if (!response.ok) throw new Error(`the daily run answered ${response.status}`);
  await response.arrayBuffer();
  return (performance.now() - started) / 1000;
}

/** Checks the whole ledger and every journal. Returns the seconds. */
function checkLedger({ dataDir }: DataFolder): number {
  const started = performance.now();
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', 'apps/server/src/operations/main.ts', 'ledger', 'check'],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir }, encoding: 'utf8' },
  );
  if (status !== 0) throw error ?? new Error(`the ledger check: ${stdout}${stderr}`);
  return (performance.now() - started) / 1000;
}

try {
  const smallBook = await openBook('small', smallSize, opened);
  const existing = values.books && resolve(root, values.books, 'large');
  const largeBook = await openBook('large', largeSize, opened, existing);
  if (!values['only-fill']) await compare(smallBook, largeBook);
} finally {
  for (const owner of opened.owners) await owner.end();
  await stopAll();
  for (const database of opened.databases) await database.stop(true);
  for (const folder of opened.folders) folder.remove();
}

/** Measures both books and stores the results. */
async function compare(smallBook: OpenedBook, largeBook: OpenedBook): Promise<void> {
  await largeBook.owner.query('select pg_stat_reset()');
  const rounds = new Map<string, Round[]>();
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    say(`round ${round} of ${values.rounds}`);
    for (const measured of measuredCalls) {
      const taken = await measure(smallBook.book, largeBook.book, measured, Number(values.samples));
      rounds.set(measured.call.name, [...(rounds.get(measured.call.name) ?? []), taken]);
    }
  }
  const calls = Object.fromEntries([...rounds].map(([name, all]) => [name, summary(all)]));
  for (const [name, { growth, refused }] of Object.entries(calls))
    judge(`${name} p99${refused ? ` (${refused} refused)` : ''}`, growth, { atMost: maxGrowth });
  const reads = await sequentialScans(largeBook.owner);
  await largeBook.book.product.stop();
  const again = await startProduct(largeBook.folder);
  const nights = {
    small: await measureDailyRun(smallBook.book.product),
    // A daily run that outlasts its connection must not lose the other figures.
    large: await measureDailyRun(again).catch((error: unknown) => String(error)),
  };
  await again.stop();
  const orders = { small: smallBook.filled.orders, large: largeBook.filled.orders };
  storeResults('size', {
    orders,
    events: { small: smallBook.filled.events, large: largeBook.filled.events },
    note: `The books alternate; ${values.samples} samples of each book in each of ${values.rounds} rounds, with the figures of all rounds together. The books are in memory except the events. Agreements are cut to ${maxAgreementLength} characters.`,
    fillSeconds: largeBook.filled.fillSeconds,
    calls,
    nightSeconds: nights,
    checkLedgerSeconds: checkLedger(largeBook.folder),
    startMs: again.startMs,
    tables: await tableSizes(largeBook.owner),
    wholeReads: reads,
  });
  writeFileSync(new URL('../docs/pictures/size.svg', import.meta.url), picture(calls, orders));
}
