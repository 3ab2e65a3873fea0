/**
 * At size: `npm run bench -- size --orders 1000000 --events 50000000`. A lender's book of that many orders beside one of ten
 * thousand, in the same run: how long each of a borrower's calls takes at either, what the tables weigh, how long a night's work is.
 * The book is made of loans that really came about, multiplied row by row with ids of their own.
 */

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  ask,
  type DataFolder,
  makeBorrower,
  makeDataFolder,
  type Product,
  startProduct,
  stopAll,
} from './rig/product.ts';
import { judge, keepResults } from './rig/results.ts';
import { borrowerCalls } from './rig/size/calls.ts';
import { fillEvents, keptOfAgreement, multiply, type Template } from './rig/size/clone.ts';
import { quantile } from './rig/spread.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '50000000' },
    samples: { type: 'string', default: '400' },
  },
});
const small = 10_000;
const [wanted, events, samples] = [Number(values.orders), Number(values.events), Number(values.samples)];
/** The greatest 99th percentile at size over that of the small book. */
const mostGrowth = 1.5;
const atOnce = 4;

interface Person {
  readonly template: Template;
  readonly orderId: string;
  readonly productId: string;
}

async function connect(folder: DataFolder): Promise<pg.Client> {
  const owner = new pg.Client({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' });
  await owner.connect();
  return owner;
}

/** Four kinds of people: one with a loan that is late, one that runs, one that is near, one whose loans are settled. */
async function makeTemplates(product: Product, owner: pg.Client): Promise<Person[]> {
  const people: Person[] = [];
  for (const state of ['180', '170', '174', '200'] as const) {
    const main = await makeBorrower(product.origin, state);
    const settled = [await makeBorrower(product.origin, '200'), await makeBorrower(product.origin, '200')];
    const orders = [main, ...settled].map((one) => one.orderId);
    const { rows } = await owner.query<{ id: string; borrower_id: string }>(
      'select id, borrower_id from loan_order where id = any($1)',
      [orders],
    );
    const borrowerIds = orders.map((id) => rows.find((row) => row.id === id)?.borrower_id ?? '');
    people.push({
      template: { name: state, borrowerIds, orders: orders.length },
      orderId: main.orderId,
      productId: main.productId,
    });
  }
  return people;
}

type Measured = Record<string, { p50: number; p99: number }>;

/** A single process refuses floods from one address: each person's phone has its own. */
const phoneOf = (n: number) => ({ 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` });

/** What `clone_id` makes in the database. */
function cloneId(old: string, n: number): string {
  const digest = createHash('md5').update(`${old}:${n}`).digest('hex');
  const hex = `${(1_700_000_000_000 + n * 100).toString(16).padStart(12, '0')}7${digest.slice(13, 16)}8${digest.slice(17, 32)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Each call for many people, drawn from all over the book, some at once. */
async function measure(product: Product, people: readonly Person[], copies: number): Promise<Measured> {
  const measured: Measured = {};
  for (const { call, input } of borrowerCalls) {
    const ms: number[] = [];
    let left = samples + 40;
    const one = async () => {
      while (left > 0) {
        left -= 1;
        const warm = left >= samples;
        const person = people[left % people.length];
        if (!person) return;
        const n = Math.floor(Math.random() * copies);
        const who = { orderId: cloneId(person.orderId, n), productId: person.productId };
        const context = { sessionId: `size-${person.template.name}-${n}`, deviceId: 'bench-phone' };
        const started = performance.now();
        await ask(product.origin, call, input(who), context, phoneOf(n)).catch((error: unknown) => {
          // A refusal is an answer: the book holds people in every state. A fault is none.
          if (!/: \d{5} /.test(String(error)) || /: (50000|50300|42900|40400|-2) /.test(String(error)))
            throw error;
        });
        if (!warm) ms.push(performance.now() - started);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    measured[call.name] = { p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
  }
  return measured;
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

/** The statements that read a whole table although it is a large one, as the database itself counted them. */
async function wholeReads(owner: pg.Client): Promise<object[]> {
  const { rows } = await owner.query(`
    select relname as name, seq_scan as scans, seq_tup_read as rows from pg_stat_user_tables
    where n_live_tup > 5000 and seq_scan > 0 order by seq_tup_read desc limit 20`);
  return rows.map((row) => ({ ...row, scans: Number(row.scans), rows: Number(row.rows) }));
}

/** A night: the business's day moves on by one, and everything that a day brings is done. */
async function night(product: Product): Promise<number> {
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

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const folder = makeDataFolder();
try {
  const product = await startProduct(folder);
  const owner = await connect(folder);
  const people = await makeTemplates(product, owner);
  const ordersOfAll = people.reduce((sum, one) => sum + one.template.orders, 0);
  // What was filled is on the disk, and nothing is still being written when it is measured.
  const settle = async () => {
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
  };
  const fill = async (from: number, to: number) => {
    for (const { template } of people) await multiply(owner, template, from, to - from, say);
    await settle();
  };
  const [few, many] = [Math.ceil(small / ordersOfAll), Math.ceil(wanted / ordersOfAll)];
  await fill(0, few);
  await measure(product, people, few);
  const before = await measure(product, people, few);
  const nightBefore = await night(product);
  say(`measured at ${few * ordersOfAll} orders`);
  const filling = performance.now();
  await fill(few, many);
  await fillEvents(owner, events, say);
  await settle();
  const fillSeconds = (performance.now() - filling) / 1000;
  await owner.query('select pg_stat_reset()');
  await measure(product, people, many);
  const after = await measure(product, people, many);
  const reads = await wholeReads(owner);
  const nightAfter = await night(product);
  await product.stop();
  const again = await startProduct(folder);
  const calls = Object.fromEntries(
    Object.entries(after).map(([name, { p50, p99 }]) => [
      name,
      { small: before[name], large: { p50, p99 }, growth: p99 / (before[name]?.p99 ?? p99) },
    ]),
  );
  for (const [name, { growth }] of Object.entries(calls))
    judge(`${name} p99`, growth, { atMost: mostGrowth });
  keepResults('size', {
    orders: { small: few * ordersOfAll, large: many * ordersOfAll },
    events,
    note: `agreements are kept to ${keptOfAgreement} signs each; each measurement follows a round of its own kind`,
    fillSeconds: Math.round(fillSeconds),
    calls,
    nightSeconds: { small: nightBefore, large: nightAfter },
    startMs: again.startMs,
    tables: await weigh(owner),
    wholeReads: reads,
  });
  writeFileSync(new URL('../docs/pictures/size.svg', import.meta.url), picture(calls, many * ordersOfAll));
  await owner.end();
} finally {
  await stopAll();
  folder.remove();
}

/** The 99th percentile of each call at either size, as bars side by side; readable on light and on dark. */
function picture(
  calls: Record<string, { small?: { p99: number }; large: { p99: number } }>,
  orders: number,
): string {
  const rows = Object.entries(calls).sort(([, a], [, b]) => b.large.p99 - a.large.p99);
  const most = Math.max(...rows.flatMap(([, { small: s, large }]) => [s?.p99 ?? 0, large.p99]));
  const [row, label, width] = [26, 170, 420];
  const bars = rows.map(([name, { small: s, large }], index) => {
    const y = 50 + index * row;
    const bar = (value: number, at: number, colour: string) =>
      `<rect x="${label}" y="${y + at}" width="${((value / most) * width).toFixed(1)}" height="9" rx="2" fill="${colour}"/>` +
      `<text x="${label + 6 + (value / most) * width}" y="${y + at + 8}" font-size="9" fill="#808890">${value.toFixed(1)}</text>`;
    return (
      `<text x="${label - 8}" y="${y + 13}" text-anchor="end" font-size="12" fill="#808890">${name}</text>` +
      bar(s?.p99 ?? 0, 0, '#8fb8a6') +
      bar(large.p99, 10, '#2f8f6b')
    );
  });
  const height = 70 + rows.length * row;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${label + width + 70} ${height}" font-family="system-ui, sans-serif">` +
    `<text x="12" y="24" font-size="14" fill="#808890">99th percentile in ms: light at ${small.toLocaleString('en')} orders, dark at ${orders.toLocaleString('en')}</text>` +
    `${bars.join('')}</svg>\n`
  );
}
