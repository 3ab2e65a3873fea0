import type { PagePlan } from '../../../start/page-plan.ts';
import {
  buildCache,
  documentKey,
  isOurCache,
  offlineKey,
  workerCache,
  workerUrl,
} from '../../app/page/cache-names.ts';
import { buildName } from '../../app/page/newer-build.ts';
import { settings } from '../../app/settings/settings.ts';

/** Milliseconds after which a cached document is fetched again: what it says of the brand may have changed. */
const freshMs = 86_400_000;

/**
 * Reports whether this browser can keep pages. Not without the document's cookie: a cached document sets
 * none. Not in a frame, whose page belongs to the site around it.
 */
function canCache(): boolean {
  return (
    settings.cachesPages === true &&
    isSecureContext &&
    'serviceWorker' in navigator &&
    'caches' in window &&
    crypto.subtle !== undefined &&
    window.parent === window &&
    /(?:^|; )(?:__Host-)?hiram_proven=1/.test(document.cookie)
  );
}

let registering: Promise<boolean> | undefined;

/** Registers the worker, once a page. Returns whether there is one: a web view may refuse it. */
export function hasWorker(): Promise<boolean> {
  registering =
    registering ??
    (canCache()
      ? navigator.serviceWorker.register(workerUrl, { updateViaCache: 'none' }).then(
          (registration) => registration !== undefined,
          () => false,
        )
      : Promise.resolve(false));
  return registering;
}

/** The files that a document fetches when it is opened: its scripts and the texts of one language. */
function filesOf(html: string, language: string): string[] {
  const scripts = html.match(/modulepreload" crossorigin href="\/assets\/[\w.-]+"/g) ?? [];
  const [, plan = '{}'] = /id="hiram-page">(.*?)<\/script>/.exec(html) ?? [];
  const { texts = {}, later = [] }: Partial<PagePlan> = JSON.parse(plan);
  return scripts
    .map((attribute) => attribute.split('"').slice(-2)[0] ?? '')
    .concat(texts[language] ?? [], later);
}

/** The scripts and styles that this page has loaded or that its document brought, also those of parts that it loads later. */
function loadedFiles(): string[] {
  const brought = Object.keys(window.hiramScripts ?? {}).map((name) => `/assets/${name}`);
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return addresses
    .filter(({ origin, pathname }) => origin === location.origin && /^\/assets\/.*\.(js|css)$/.test(pathname))
    .map(({ pathname }) => pathname)
    .concat(brought);
}

/**
 * The document of this address as anybody gets it, requested without cookies, session and ids; undefined
 * while the cached one is fresh.
 */
async function newDocument(cache: Cache, key: string): Promise<Response | undefined> {
  const cached = await cache.match(key, { ignoreVary: true });
  if (cached && Date.now() - Date.parse(cached.headers.get('date') ?? '') < freshMs) return undefined;
  const document = await fetch(key, { credentials: 'omit', cache: 'no-store' });
  return document.ok && !document.redirected ? document : undefined;
}

/**
 * Caches this page for a visit without a connection, its document and its files, and the page that says that there is
 * none. What is cached of another build is deleted afterwards: until then it is all that a cut line has, and Chromium
 * restores a cache that is deleted while its worker reads it.
 */
export async function cachePage(language: string): Promise<void> {
  if (!(await hasWorker())) return;
  const ownCache = buildCache(buildName());
  const cache = await caches.open(ownCache);
  for (const key of [documentKey(location.href), offlineKey(location.href)])
    if (key !== undefined) await cacheDocument(cache, key, language);
  for (const name of await caches.keys())
    if (isOurCache(name) && name !== ownCache && name !== workerCache) await caches.delete(name);
}

/** Caches the files before the document that needs them: the line may break between them. */
async function cacheDocument(cache: Cache, key: string, language: string): Promise<void> {
  const document = await newDocument(cache, key);
  const current = document?.clone() ?? (await cache.match(key, { ignoreVary: true }));
  if (!current) return;
  const files = filesOf(await current.text(), language).concat(loadedFiles());
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(Array.from(new Set(files)).filter((file) => cached.indexOf(file) < 0));
  if (document) await cache.put(key, document);
}

/** Removes the worker and the pages that it caches. */
export async function clearPageCache(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) if (isOurCache(name)) await caches.delete(name);
}
