/**
 * The names under which the phone caches pages. The page writes them (`net/cache/page-cache.ts`), the worker
 * reads them (`worker/`).
 */

import { type Path, paths } from '../navigation/paths.ts';

/** The service worker's address. Its scope is the whole origin. */
export const workerUrl = '/hiram-worker.js';

/**
 * The routes whose documents are cached: what a borrower opens to look at the loan, a code that is paid where there is no signal,
 * and where to call. Not those that make codes, sign in, show legal texts or are opened by a payment provider.
 */
const cachedPaths: readonly Path[] = [
  paths.main,
  paths.product,
  paths.order,
  paths.loanDetail,
  paths.orderList,
  paths.customerService,
  paths.repaymentOfCode,
];

/** Every cache of ours begins with this. */
const prefix = 'hiram ';
export const isOurCache = (name: string): boolean => name.slice(0, prefix.length) === prefix;

/** The cache of one build of the web app: its documents and scripts. */
export const buildCache = (build: string): string => `${prefix}${build}`;

/** The cache of the worker's own state. */
export const workerCache = `${prefix}worker`;

/** Milliseconds. A worker ends itself at this age, with everything that is cached. The next page registers a new one. */
export const maxWorkerAgeMs = 7 * 86_400_000;

/**
 * The name of an address's document: its route and its brand, without session and ids. Undefined if the document of this
 * address is not cached. A ticket is exchanged with the server's document alone.
 */
export function documentKey(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address);
  if (cachedPaths.indexOf(pathname as Path) < 0 || searchParams.has('ticket')) return undefined;
  return keyAt(address, pathname);
}

/**
 * The name of the document that says that there is no connection, for an address of the app whose own document is not cached.
 * Undefined for any other address, and for a ticket.
 */
export function offlineKey(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address);
  if (!isRoute(pathname) || searchParams.has('ticket')) return undefined;
  return keyAt(address, paths.error);
}

/** Reports whether the web app has a screen for a path. */
export const isRoute = (pathname: string): boolean => Object.values<string>(paths).indexOf(pathname) >= 0;

function keyAt(address: string, pathname: string): string {
  const { origin, searchParams } = new URL(address);
  const brand = searchParams.get('appName');
  return `${origin}${pathname}${brand ? `?${new URLSearchParams({ appName: brand })}` : ''}`;
}
