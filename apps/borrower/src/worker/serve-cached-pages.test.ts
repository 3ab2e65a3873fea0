import { expect, test } from 'vitest';
import { maxWorkerAgeMs, workerCache } from '../app/page/cache-names.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';
import { maxNetworkWaitMs, serveCachedPages } from './serve-cached-pages.ts';

const origin = 'https://app.example';

/** Caches as a browser has them, by name. */
function makeCaches(): { caches: WorkerScope['caches']; stored: Map<string, Map<string, Response>> } {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return { put: async (key: string, response: Response) => void entries.set(key, response) };
  };
  const caches = {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (key: string) =>
      [...stored.values()].flatMap((entries) => entries.get(key)?.clone() ?? [])[0],
  };
  return { caches, stored };
}

type Network = () => Promise<Response>;
const online: Network = async () => new Response('new');
const broken: Network = () => Promise.reject(new TypeError('Failed to fetch'));
const silent: Network = () => new Promise(() => undefined);
const faulty: Network = async () => new Response('fault', { status: 503 });
const unknown: Network = async () => new Response('unknown', { status: 404 });

/** A worker that is `ageMs` old and has cached `/order` of the brand `ph` and a script. */
async function makeWorker(network: Network, ageMs = 0) {
  const { caches, stored } = makeCaches();
  const listeners: Record<string, (event: FetchEvent) => void> = {};
  const waits: number[] = [];
  const state = { isRegistered: true };
  serveCachedPages({
    caches,
    location: { origin },
    registration: {
      unregister: async () => {
        state.isRegistered = false;
        return true;
      },
    },
    fetch: network,
    setTimeout: (run: () => void, ms: number) => {
      waits.push(ms);
      setTimeout(run, 0);
    },
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listener: (event: FetchEvent) => void) => {
      listeners[type] = listener;
    },
  });
  const works: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void works.push(work);
  listeners.install?.({ waitUntil } as FetchEvent);
  await Promise.all(works);
  await (await caches.open(workerCache)).put('/installed', new Response(String(Date.now() - ageMs)));
  const build = await caches.open('hiram build');
  await build.put(`${origin}/order?appName=ph`, new Response('cached'));
  await build.put(`${origin}/assets/a.js`, new Response('script'));
  /** The worker's answer; undefined if it lets the request pass. */
  const answer = async (
    path: string,
    request: Partial<FetchEvent['request']> = {},
  ): Promise<string | undefined> => {
    let response: Promise<Response> | undefined;
    const passing = [online, broken].includes(network) ? works : [];
    listeners.fetch?.({
      request: { url: new URL(path, origin).href, method: 'GET', mode: 'navigate', ...request },
      waitUntil: (work: Promise<unknown>) => void passing.push(work),
      respondWith: (sent: Promise<Response>) => {
        response = sent;
      },
    });
    const text = await (await response)?.text();
    await Promise.all(works);
    return text;
  };
  return { answer, stored, state, waits };
}

const address = '/order?sessionId=s&orderId=1&appName=ph';

test.each<[string, Network, string]>([
  ['the server’s document while the network has one', online, 'new'],
  ['the cached one if the connection is broken', broken, 'cached'],
  ['the cached one if the network is silent', silent, 'cached'],
  ['the cached one for a fault of the server', faulty, 'cached'],
  ['the server’s answer to a page that is unknown', unknown, 'unknown'],
])('an opened page gets %s', async (_, network, expected) => {
  const { answer, waits } = await makeWorker(network);
  expect(await answer(address)).toBe(expected);
  expect(waits).toEqual([maxNetworkWaitMs]);
});

test('a page that is not cached fails as it would without the worker', async () => {
  const { answer } = await makeWorker(broken);
  await expect(answer('/order?sessionId=s&appName=id')).rejects.toThrow('Failed to fetch');
});

test('another page of the app without a connection is the page that says so [T2675]', async () => {
  const { answer, stored } = await makeWorker(broken);
  await expect(answer('/messages?appName=ph')).rejects.toThrow('Failed to fetch');
  stored.get('hiram build')?.set(`${origin}/error?appName=ph`, new Response('no connection'));
  for (const path of ['/messages?sessionId=s&appName=ph', '/login?appName=ph', '/repay?appName=ph&orderId=1'])
    expect(await answer(path)).toBe('no connection');
  await expect(answer('/messages?appName=id')).rejects.toThrow('Failed to fetch');
  expect(await (await makeWorker(faulty)).answer('/messages?appName=ph')).toBe('fault');
});

test('calls, visitors’ pages, tickets and other origins pass the worker [T665]', async () => {
  const { answer } = await makeWorker(broken);
  for (const path of [
    '/api/v3/loan-details/loan-details',
    '/promotion',
    '/',
    '/hiram-worker.js',
    `${address}&ticket=t`,
    'https://other.example/order?appName=ph',
    'https://other.example/assets/a.js',
  ])
    expect([path, await answer(path)]).toEqual([path, undefined]);
  expect(await answer(address, { method: 'POST' })).toBeUndefined();
  expect(await answer(address, { mode: 'cors' })).toBeUndefined();
});

test('a script is answered from what is cached, another one by the network', async () => {
  const { answer } = await makeWorker(online);
  expect(await answer('/assets/a.js', { mode: 'cors' })).toBe('script');
  expect(await answer('/assets/b.js', { mode: 'cors' })).toBe('new');
});

test('a worker that is too old opens no cached page, removes what is cached and ends itself [T666]', async () => {
  const { answer, stored, state } = await makeWorker(broken, maxWorkerAgeMs + 1_000);
  await expect(answer(address)).rejects.toThrow('Failed to fetch');
  await expect.poll(() => [stored.size, state.isRegistered]).toEqual([0, false]);
  const young = await makeWorker(broken, maxWorkerAgeMs - 60_000);
  expect(await young.answer(address)).toBe('cached');
  expect(young.state.isRegistered).toBe(true);
});
