/**
 * `npm run bench -- server`: measures the server's rate of loan-details and compares it with a handler that
 * only runs the five statements of a simple order page; the time of one request, the time from start to the
 * first answer, and memory. Only rates of the same run are compared, because the speed of shared machines
 * varies.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loanDetails } from '@hiram/contract/order';
import { openPool } from '@hiram/server/src/platform/database/connection/connect.ts';
import { serverRole } from '@hiram/server/src/platform/database/embedded/embedded.ts';
import autocannon from 'autocannon';
import { fiveStatements, type Statement } from './rig/five-statements.ts';
import { memoryOf } from './rig/memory.ts';
import {
  ask,
  type Borrower,
  type DataFolder,
  makeBorrower,
  makeDataFolder,
  type Product,
  startProduct,
  stopAll,
} from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { quantile, show, spreadOf } from './rig/spread.ts';

const borrowerCount = 20;
const starts = 5;
const rounds = 5;
const secondsEach = 5;
const connections = 16;
const requestsAlone = 2_000;
/** The number of client addresses, because the server limits the calls of one address. */
const addresses = 500;

type Requests = Parameters<typeof autocannon>[0]['requests'];

function requestsOf(borrowers: readonly Borrower[]): Requests {
  return Array.from({ length: addresses }, (_, at) => {
    const { sessionId, deviceId, orderId, productId } = borrowers[at % borrowers.length] ?? {
      sessionId: '',
      deviceId: '',
      orderId: '',
      productId: '',
    };
    return {
      method: 'POST' as const,
      path: `/api${loanDetails.path}?${new URLSearchParams({ sessionId, deviceId, lang: 'en' })}`,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'x-session-id': sessionId,
        'x-device-id': deviceId,
        'x-forwarded-for': `10.0.${at >> 8}.${at & 255}`,
      },
      body: JSON.stringify({ productId, orderId }),
    };
  });
}

/** Starts the server several times on existing data, each time until a borrower's order is answered. */
async function measureStarts(
  folder: DataFolder,
  borrower: Borrower,
): Promise<{ product: Product; ms: number[] }> {
  const ms: number[] = [];
  for (;;) {
    const product = await startProduct(folder, (origin) =>
      ask(
        origin,
        loanDetails,
        { orderId: borrower.orderId },
        { context: { sessionId: borrower.sessionId, deviceId: borrower.deviceId } },
      ),
    );
    ms.push(product.startMs);
    if (ms.length === starts) return { product, ms };
    await product.stop();
  }
}

async function startBare(
  folder: DataFolder,
  byOrder: Readonly<Record<string, readonly Statement[]>>,
): Promise<{ origin: string; stop: () => void }> {
  const file = join(folder.dataDir, 'bare.json');
  const endpoint = { host: folder.socketDir, user: serverRole, database: 'hiram' };
  writeFileSync(file, JSON.stringify({ endpoint, byOrder }));
  const script = fileURLToPath(new URL('./rig/bare-handler.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=source', script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare handler ended with ${code}`)));
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  child.removeAllListeners('exit');
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

async function load(origin: string, requests: Requests, duration: number): Promise<Round> {
  const {
    errors,
    non2xx,
    requests: rate,
    latency,
  } = await autocannon({ url: origin, connections, duration, requests });
  if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} rejections from ${origin}`);
  return { perSecond: rate.average, p50: latency.p50, p99: latency.p99 };
}

/** The milliseconds of each answer when requests are sent one after the other over one connection. */
async function probe(origin: string, requests: Requests): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ms: number[] = [];
  for (let at = 0; at < requestsAlone; at += 1) {
    const request = requests[at % requests.length];
    if (!request) break;
    const begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const sent = httpRequest(
        origin + request.path,
        { method: request.method, headers: request.headers, agent },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve());
        },
      );
      sent.on('error', reject);
      sent.end(request.body);
    });
    ms.push(performance.now() - begun);
  }
  agent.destroy();
  return ms;
}

const folder = makeDataFolder();
try {
  const fresh = await startProduct(folder);
  const borrowers: Borrower[] = [];
  for (let count = 0; count < borrowerCount; count += 1)
    borrowers.push(await makeBorrower(fresh.origin, '170'));
  const [borrower] = borrowers;
  if (!borrower) throw new Error('no borrower');
  await fresh.stop();

  const { product, ms: startMs } = await measureStarts(folder, borrower);
  await pause(5_000);
  const memory = { server: memoryOf(product.pid), database: memoryOf(folder.postmasterPid() ?? 0, true) };
  const owner = openPool({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' }, 1);
  const byOrder: Record<string, readonly Statement[]> = {};
  for (const each of borrowers) byOrder[each.orderId] = await fiveStatements(owner, each);
  await owner.end();
  const bare = await startBare(folder, byOrder);
  const requests = requestsOf(borrowers);

  await load(product.origin, requests, 3);
  await load(bare.origin, requests, 3);
  const pairs: { server: Round; bare: Round; ratio: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sides = [product.origin, bare.origin];
    // The second one may find warmer caches, so the order alternates.
    const [first = '', second = ''] = round % 2 === 0 ? sides : sides.toReversed();
    const measured = new Map([[first, await load(first, requests, secondsEach)]]);
    measured.set(second, await load(second, requests, secondsEach));
    const [server, bareRound] = sides.map((origin) => measured.get(origin));
    if (server && bareRound)
      pairs.push({ server, bare: bareRound, ratio: server.perSecond / bareRound.perSecond });
  }
  const serverAlone = await probe(product.origin, requests);
  const bareAlone = await probe(bare.origin, requests);
  const loaded = memoryOf(product.pid);
  bare.stop();
  await product.stop();

  const ratio = spreadOf(pairs.map((pair) => pair.ratio));
  const start = spreadOf(startMs);
  console.log(`loan-details of a borrower at 170; ${connections} connections`);
  console.log(`                                       min   median      max`);
  console.log(
    `server, requests a second       ${show(spreadOf(pairs.map((pair) => pair.server.perSecond)))}`,
  );
  console.log(`bare SQL, requests a second     ${show(spreadOf(pairs.map((pair) => pair.bare.perSecond)))}`);
  console.log(`ratio                           ${show(ratio, 2)}`);
  console.log(`server, 99th percentile, ms     ${show(spreadOf(pairs.map((pair) => pair.server.p99)))}`);
  console.log(`bare SQL, 99th percentile, ms   ${show(spreadOf(pairs.map((pair) => pair.bare.p99)))}`);
  console.log(`start to first answer, ms       ${show(start)}`);
  const p99 = { server: quantile(serverAlone, 0.99), bare: quantile(bareAlone, 0.99) };
  const p50 = { server: quantile(serverAlone, 0.5), bare: quantile(bareAlone, 0.5) };
  console.log(`one at a time, ms: server p50 ${p50.server.toFixed(2)} p99 ${p99.server.toFixed(2)},`);
  console.log(`                   bare   p50 ${p50.bare.toFixed(2)} p99 ${p99.bare.toFixed(2)}`);
  console.log(
    `memory, MB: server ${memory.server.residentMb.toFixed(0)} at rest, ${loaded.residentMb.toFixed(0)} after the load; ` +
      `database ${memory.database.proportionalMb.toFixed(0)} at rest\n`,
  );
  judge('rate beside five bare statements', ratio.median, { atLeast: 1 });
  judge('one at a time, p99 beside five bare statements', p99.server / p99.bare, { atMost: 1.5 });
  judge('start to first answer, ms', start.median, { atMost: 3_000 });
  judge('server at rest, MB', memory.server.residentMb, { atMost: 250 });
  storeResults('server', {
    load: { connections, secondsEach, pairs, ratio },
    alone: { requests: requestsAlone, p50, p99 },
    startMs: { onNoData: fresh.startMs, onData: startMs },
    memory: { ...memory, serverAfterLoad: loaded },
  });
} finally {
  await stopAll();
  folder.remove();
}
