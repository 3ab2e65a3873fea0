/**
 * `npm run bench -- loan-life [--copies 10000]`: counts the statements of one loan's whole life by step, then multiplies that
 * loan, archives all copies and compares the space that their events and books take, and the time to read one.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bindCardFromOrder } from '@hiram/contract/bank';
import type { Call, SentInput, WireOutput } from '@hiram/contract/call';
import { confirmDetail, loanPush } from '@hiram/contract/confirm';
import { asId, type OrderId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay, sandboxSetClock } from '@hiram/contract/sandbox';
import pg from 'pg';
import { ask, makeBorrower, makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { storeResults } from './rig/results.ts';
import { cloneId, multiply } from './rig/size/clone.ts';
import { spreadOf } from './rig/spread.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: { copies: { type: 'string', default: '10000' } },
});
const copies = Number(values.copies);
/** A job that a step enqueued has begun and ended after this long. */
const quietMs = 2_000;
/** The scheduler runs beside some steps, so each step counts with the least of several lives. */
const lives = 3;
const repayments = 3;
const daysOfPeriod = 30;
const readSamples = 300;
const archiveBatch = 200;
const bookTables = ['loan_event', 'journal', 'journal_line', 'archived_loan'];

const folder = makeDataFolder();
let owner: pg.Client | undefined;
try {
  const { origin } = await startProduct(folder);
  owner = new pg.Client({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' });
  await owner.connect();
  const lived = [];
  for (let life = 0; life < lives; life += 1) lived.push(await liveOnce(origin, owner));
  const archive = await archiveCopies(owner, lived[0]?.borrowerId ?? '');
  storeResults('loan-life', { statements: leastOf(lived.map(({ steps }) => steps)), archive });
} finally {
  await owner?.end();
  await stopAll();
  folder.remove();
}

interface Counted {
  readonly step: string;
  /** Statements of calls and jobs, without begin, commit and settings. */
  readonly statements: number;
  readonly transactions: number;
  /** Statements of the job queue: it stores, fetches and ends jobs. */
  readonly queue: number;
}

/** Statements in the database's log since a place in it. */
function countIn(log: string): Omit<Counted, 'step'> {
  // A statement may have several lines.
  const lines = log.split(/\n(?=[^|\n]*\|[A-Z]+: )/).flatMap((entry) => {
    const [, application, text] =
      /^([^|]*)\|LOG: {2}(?:execute [^:]*|statement): ([\s\S]*)$/.exec(entry) ?? [];
    return application === undefined || text === undefined ? [] : [{ application, text: text.toLowerCase() }];
  });
  const served = lines.filter(({ application }) => application === 'hiram');
  const isBoundary = (text: string) => /^\s*(begin|start|commit|rollback|set |select set_config)/.test(text);
  const isQueue = (text: string) => /\bjobs\./.test(text);
  return {
    statements: served.filter(({ text }) => !isBoundary(text) && !isQueue(text)).length,
    transactions: served.filter(({ text }) => /^\s*(begin|start)/.test(text)).length,
    queue: lines.filter(({ text }) => isQueue(text)).length,
  };
}

type Count = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;

/** Returns a function that counts the statements of a step and its jobs, and the counted steps. */
async function startCounting(
  read: () => string,
): Promise<{ readonly steps: readonly Counted[]; readonly count: Count }> {
  const idleFrom = read().length;
  await pause(quietMs);
  const idle = countIn(read().slice(idleFrom));
  const steps: Counted[] = [];
  const count: Count = async (step, work) => {
    const from = read().length;
    const started = performance.now();
    const result = await work();
    await pause(quietMs);
    const share = (performance.now() - started) / quietMs;
    const { statements: all, transactions, queue } = countIn(read().slice(from));
    steps.push({
      step,
      statements: Math.max(0, Math.round(all - idle.statements * share)),
      transactions: Math.max(0, Math.round(transactions - idle.transactions * share)),
      queue: Math.max(0, Math.round(queue - idle.queue * share)),
    });
    return result;
  };
  return { steps, count };
}

/** Takes one borrower through a loan and into the next, and counts each step's statements, with its jobs. */
async function liveOnce(origin: string, client: pg.Client) {
  for (const [name, value] of Object.entries({ log_statement: 'all', log_line_prefix: '%a|' }))
    await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  const person = await makeBorrower(origin, 'ready');
  const context = { sessionId: person.sessionId, deviceId: person.deviceId };
  const send = <C extends Call>(call: C, input: SentInput<C>): Promise<WireOutput<C>> =>
    ask(origin, call, input, { context, headers: { 'idempotency-key': randomUUID() } });
  await pause(quietMs);
  const read = () => readFileSync(folder.databaseLog, 'utf8');
  const { steps, count } = await startCounting(read);
  const apply = async (name: string): Promise<OrderId> => {
    const { productId } = person;
    const offer = await count(`${name}: offer`, () => send(confirmDetail, { productId }));
    const { amount, periods } = offer;
    const pushed = await count(`${name}: confirm, decide`, () =>
      send(loanPush, { productId, amount, periods, termUnit: 'day' }),
    );
    return asId(new URL(pushed.lendDetailsUrl, origin).searchParams.get('orderId') ?? '');
  };
  const orderId = await apply('apply');
  const account = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09171234567',
    holderName: 'Maria Santos',
  };
  await count('order page', () => send(loanDetails, { orderId }));
  await count('bind an account', () => send(bindCardFromOrder, { ...account, product_id: person.productId }));
  await count('withdraw, pay out', () => send(withdraw, { orderId }));
  for (let number = 1; number <= repayments + 1; number += 1) {
    // Each instalment on its day; the day's work is not counted here.
    await ask(origin, sandboxSetClock, { days: daysOfPeriod });
    await pause(quietMs);
    const bill = await count(`repayment ${number}: amount`, () => send(instalmentDetail, { orderId }));
    const amount = bill.repayAmount;
    const code = await count(`repayment ${number}: code`, () =>
      send(payCode, { orderId, amount, channelNumber: '10001' }),
    );
    const text = new URL(code.payUrl, origin).searchParams.get('payCode') ?? '';
    await count(`repayment ${number}: payment${number > repayments ? ', settled' : ''}`, () =>
      send(sandboxPay, { payCode: text }),
    );
  }
  await apply('borrow again');
  for (const name of ['log_statement', 'log_line_prefix']) await client.query(`alter system reset ${name}`);
  await client.query('select pg_reload_conf()');
  const { rows } = await client.query<{ borrower_id: string }>(
    'select borrower_id from loan_order where id = $1 and status = $2',
    [orderId, 'settled'],
  );
  return { borrowerId: rows[0]?.borrower_id ?? '', steps };
}

function leastOf(counted: readonly (readonly Counted[])[]) {
  const [first = []] = counted;
  const steps = first.map(({ step }, at): Counted => {
    const same = counted.flatMap((life) => life[at] ?? []);
    const least = (key: 'statements' | 'transactions' | 'queue') => Math.min(...same.map((row) => row[key]));
    return {
      step,
      statements: least('statements'),
      transactions: least('transactions'),
      queue: least('queue'),
    };
  });
  const sum = (key: 'statements' | 'transactions' | 'queue') =>
    steps.reduce((total, row) => total + row[key], 0);
  return {
    note: `Brand spec, per period: ${repayments + 1} payments settle the loan. The least of ${lives} lives, with jobs, without idle polling.`,
    steps,
    total: { statements: sum('statements'), transactions: sum('transactions'), queue: sum('queue') },
  };
}

/** Bytes of the tables of the books, with indexes and without free space. */
async function bytesOf(client: pg.Client): Promise<Readonly<Record<string, number>>> {
  await client.query(`vacuum full ${bookTables.join(', ')}`);
  const { rows } = await client.query<{ name: string; bytes: string }>(
    'select name, pg_total_relation_size(name::regclass) as bytes from unnest($1::text[]) as name',
    [bookTables],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function archiveCopies(client: pg.Client, borrowerId: string) {
  const template = { name: 'life', borrowerIds: [borrowerId], orders: 2 };
  await multiply(client, template, { from: 0, copies }, () => undefined);
  await client.query('update task set closed_at = now() where closed_at is null');
  await client.query('update business_clock set offset_days = 3000');
  const orders = await client.query<{ id: string }>(
    `select id from loan_order where status = 'settled' and borrower_id = $1`,
    [borrowerId],
  );
  const orderId = orders.rows[0]?.id ?? '';
  const before = await bytesOf(client);
  const liveMs = await readTimes(client, borrowerId, orderId);
  const started = performance.now();
  let archived = 0;
  for (;;) {
    const { rows } = await client.query<{ loans: number }>(
      `select archive_loans('spec', '9999-01-01', ${archiveBatch}) as loans`,
    );
    archived += rows[0]?.loans ?? 0;
    if ((rows[0]?.loans ?? 0) < archiveBatch) break;
  }
  const seconds = (performance.now() - started) / 1000;
  if (archived < copies) throw new Error(`only ${archived} of ${copies} loans were archived`);
  const after = await bytesOf(client);
  const archivedMs = await readTimes(client, borrowerId, orderId);
  const total = (bytes: Record<string, number>) => Object.values(bytes).reduce((sum, size) => sum + size, 0);
  return {
    loans: archived,
    loansPerSecond: archived / seconds,
    bytesPerLoan: { before: total(before) / archived, after: total(after) / archived },
    before,
    after,
    readMs: { live: liveMs, archived: archivedMs },
  };
}

/** Milliseconds to read the events and lines of one loan. */
async function readTimes(client: pg.Client, borrowerId: string, orderId: string) {
  const times: number[] = [];
  for (let sample = 0; sample < readSamples; sample += 1) {
    const keys = [cloneId(borrowerId, sample % copies), cloneId(orderId, sample % copies)];
    const started = performance.now();
    const events = await client.query(
      'select * from every_loan_event where borrower_id = $1 and order_id = $2',
      keys,
    );
    const lines = await client.query(
      'select * from every_journal_line where borrower_id = $1 and order_id = $2',
      keys,
    );
    times.push(performance.now() - started);
    if (events.rows.length === 0 || lines.rows.length === 0)
      throw new Error('a loan without events or lines');
  }
  return spreadOf(times);
}
