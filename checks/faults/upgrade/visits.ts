import { sandboxBorrower } from '@hiram/contract/sandbox';
import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import { openBrowser } from '../../../bench/rig/slow-phone.ts';
import type { BackgroundTraffic } from '../cluster/run.ts';
import { Broken } from '../simulator/books.ts';
import { client } from '../simulator/client.ts';

/** The figures of a browser that loads pages one after the other. */
export interface VisitFigures {
  /** The number of loads by path. */
  readonly pages: Readonly<Record<string, number>>;
  /** The number of documents by `version of the document, server that sent it`. */
  readonly documents: Readonly<Record<string, number>>;
  readonly assets: number;
  /** The number of assets that only one version's build has, by `version, server that sent it`. */
  readonly assetsOfOne: Readonly<Record<string, number>>;
  /** The number of times that a page reloaded itself because one of its scripts did not load. */
  readonly reloads: number;
  readonly failed: 0;
  readonly longestMs: number;
}

/** The names of both versions' assets. */
export interface Builds {
  readonly former: ReadonlySet<string>;
  readonly newer: ReadonlySet<string>;
}

export interface Visits {
  /** Loads pages until it is stopped. Rejects with Broken when one fails. */
  start(): BackgroundTraffic;
  /** Opens /main of the former version's build and keeps it open. Throws Broken if only the newer one is sent. */
  openFormerPage(): Promise<OpenPage>;
  figures(): VisitFigures;
  close(): Promise<void>;
}

/** A page of the former build that stays open, with screens that it has not loaded yet. */
export interface OpenPage {
  /** Opens a screen whose script is not loaded yet. Returns how often the page reloaded itself. */
  openNextScreen(): Promise<number>;
}

/** The maximum time in milliseconds until a page shows its data, on a busy machine. */
const pageTimeoutMs = 30_000;

/** The pages, each with an element that shows that the page and its first call have loaded. */
const pages: readonly {
  readonly path: string;
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
}[] = [
  { path: '/login', shows: (page) => page.getByRole('button', { name: 'Sign in' }) },
  { path: '/main', shows: (page) => page.getByRole('link', { name: 'Settings' }) },
  { path: '/order', shows: (page) => page.getByText('Let’s get this sorted') },
  { path: '/', shows: (page) => page.locator('main img').first() },
  { path: '/repay', shows: (page) => page.getByText('Salapi Loan') },
  { path: '/calculator', shows: (page) => page.getByRole('button', { name: 'Calculate' }) },
];

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The only version whose build has an asset; undefined if both have it. */
function onlyIn(builds: Builds, name: string): 'former' | 'newer' | undefined {
  if (builds.former.has(name) === builds.newer.has(name)) return undefined;
  return builds.former.has(name) ? 'former' : 'newer';
}

/** Creates a borrower with a late loan. Returns a function that gives the address of a page for that borrower. */
async function createAddresses(origin: string): Promise<(path: string) => string> {
  const deviceId = `browser-${crypto.randomUUID()}`;
  const options = { state: '180', with: { kindTips: 0 } } as const;
  const { data } = await client({ origin: () => origin })(sandboxBorrower, options, { deviceId });
  const { sessionId, productId, orderId = '' } = data;
  const query = new URLSearchParams({ sessionId, deviceId, productId, orderId, lang: 'en' });
  return (path) => `${origin}${path}?${query}`;
}

interface Counts {
  readonly pages: Record<string, number>;
  readonly documents: Record<string, number>;
  readonly assetsOfOne: Record<string, number>;
  assets: number;
  reloads: number;
  longestMs: number;
}

function countAsset(counts: Counts, builds: Builds, response: Response): void {
  const name = assetName(response);
  if (name === undefined) return;
  counts.assets += 1;
  const version = onlyIn(builds, name);
  if (version) add(counts.assetsOfOne, `${version}, ${response.headers()['x-answered-by'] ?? 'balancer'}`);
}

const assetName = (response: Response) => /^\/assets\/([\w.-]+)$/.exec(new URL(response.url()).pathname)?.[1];

/** Loads a page without a cache and counts it. Throws Broken unless its data are shown, without a failed asset or script. */
async function load(
  context: BrowserContext,
  { path, shows }: (typeof pages)[number],
  url: string,
  { counts, builds }: { readonly counts: Counts; readonly builds: Builds },
): Promise<void> {
  const page = await context.newPage();
  const failures: string[] = [];
  let documents = 0;
  page.on('response', (response) => {
    countAsset(counts, builds, response);
    const name = assetName(response);
    if (name !== undefined && !response.ok()) failures.push(`${name} answered ${response.status()}`);
  });
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const began = performance.now();
    const answer = await page.goto(url, { timeout: pageTimeoutMs });
    await shows(page)
      .waitFor({ timeout: pageTimeoutMs })
      .catch(async () => failures.push(`it shows: ${await page.locator('body').innerText()}`));
    if (failures.length > 0) throw new Broken(`${path} in the browser: ${failures.join('; ')}`);
    counts.longestMs = Math.max(counts.longestMs, Math.round(performance.now() - began));
    counts.reloads += documents - 1;
    add(counts.pages, path);
    const version = await versionOf(page, builds);
    if (version) add(counts.documents, `${version}, ${answer?.headers()['x-answered-by'] ?? 'balancer'}`);
  } finally {
    await page.close();
  }
}

/** Starts a Chromium that loads pages through the load balancer. */
export async function startVisits(origin: string, builds: Builds): Promise<Visits> {
  const browser = await openBrowser();
  const counts: Counts = { pages: {}, documents: {}, assetsOfOne: {}, assets: 0, reloads: 0, longestMs: 0 };
  let stopped = false;
  async function loadAll(): Promise<void> {
    const context = await browser.newContext();
    const address = await createAddresses(origin);
    for (let round = 0; !stopped; round += 1) {
      const item = pages[round % pages.length];
      if (item) await load(context, item, address(item.path), { counts, builds });
    }
  }
  return {
    start() {
      const going = loadAll();
      const stop = () => {
        stopped = true;
        return going;
      };
      return { going, stop };
    },
    openFormerPage: () => openFormerPage(browser, origin, builds),
    figures: () => ({ ...counts, failed: 0 }),
    close: () => browser.close(),
  };
}

/** Reloads until the load balancer sends a document of the former build. */
async function openFormerPage(browser: Browser, origin: string, builds: Builds): Promise<OpenPage> {
  const address = await createAddresses(origin);
  const context = await browser.newContext();
  for (let tries = 0; tries < 20; tries += 1) {
    const page = await context.newPage();
    await page.goto(address('/main'), { timeout: pageTimeoutMs });
    await untilShown(page, page.getByRole('link', { name: 'Settings' }));
    if ((await versionOf(page, builds)) === 'former') return { openNextScreen: () => openNextScreen(page) };
    await page.close();
  }
  throw new Broken('the former version’s pages are never sent');
}

async function untilShown(page: Page, wanted: ReturnType<Page['locator']>): Promise<void> {
  await wanted.waitFor({ timeout: pageTimeoutMs }).catch(async () => {
    throw new Broken(`an open page at ${page.url()} shows: ${await page.locator('body').innerText()}`);
  });
}

/** The version whose build made the page: one of the scripts that start it is in that build alone. Undefined if none is. */
async function versionOf(page: Page, builds: Builds): Promise<'former' | 'newer' | undefined> {
  // A start script is in the document or a file of its own.
  const scripts = await page
    .locator('script[type=module]')
    .evaluateAll((all) => all.map((script) => `${script.getAttribute('src')} ${script.textContent}`));
  const names = [...scripts.join(' ').matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = '']) => name);
  return names.map((name) => onlyIn(builds, name)).find((version) => version !== undefined);
}

async function openNextScreen(page: Page): Promise<number> {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  await page.getByRole('link', { name: 'Settings' }).click();
  await untilShown(page, page.getByRole('button', { name: /^Sign out/ }).first());
  if (new URL(page.url()).pathname !== '/setting') throw new Broken(`the page is at ${page.url()}`);
  return documents;
}
