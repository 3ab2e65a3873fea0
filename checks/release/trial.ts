import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { storedContracts } from '@hiram/contract/info';
import { loanDetails } from '@hiram/contract/order';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { sendTo } from '@hiram/server/test/support/inputs/send.ts';
import { end } from '@hiram/server/test/support/processes/end.ts';
import type { BarePlace } from './bare-place.ts';

const startDeadlineMs = 60_000;

export interface Trial {
  readonly place: string;
  readonly startMs: number;
  readonly residentMb: number;
  readonly version: string;
}

interface Run {
  readonly child: ChildProcess;
  /** All that it wrote so far. */
  output(): string;
}

function start(place: BarePlace, program: string, args: string[], env: Record<string, string>): Run {
  const { file, args: all } = place.command(program, args);
  const child = spawn(file, all, { ...place.options, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return { child, output: () => text };
}

/** Runs one command to its end. Throws unless it ends with 0. */
async function complete(place: BarePlace, args: string[], env: Record<string, string>): Promise<string> {
  const { child, output } = start(place, 'bin/hiram', args, env);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`hiram ${args.join(' ')} ended with ${code}: ${output()}`);
  return output();
}

async function ready({ child, output }: Run, origin: string): Promise<void> {
  const deadline = performance.now() + startDeadlineMs;
  for (;;) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`the server did not start: ${output()}`);
    await pause(50);
  }
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the release does not answer as it must: ${what}`);
}

/** Uses what only works if nothing is missing: pages, calls, a contract's PDF in its thread, the console, a command. */
async function use(origin: string, consoleOrigin: string): Promise<void> {
  const send = sendTo(origin);
  const { data } = await send(sandboxBorrower, { state: '170' });
  const context = { sessionId: data.sessionId, deviceId: 'device-1' };
  const order = await send(loanDetails, { orderId: data.orderId }, context);
  demand(order.success, `the order: ${JSON.stringify(order).slice(0, 300)}`);
  const contracts = await send(storedContracts, { orderId: data.orderId }, context);
  const url = contracts.data.list[0]?.pdfUrl ?? '';
  const pdf = await fetch(new URL(url, origin));
  demand(pdf.status === 200 && pdf.headers.get('content-type') === 'application/pdf', `the PDF ${url}`);
  const page = await (await fetch(`${origin}/main`)).text();
  const scripts = new Set(page.match(/\/assets\/[\w.-]+\.js/g));
  demand(scripts.size > 0, 'a page that names its scripts');
  for (const script of scripts)
    demand((await fetch(`${origin}${script}`)).status === 200, `the web app’s script ${script}`);
  demand((await fetch(`${origin}/host`)).status === 200, 'the simulated host');
  const console = await (await fetch(`${consoleOrigin}/`)).text();
  demand(/\/assets\/[^"]+\.js/.test(console), 'the console');
}

/** Starts the release in a place against a database, uses it, and runs a command beside it. */
export async function tryRelease(place: BarePlace, database: string, ports: readonly [number, number]) {
  const addressOf = (login: string) =>
    `postgres://${login}@/${database}?host=${encodeURIComponent(place.socketDir)}`;
  const env = {
    DATABASE_URL: addressOf('hiram_app'),
    SANDBOX: '1',
    PORT: String(ports[0]),
    CONSOLE_PORT: String(ports[1]),
    CONSOLE_URL: `http://localhost:${ports[1]}`,
    DATA_DIR: `${place.folder}-data`,
    DATA_KEY: 'ab'.repeat(32),
  };
  const origin = `http://127.0.0.1:${ports[0]}`;
  const owners = { ...env, DATABASE_OWNER_URL: addressOf('hiram_owner') };
  await complete(place, ['migrate'], owners);
  const began = performance.now();
  const server = start(place, 'bin/hiram-server', [], env);
  try {
    await ready(server, origin);
    const startMs = Math.round(performance.now() - began);
    await use(origin, `http://localhost:${ports[1]}`);
    const health = (await (await fetch(`${origin}/health`)).json()) as { version: string; commit: string };
    demand(/^[0-9a-f]{40}$/.test(health.commit), `/health: ${JSON.stringify(health)}`);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    demand(metrics.includes(`hiram_build_info{version="${health.version}"`), 'hiram_build_info');
    demand(server.output().includes(`"version":"${health.version}"`), 'the log’s version');
    demand((await complete(place, ['--version'], env)).includes(health.version), '--version');
    const books = JSON.parse(await complete(place, ['ledger', 'check', '--json'], owners)) as {
      whole: boolean;
    };
    demand(books.whole, 'ledger check');
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    const residentMb = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    return { place: place.name, startMs, residentMb, version: health.version } satisfies Trial;
  } finally {
    await end(server.child, 'SIGTERM');
  }
}
