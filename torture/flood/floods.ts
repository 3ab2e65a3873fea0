import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Call } from '@hiram/contract/call';
import { calls } from '@hiram/contract/calls';
import { loanDetails } from '@hiram/contract/order';
import { validShaped } from '@hiram/server/test/arbitrary-input.ts';
import { type Rich, richBorrower } from '@hiram/server/test/rich-borrower.ts';
import type { DemoBorrower, Hiram } from '@hiram/server/test/running-server.ts';
import { plausibleOf, wired } from '@hiram/server/test/wired.ts';
import fc from 'fast-check';
import { quantile } from '../../bench/rig/spread.ts';
import type { Called, CallerRequest, Calling } from './caller.ts';

const script = fileURLToPath(new URL('./caller.ts', import.meta.url));

/** What one caller may cost another: quality.md, 15. */
export const maxRatio = 2;
/** Differences below this are the machine's own. */
const noiseMs = 10;
const flooders = { connections: 24, seconds: 2.5 };

export interface Flooded {
  readonly what: string;
  /** The other call's 99th percentile in milliseconds: alone, while this is flooded, and alone again. */
  readonly quietMs: number;
  readonly floodedMs: number;
  readonly ratio: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly tries: number;
  readonly kept: boolean;
}

/** Runs a caller in a process of its own; a flooder steps aside where the machine itself is short of time. */
async function inProcess(calling: Calling, nice: number): Promise<Called> {
  const child = spawn(process.execPath, ['--conditions=source', script, JSON.stringify(calling)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, nice);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`a caller ended with ${String(code)}`);
  return JSON.parse(text);
}

async function bodyOf(
  body: ReturnType<typeof wired>['body'],
): Promise<{ body?: string; type?: Record<string, string> }> {
  if (body === undefined) return {};
  const response = new Response(body as ConstructorParameters<typeof Response>[0]);
  const type = response.headers.get('content-type');
  return {
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    ...(type === null ? {} : { type: { 'content-type': type } }),
  };
}

/** So many requests of a call as its own page sends them, mostly with ids that the caller really has. */
async function requestsOf(hiram: Hiram, call: Call, who: Rich, seed: number): Promise<CallerRequest[]> {
  const inputs = fc.sample(validShaped(call, plausibleOf(who)), { numRuns: 12, seed });
  return Promise.all(
    inputs.map(async (input) => {
      const sent = wired(hiram.server.house.mask, call, input, false);
      const query = new URLSearchParams({
        ...who.context,
        ...(typeof sent.query === 'object' ? sent.query : {}),
      });
      const { body, type } = await bodyOf(sent.body);
      return {
        method: call.method,
        path: `/api${call.path}?${query}`,
        headers: { ...type, ...sent.headers },
        ...(body === undefined ? {} : { body }),
      };
    }),
  );
}

const get = (path: string): CallerRequest => ({ method: 'GET', path, headers: {} });

/** Routes that are no calls: pictures, contracts, images, pages. */
function pages(who: Rich): { what: string; requests: CallerRequest[] }[] {
  const [html = '', pdf = ''] = [
    who.contracts.find((one) => one.includes('.html')),
    who.contracts.find((one) => one.includes('.pdf')),
  ];
  return [
    { what: 'GET a contract as PDF', requests: [get(pdf)] },
    { what: 'GET a contract', requests: [get(html)] },
    { what: 'GET a picture', requests: [get(who.picture)] },
    { what: 'GET a code’s image', requests: [get(who.codeImage)] },
    ...['/', '/login', '/order', '/promotion', '/policy', '/downloadTemplate', '/health', '/ready'].map(
      (path) => ({
        what: `GET ${path}`,
        requests: [get(path)],
      }),
    ),
  ];
}

const json = { 'content-type': 'application/json' };

/** The other caller: their order's page, over and over. */
function victim(hiram: Hiram, who: DemoBorrower, seconds: number): Calling {
  return {
    origin: hiram.origin,
    address: '127.0.0.1',
    connections: 2,
    seconds,
    pauseMs: 10,
    requests: [
      {
        method: 'POST',
        path: `/api${loanDetails.path}?${new URLSearchParams({ ...who.context })}`,
        headers: json,
        body: Buffer.from(JSON.stringify({ orderId: who.orderId })).toString('base64'),
      },
    ],
  };
}

const p99 = ({ ms }: Called) => quantile(ms, 0.99);

/**
 * Floods each endpoint alone, from an address and an account of its own, and says what that did to another caller's 99th
 * percentile, in the same minute. One that is above the limit is tried again, at most three times: the machine is shared.
 */
export async function floodEach(
  hiram: Hiram,
  { seed, only, say }: { seed: number; only: string | undefined; say: (line: string) => void },
): Promise<Flooded[]> {
  const other = await hiram.borrower({ state: '180' });
  const skipped = new Set(['sandboxSetClock', 'deleteAccount', 'signOut', 'logout']);
  const names = [...calls].filter(({ name }) => !skipped.has(name) && !name.startsWith('sandbox'));
  const who = await richBorrower(hiram, 'spec');
  const all: { what: string; requests: () => Promise<CallerRequest[]> }[] = [
    ...names.map((call) => ({ what: call.name, requests: () => requestsOf(hiram, call, who, seed) })),
    ...pages(who).map(({ what, requests }) => ({ what, requests: async () => requests })),
  ];
  const results: Flooded[] = [];
  let address = 0;
  await inProcess(victim(hiram, other, 1.5), 0);
  for (const { what, requests } of all.filter((one) => only === undefined || one.what.includes(only))) {
    const sent = await requests();
    let best: Flooded | undefined;
    for (let tries = 1; tries <= 3 && !best?.kept; tries += 1) {
      address += 1;
      const from = `127.${10 + Math.floor(address / 250)}.7.${1 + (address % 250)}`;
      const quiet = p99(await inProcess(victim(hiram, other, 1.5), 0));
      const flooding = inProcess(
        { origin: hiram.origin, address: from, requests: sent, pauseMs: 0, ...flooders },
        19,
      );
      const flooded = p99(await inProcess(victim(hiram, other, 1.5), 0));
      const { statuses } = await flooding;
      const ratio = flooded / quiet;
      const kept = ratio <= maxRatio || flooded - quiet <= noiseMs;
      if (!best || ratio < best.ratio)
        best = { what, quietMs: quiet, floodedMs: flooded, ratio, statuses, tries, kept };
    }
    if (!best) continue;
    results.push(best);
    const { kept, quietMs, floodedMs, ratio, statuses, tries } = best;
    say(
      `${kept ? 'kept  ' : 'MISSED'} ${what}: ${quietMs.toFixed(1)} → ${floodedMs.toFixed(1)} ms (×${ratio.toFixed(2)}, ${tries}) ${JSON.stringify(statuses)}`,
    );
  }
  return results;
}

/** Resident memory of this process in megabytes, at its highest. */
export function peakMb(): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}
