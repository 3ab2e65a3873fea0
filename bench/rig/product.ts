import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Call, SentInput, WireOutput } from '@hiram/contract/call';
import type { Envelope } from '@hiram/contract/envelope';
import { asId, type OrderId, type ProductId } from '@hiram/contract/ids';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { embeddedFiles } from '@hiram/server/src/platform/database/embedded/embedded-files.ts';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';

/** A server as `npm start` runs it: its own process, and its own database on disk with durable writes. */
export interface Product {
  readonly origin: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first answer. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** Starts a server whose calls take `callMs` milliseconds more. */
export const startSlowProduct = (folder: DataFolder, callMs: number): Promise<Product> =>
  startProduct(folder, undefined, callMs);

export interface Borrower {
  readonly sessionId: string;
  readonly deviceId: string;
  readonly productId: ProductId;
  readonly orderId: OrderId;
}

export interface DataFolder {
  readonly dataDir: string;
  readonly socketDir: string;
  readonly databaseLog: string;
  /** Undefined while PostgreSQL does not run. */
  readonly postmasterPid: () => number | undefined;
  remove(): void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const startTimeoutMs = 60_000;

/**
 * Creates the data folder of a run, or uses `existing`, the folder of an earlier run. All users can enter it, because
 * PostgreSQL may have to run as another user.
 */
export function makeDataFolder(existing?: string): DataFolder {
  const dataDir = existing ?? mkdtempSync(join(tmpdir(), 'hiram-bench-'));
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const { data, socketDir } = embeddedFiles(dataDir);
  return {
    dataDir,
    socketDir,
    databaseLog: `${data}.log`,
    postmasterPid: () => postmasterPid(data),
    remove() {
      // PostgreSQL continues after a server that crashed. No other server will use it here.
      const pid = postmasterPid(data);
      if (pid !== undefined) process.kill(pid, 'SIGINT');
      for (const folder of [data, socketDir, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function postmasterPid(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

const running = new Set<Product>();

/** Stops every server that is still running, after a failed run. */
export async function stopAll(): Promise<void> {
  for (const product of running) await product.stop();
}

/** Starts a server and calls `first` until it succeeds. Each call takes `callMs` milliseconds more. Throws after a minute. */
export async function startProduct(
  { dataDir }: DataFolder,
  first: (origin: string) => Promise<unknown> = (origin) => fetch(`${origin}/health/ready`),
  callMs = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const logFile = join(dataDir, 'server.log');
  const log = openSync(logFile, 'w');
  // Behind one trusted proxy, as in production: each request names its phone's address.
  const env = {
    PATH: process.env.PATH,
    SANDBOX: '1',
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    BENCH_CALL_MS: String(callMs),
    ...settings,
  };
  const migration = ['apps/server/src/operations/main.ts', 'migrate'];
  execFileSync(process.execPath, migration, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const started = performance.now();
  const slow = callMs > 0 ? ['--import', './bench/rig/slow-calls.ts'] : [];
  const child = spawn(process.execPath, [...slow, 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', log, log],
    env,
  });
  closeSync(log);
  while (
    !(await first(origin).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - started > startTimeoutMs) {
      await end(child);
      throw new Error(`the server does not start: ${readFileSync(logFile, 'utf8')}`);
    }
    await pause(5);
  }
  const product: Product = {
    origin,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    async stop() {
      running.delete(product);
      await end(child, 'SIGTERM');
    },
  };
  running.add(product);
  return product;
}

export async function ask<C extends Call>(
  origin: string,
  call: C,
  input: SentInput<C>,
  {
    context = {},
    headers = {},
  }: {
    readonly context?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<WireOutput<C>> {
  const response = await fetch(`${origin}/api${call.path}?${new URLSearchParams(context)}`, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  });
  const envelope: Envelope<WireOutput<C>> = JSON.parse(await response.text());
  if (!envelope.success) throw new Error(`${call.name}: ${envelope.code} ${envelope.message}`);
  return envelope.data;
}

export async function makeBorrower(
  origin: string,
  state: SentInput<typeof sandboxBorrower>['state'],
  options: SentInput<typeof sandboxBorrower>['with'] = undefined,
): Promise<Borrower> {
  const deviceId = 'bench-phone';
  const made = await ask(
    origin,
    sandboxBorrower,
    { state, ...(options ? { with: options } : {}) },
    { context: { deviceId } },
  );
  return {
    sessionId: made.sessionId,
    deviceId,
    productId: made.productId,
    orderId: asId(made.orderId ?? ''),
  };
}
