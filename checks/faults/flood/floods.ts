import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { loanDetails } from '@hiram/contract/order';
import { richBorrower } from '@hiram/server/test/support/borrowers/rich-borrower.ts';
import type { DemoBorrower, Hiram } from '@hiram/server/test/support/processes/running-server.ts';
import { quantile } from '../../../bench/rig/spread.ts';
import type { CallerFigures, CallerOptions } from './caller.ts';

export type { CallerOptions } from './caller.ts';

import { endpointsOf } from './endpoints.ts';

const script = fileURLToPath(new URL('./caller.ts', import.meta.url));

/** The maximum ratio of another caller's 99th percentile during a flood to the one without it. */
export const maxRatio = 2;
/** A smaller difference is noise of the machine. */
const noiseMs = 10;
/** The maximum growth of resident memory by a flood. A leak adds up to more. */
const maxGrowthMb = 64;
const connections = 24;

export interface FloodResult {
  readonly what: string;
  /** The other caller's 99th percentile in milliseconds: alone, and during the flood. */
  readonly quietMs: number;
  readonly floodedMs: number;
  readonly ratio: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly tries: number;
  /** The server's resident memory in megabytes, before the first flood of this endpoint and after the last one. */
  readonly beforeMb: number;
  readonly afterMb: number;
  readonly kept: boolean;
}

export interface FloodOptions {
  readonly seed: number;
  /** Only endpoints whose name contains this. */
  readonly only: string | undefined;
  /** Milliseconds of calls for one endpoint. The flood runs for half of them. */
  readonly ms: number;
  /** Called after each endpoint with its line and all results so far. */
  readonly report: (line: string, floods: readonly FloodResult[]) => void;
}

/**
 * Runs a caller in its own process with a scheduling priority. The flood has a low one: it may not use up the
 * machine's cores.
 */
export async function runCaller(options: CallerOptions, nice: number): Promise<CallerFigures> {
  const child = spawn(process.execPath, ['--conditions=source', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(options));
  if (child.pid !== undefined) setPriority(child.pid, nice);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`a caller ended with ${String(code)}`);
  return JSON.parse(text);
}

const json = { 'content-type': 'application/json' };

/** The other caller, who loads an order's page repeatedly. */
function otherCaller(hiram: Hiram, borrower: DemoBorrower, seconds: number): CallerOptions {
  return {
    origin: hiram.origin,
    address: '127.0.0.1',
    connections: 2,
    seconds,
    pauseMs: 10,
    requests: [
      {
        method: 'POST',
        path: `/api${loanDetails.path}?${new URLSearchParams({ ...borrower.context })}`,
        headers: json,
        body: Buffer.from(JSON.stringify({ orderId: borrower.orderId })).toString('base64'),
      },
    ],
  };
}

const p99 = ({ ms }: CallerFigures) => quantile(ms, 0.99);

/**
 * Floods the endpoints one after the other, each from a new address, and measures another caller's 99th percentile and the
 * server's memory. Because the machine is shared, an endpoint over a limit is measured up to three times; all repetitions
 * together are limited to a fifth of the number of endpoints.
 */
export async function floodEach(hiram: Hiram, options: FloodOptions): Promise<FloodResult[]> {
  const { seed, only, ms, report } = options;
  const other = await hiram.borrower({ state: '180' });
  const endpoints = endpointsOf(hiram, await richBorrower(hiram, 'spec'), seed).filter(
    ({ what }) => only === undefined || what.includes(only),
  );
  const results: FloodResult[] = [];
  let address = 0;
  let triesLeft = Math.ceil(endpoints.length / 5);
  await runCaller(otherCaller(hiram, other, ms / 4000), 0);
  for (const { what, requests } of endpoints) {
    const sent = await requests();
    const beforeMb = residentMb();
    let best: FloodResult | undefined;
    for (let tries = 1; tries <= 3 && !best?.kept && (tries === 1 || triesLeft-- > 0); tries += 1) {
      address += 1;
      const from = `127.${10 + Math.floor(address / 250)}.7.${1 + (address % 250)}`;
      const flood = { origin: hiram.origin, address: from, requests: sent, pauseMs: 0, connections };
      const found = await floodOnce(hiram, other, { ...flood, seconds: ms / 2000 });
      const afterMb = residentMb();
      const isKept = found.kept && afterMb - beforeMb <= maxGrowthMb;
      if (!best || isKept || found.ratio < best.ratio)
        best = { ...found, what, tries, beforeMb, afterMb, kept: isKept };
    }
    if (!best) continue;
    results.push(best);
    report(lineOf(best), results);
  }
  return results;
}

type FloodFigures = Pick<FloodResult, 'quietMs' | 'floodedMs' | 'ratio' | 'statuses' | 'kept'>;

/** Measures the other caller alone, then during the flood. */
async function floodOnce(hiram: Hiram, other: DemoBorrower, flood: CallerOptions): Promise<FloodFigures> {
  const seconds = flood.seconds * 0.6;
  const quietMs = p99(await runCaller(otherCaller(hiram, other, seconds), 0));
  const flooding = runCaller(flood, 19);
  const floodedMs = p99(await runCaller(otherCaller(hiram, other, seconds), 0));
  const { statuses } = await flooding;
  const ratio = floodedMs / quietMs;
  return { quietMs, floodedMs, ratio, statuses, kept: ratio <= maxRatio || floodedMs - quietMs <= noiseMs };
}

function lineOf({
  kept,
  what,
  quietMs,
  floodedMs,
  ratio,
  tries,
  beforeMb,
  afterMb,
  statuses,
}: FloodResult): string {
  const times = `${quietMs.toFixed(1)} → ${floodedMs.toFixed(1)} ms (×${ratio.toFixed(2)}, try ${tries})`;
  const memory = `${beforeMb} → ${afterMb} MB`;
  return `${kept ? 'kept  ' : 'MISSED'} ${what}: ${times}, ${memory} ${JSON.stringify(statuses)}`;
}

/** The resident memory of this process, in which the server runs, in megabytes. */
const residentMb = () => Math.round(process.memoryUsage.rss() / 2 ** 20);

/** The peak resident memory of this process in megabytes. */
export function peakMb(): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}
