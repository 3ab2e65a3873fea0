import { documentKey, maxWorkerAgeMs, offlineKey, workerCache } from '../app/page/cache-names.ts';
import { endWorker } from './end-worker.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';

/**
 * Milliseconds after which the cached document answers in place of a network that has not. A streamed document begins after
 * 0.2 s on a usual line and after 1 s on a bad one, and then has the newest figures in it: it is worth this wait.
 */
export const maxNetworkWaitMs = 1_500;

const installedAt = '/installed';
const assets = '/assets/';

/**
 * Serves a phone's cached pages: a document if the network has no answer, a script if it is cached. Another page of the app
 * whose connection is broken gets the page that says so. Everything else passes.
 */
export function serveCachedPages(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => event.waitUntil(install(scope)));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.resolve(scope.registration.navigationPreload?.enable())),
  );
  scope.addEventListener('fetch', (event) => {
    const { url, method, mode } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== scope.location.origin) return;
    if (pathname.slice(0, assets.length) === assets) {
      event.respondWith(cached(scope, url).then((asset) => asset ?? scope.fetch(event.request)));
      return;
    }
    const offline = mode === 'navigate' ? offlineKey(url) : undefined;
    if (offline === undefined) return;
    const network = fromNetwork(scope, event);
    const key = documentKey(url);
    const page = key === undefined ? network : openPage(scope, network, key);
    event.respondWith(
      page.catch(async (broken) => {
        const saysSo = await cachedPage(scope, offline);
        if (saysSo) return saysSo;
        throw broken;
      }),
    );
    event.waitUntil(endIfOld(scope));
  });
}

async function install(scope: WorkerScope): Promise<void> {
  const cache = await scope.caches.open(workerCache);
  await cache.put(installedAt, new Response(String(Date.now())));
  await scope.skipWaiting();
}

/** A response from the cache. It never depends on the request's headers: one kind of browser has asked for all of it. */
const cached = ({ caches }: WorkerScope, key: string) => caches.match(key, { ignoreVary: true });

function fromNetwork(scope: WorkerScope, event: FetchEvent): Promise<Response> {
  const network = (event.preloadResponse ?? Promise.resolve(undefined)).then(
    (preloaded) => preloaded ?? scope.fetch(event.request),
  );
  // A document that comes too late is still read: the browser would report a cancelled preload.
  event.waitUntil(network.catch(() => undefined));
  return network;
}

/** A cached document, unless it is too old. */
const cachedPage = async (scope: WorkerScope, key: string): Promise<Response | undefined> =>
  (await isOld(scope)) ? undefined : cached(scope, key);

/** The server's document, or the cached one if the network breaks, is silent for too long, or has only a fault of the server. */
async function openPage(scope: WorkerScope, network: Promise<Response>, key: string): Promise<Response> {
  const silence = new Promise<undefined>((resolve) => {
    scope.setTimeout(() => resolve(undefined), maxNetworkWaitMs);
  });
  const answer = await Promise.race([network, silence]).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return (await cachedPage(scope, key)) ?? network;
}

async function isOld(scope: WorkerScope): Promise<boolean> {
  const installed = await cached(scope, installedAt);
  const age = Date.now() - Number(installed ? await installed.text() : 0);
  return age < 0 || age > maxWorkerAgeMs;
}

async function endIfOld(scope: WorkerScope): Promise<void> {
  if (await isOld(scope)) await endWorker(scope);
}
