import { readdirSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Call } from '@hiram/contract/call';
import { calls } from '@hiram/contract/calls';
import type { RichBorrower } from '@hiram/server/test/support/borrowers/rich-borrower.ts';
import { validShaped } from '@hiram/server/test/support/inputs/arbitrary-input.ts';
import type { Hiram } from '@hiram/server/test/support/processes/running-server.ts';
import { connectFakes, plausibleOf } from '@hiram/server/test/support/servers/connect-fakes.ts';
import fc from 'fast-check';
import type { CallerRequest } from './caller.ts';

async function bodyOf(
  body: ReturnType<typeof connectFakes>['body'],
): Promise<{ body?: string; type?: Record<string, string> }> {
  if (body === undefined) return {};
  const response = new Response(body as ConstructorParameters<typeof Response>[0]);
  const type = response.headers.get('content-type');
  return {
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    ...(type === null ? {} : { type: { 'content-type': type } }),
  };
}

/** Twelve requests of a call as its page sends them, mostly with the caller's own ids. */
async function requestsOf(
  hiram: Hiram,
  call: Call,
  borrower: RichBorrower,
  seed: number,
): Promise<CallerRequest[]> {
  const inputs = fc.sample(validShaped(call, plausibleOf(borrower)), { numRuns: 12, seed });
  return Promise.all(
    inputs.map(async (input) => {
      const sent = connectFakes(hiram.server.appContext.mask, call, input, false);
      const query = new URLSearchParams({
        ...borrower.context,
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

/** The largest asset of each type, which is the most expensive one to flood. */
function assets(): { what: string; requests: CallerRequest[] }[] {
  const folder = fileURLToPath(new URL('../../../apps/borrower/dist/assets/', import.meta.url));
  const names = readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name));
  const largest = new Map<string, { name: string; size: number }>();
  for (const name of names) {
    const kind = extname(name);
    const { size } = statSync(folder + name);
    if (size > (largest.get(kind)?.size ?? 0)) largest.set(kind, { name, size });
  }
  return [...largest].map(([kind, { name }]) => ({
    what: `GET an asset (${kind})`,
    requests: ['br', 'gzip', 'identity'].map((encoding) => ({
      ...get(`/assets/${name}`),
      headers: { 'accept-encoding': encoding },
    })),
  }));
}

/** The routes that are not calls: pictures, contracts, images, pages. */
function pages(borrower: RichBorrower): { what: string; requests: CallerRequest[] }[] {
  const [html = '', pdf = ''] = [
    borrower.contracts.find((contract) => contract.includes('.html')),
    borrower.contracts.find((contract) => contract.includes('.pdf')),
  ];
  return [
    { what: 'GET a contract as PDF', requests: [get(pdf)] },
    { what: 'GET a contract', requests: [get(html)] },
    { what: 'GET a picture', requests: [get(borrower.picture)] },
    { what: 'GET a code’s image', requests: [get(borrower.codeImage)] },
    ...[
      '/',
      '/login',
      '/order',
      '/promotion',
      '/policy',
      '/downloadTemplate',
      '/health/live',
      '/health/ready',
    ].map((path) => ({
      what: `GET ${path}`,
      requests: [get(path)],
    })),
    ...assets(),
  ];
}

/** An endpoint, and a function that creates the requests to flood it with. */
export interface Endpoint {
  readonly what: string;
  readonly requests: () => Promise<CallerRequest[]>;
}

export function endpointsOf(hiram: Hiram, borrower: RichBorrower, seed: number): Endpoint[] {
  const skipped = new Set(['sandboxSetClock', 'deleteAccount', 'signOut', 'logout']);
  const flooded = [...calls].filter(({ name }) => !skipped.has(name) && !name.startsWith('sandbox'));
  return [
    ...flooded.map((call) => ({ what: call.name, requests: () => requestsOf(hiram, call, borrower, seed) })),
    ...pages(borrower).map(({ what, requests }) => ({ what, requests: async () => requests })),
  ];
}
