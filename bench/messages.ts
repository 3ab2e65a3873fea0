/**
 * `npm run bench -- messages [--loans 100000] [--rate 30] [--pace 250]`: a strategy's step is due for many
 * late loans at once. Measures the time until every step is done, its message queued, and until every text is
 * with its provider at `pace` texts a second, borrowers' calls before, beside and after it, and the
 * collectors' list of so many loans. The late borrowers live where it is noon.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { listLateLoans } from '@hiram/contract/console/collections';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { loanDetails } from '@hiram/contract/order';
import autocannon from 'autocannon';
import pg from 'pg';
import { signIn } from './rig/console/staff.ts';
import { familyCpu } from './rig/cpu-seconds.ts';
import { makeBorrower, makeDataFolder, type Product, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { multiply, relaxDurability } from './rig/size/clone.ts';
import { quantile } from './rig/spread.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    loans: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '30' },
    pace: { type: 'string', default: '250' },
  },
});
const loans = Number(values.loans);
/** Borrowers' calls a second beside it. */
const rate = Number(values.rate);
/** The server's setting: texts a second. */
const pace = Number(values.pace);
const roundSeconds = 10;
const quietRounds = 3;
/** For a hundred thousand steps. */
const maxSeconds = 120;
/** Milliseconds that the provider of texts takes for an answer. */
const answerMs = 20;
const maxRatio = 1.1;

/** The provider of texts, in a thread of its own so that it does not wait for this one. */
function startTexts(): Promise<string> {
  const body = `const { createServer } = require('node:http'); const { parentPort } = require('node:worker_threads');
    createServer((request, reply) => { request.resume(); request.on('end', () => setTimeout(() => reply.end('{}'), ${answerMs})); })
      .listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port); });`;
  const worker = new Worker(body, { eval: true });
  worker.unref();
  return new Promise((resolve) => {
    worker.once('message', (port: number) => resolve(`http://127.0.0.1:${port}/`));
  });
}

const folder = makeDataFolder();
let owner: pg.Client | undefined;
try {
  const url = await startTexts();
  const sms = JSON.stringify({
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"to":"{{digits}}","text":"{{text}}","id":"{{reference}}"}',
  });
  const product = await startProduct(folder, undefined, 0, {
    SMS_REQUEST: sms,
    MESSAGES_PER_SECOND: String(pace),
  });
  owner = new pg.Client({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' });
  await owner.connect();
  const client = owner;
  const late = await makeBorrower(product.origin, '180');
  const reader = await makeBorrower(product.origin, '174');
  const { rows } = await client.query('select borrower_id from loan_order where id = $1', [late.orderId]);
  await liveAtNoon(client);
  // As a lender's late borrowers, they have had a message before: the tables are not empty when the server plans its statements.
  await setDue(client, 3);
  while (
    (await client.query(`select from notice where event like 'late 3 %' and state = 'sent'`)).rowCount === 0
  )
    await pause(200);
  await relaxDurability(client, true);
  // Nothing is due two days after a due date.
  await setDue(client, 2);
  const template = { name: 'late', borrowerIds: [String(rows[0]?.borrower_id)], orders: 1 };
  await multiply(client, template, { from: 0, copies: loans }, (line) => console.log(line));
  await relaxDurability(client, false);
  await client.query('vacuum analyze');
  await client.query('checkpoint');

  const requests = [
    {
      method: 'POST' as const,
      path: `/api${loanDetails.path}?${new URLSearchParams({ sessionId: reader.sessionId, deviceId: reader.deviceId, lang: 'en' })}`,
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ productId: reader.productId, orderId: reader.orderId }),
    },
  ].flatMap((request) =>
    Array.from({ length: 500 }, (_, at) => ({
      ...request,
      headers: { ...request.headers, 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` },
    })),
  );
  const round = async () => {
    const { latency, errors, non2xx } = await autocannon({
      url: product.origin,
      connections: 4,
      overallRate: rate,
      duration: roundSeconds,
      requests,
    });
    return { p50: latency.p50, p99: latency.p99, max: latency.max, errors: errors + non2xx };
  };
  const cpu = () => ({
    server: familyCpu(product.pid),
    database: familyCpu(folder.postmasterPid() ?? 0),
  });
  await round();
  const quiet = async () => {
    const measured = [];
    for (let at = 0; at < quietRounds; at += 1) measured.push(await round());
    return measured;
  };
  const progress = async () => {
    const { rows: counts } = await client.query<{ queued: number; sent: number; seconds: number }>(
      `select count(*)::int as queued, count(*) filter (where state = 'sent')::int as sent,
         coalesce(extract(epoch from now() - min(created_at)), 0)::float as seconds
       from notice where kind = 'late' and event like 'late 1 %'`,
    );
    return counts[0] ?? { queued: 0, sent: 0, seconds: 0 };
  };
  const before = await quiet();
  await setDue(client, 1);
  while ((await progress()).queued === 0) await pause(100);
  const cpuBefore = cpu();
  const started = performance.now();
  const samples: object[] = [];
  const beside = [];
  let queuedAfter = 0;
  let isSending = true;
  const watching = (async () => {
    while (isSending) {
      const { queued, sent, seconds } = await progress();
      samples.push({ seconds, queued, sent });
      if (queued >= loans && queuedAfter === 0) queuedAfter = seconds;
      isSending = sent < loans && performance.now() - started < 1_500_000;
      // Counting a hundred thousand rows takes time from what is measured.
      await pause(queuedAfter === 0 ? 2_000 : 5_000);
    }
  })();
  while (isSending) {
    const isQueueing = queuedAfter === 0;
    beside.push({ isQueueing, ...(await round()) });
  }
  await watching;
  const cpuAfter = cpu();
  const { rows: ends } = await client.query<{ seconds: number; sent: number; states: string }>(
    `select extract(epoch from max(d.ended_at) - min(n.created_at))::float as seconds, count(*)::int as sent
     from notice n join delivery d on d.borrower_id = n.borrower_id and d.notice_id = n.id and d.state = 'sent'
     where n.kind = 'late' and n.event like 'late 1 %'`,
  );
  const after = await quiet();
  const desk = await measureDesk(product);
  const [end] = ends;
  const p99 = (rounds: readonly { p99: number }[]) =>
    quantile(
      rounds.map((each) => each.p99),
      0.5,
    );
  const seconds = end?.seconds ?? Number.POSITIVE_INFINITY;
  const ratio = p99(beside) / p99([...before, ...after]);
  const cpuPerThousand = {
    server: ((cpuAfter.server - cpuBefore.server) / loans) * 1000,
    database: ((cpuAfter.database - cpuBefore.database) / loans) * 1000,
  };
  console.log(
    `${loans} messages: queued in ${queuedAfter} s, sent in ${seconds} s; CPU seconds a thousand:`,
    cpuPerThousand,
  );
  judge(`seconds until ${loans} steps are done`, queuedAfter, { atMost: (maxSeconds * loans) / 100_000 });
  // The setting is the most: a go begins a little after its pause, and after the calls in progress.
  judge(`seconds until ${loans} texts are sent`, seconds, { atMost: (loans / pace) * 1.25 });
  judge('p99 of borrowers’ calls beside it, as a multiple', ratio, { atMost: maxRatio });
  storeResults('messages', {
    loans,
    rate,
    pace,
    answerMs,
    queuedAfter,
    sentAfter: seconds,
    sent: end?.sent,
    ratio,
    cpuPerThousand,
    before,
    beside,
    after,
    desk,
    samples,
  });
} finally {
  await owner?.end();
  await stopAll();
  folder.remove();
}

/**
 * Milliseconds of the collectors' list of late loans with its queues, whole and of one queue. The first call
 * computes figures of loans that the scheduler did not come to.
 */
async function measureDesk(product: Product) {
  const collector = await signIn(product, 'collector', 'spec', '10.200.3');
  const timesOf = async (input: StaffInput<typeof listLateLoans>) => {
    const ms = [];
    for (let call = 0; call < 30; call += 1) {
      const started = performance.now();
      await collector.send(listLateLoans, input);
      ms.push(performance.now() - started);
    }
    return { p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
  };
  return { all: await timesOf({ whose: 'all' }), oneQueue: await timesOf({ whose: 'all', bucket: 'days1' }) };
}

/** Gives the late borrowers a zone in which it is noon now, so that the hours of law and brand are open. */
async function liveAtNoon(client: pg.Client): Promise<void> {
  const west = new Date().getUTCHours() - 12;
  const zone = `Etc/GMT${west < 0 ? '' : '+'}${west}`;
  await client.query(`insert into contact_zone values ('PH', $1)`, [zone]);
  await client.query(
    `update borrower set time_zone = $1 where id in (select borrower_id from loan_order where status = 'overdue')`,
    [zone],
  );
}

/** Makes the next repayment of all late loans due so many days ago, and the day's messages to be looked for again. */
async function setDue(client: pg.Client, days: number): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `update loan_order set next_due_on = (now() at time zone 'Asia/Manila')::date + (select offset_days from business_clock) - $1::int,
       next_status_check_on = null where status = 'overdue'`,
    [days],
  );
  await client.query('set session_replication_role = origin');
  await client.query(`delete from daily_run where name like 'messages %'`);
}
