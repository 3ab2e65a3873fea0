import { existsSync } from 'node:fs';
import { sandboxBorrower } from '@hiram/contract/sandbox';
import { type Browser, type BrowserContext, chromium, type Page, type Response } from '@playwright/test';
import type { BackgroundTraffic } from '../cluster/run.ts';
import { Broken } from '../simulator/books.ts';
import { client } from '../simulator/client.ts';

/** What a browser met while it loaded pages one after the other. */
export interface VisitFigures {
  /** Loads by path. */
  readonly pages: Readonly<Record<string, number>>;
  /** Documents by `version of the document, server that sent it`. */
  readonly documents: Readonly<Record<string, number>>;
  readonly assets: number;
  /** Assets that are in one version's build alone, by `version, server that sent it`. */
  readonly assetsOfOne: Readonly<Record<string, number>>;
  /** How often a page was fetched afresh by itself, because a script of it did not come. */
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
  /** Loads pages until it is stopped; rejects with Broken as soon as one fails. */
  start(): BackgroundTraffic;
  /** Opens /main as the former version's build and leaves it open. Throws Broken where only the newer one comes. */
  openOfFormer(): Promise<OpenPage>;
  figures(): VisitFigures;
  close(): Promise<void>;
}

/** A page of the former build that stays open, with screens that it has not loaded yet. */
export interface OpenPage {
  /** Goes to a screen whose script was not loaded yet; answers how often the page was fetched afresh for it. */
  goOn(): Promise<number>;
}

/** Milliseconds until a page must show what it is about, on a machine that is loaded besides. */
const patienceMs = 30_000;

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Each page with what shows that it and its first call came. */
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

async function openBrowser(): Promise<Browser> {
  const executablePath =
    process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: browserArguments });
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The version whose build alone has an asset; undefined for one that both have. */
function onlyIn(builds: Builds, name: string): 'former' | 'newer' | undefined {
  if (builds.former.has(name) === builds.newer.has(name)) return undefined;
  return builds.former.has(name) ? 'former' : 'newer';
}

/** The address of a page for a new borrower with a late loan. */
async function addresses(origin: string): Promise<(path: string) => string> {
  const deviceId = `browser-${crypto.randomUUID()}`;
  const options = { state: '180', with: { kindTips: 0 } } as const;
  const { data } = await client({ origin: () => origin })(sandboxBorrower, options, { deviceId });
  const { sessionId, productId, orderId = '' } = data;
  const query = new URLSearchParams({ sessionId, deviceId, productId, orderId, lang: 'en' });
  return (path) => `${origin}${path}?${query}`;
}

/** A Chromium that loads pages through the load balancer, with nothing cached. */
export async function startVisits(origin: string, builds: Builds): Promise<Visits> {
  const browser = await openBrowser();
  const counts = {
    pages: {} as Record<string, number>,
    documents: {} as Record<string, number>,
    assetsOfOne: {} as Record<string, number>,
    assets: 0,
    reloads: 0,
    longestMs: 0,
  };
  let stopped = false;

  function asset(response: Response, failures: string[]): void {
    const [, name] = /^\/assets\/([\w.-]+)$/.exec(new URL(response.url()).pathname) ?? [];
    if (name === undefined) return;
    counts.assets += 1;
    if (!response.ok()) failures.push(`${name} answered ${response.status()}`);
    const only = onlyIn(builds, name);
    if (only) add(counts.assetsOfOne, `${only}, ${response.headers()['x-answered-by'] ?? 'balancer'}`);
  }

  /** Throws Broken unless the page shows what it is about, all its assets come and none of its scripts breaks. */
  async function load(context: BrowserContext, { path, shows }: (typeof pages)[number], url: string) {
    const page = await context.newPage();
    const failures: string[] = [];
    let documents = 0;
    page.on('response', (response) => asset(response, failures));
    page.on('pageerror', (error) => failures.push(String(error)));
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
    });
    try {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      const began = performance.now();
      const answer = await page.goto(url, { timeout: patienceMs });
      await shows(page)
        .waitFor({ timeout: patienceMs })
        .catch(async () => failures.push(`it shows: ${await page.locator('body').innerText()}`));
      if (failures.length > 0) throw new Broken(`${path} in the browser: ${failures.join('; ')}`);
      counts.longestMs = Math.max(counts.longestMs, Math.round(performance.now() - began));
      counts.reloads += documents - 1;
      add(counts.pages, path);
      const entry = await entryOf(page);
      const only = entry === undefined ? undefined : onlyIn(builds, entry);
      if (only) add(counts.documents, `${only}, ${answer?.headers()['x-answered-by'] ?? 'balancer'}`);
    } finally {
      await page.close();
    }
  }

  async function loadAll(): Promise<void> {
    const context = await browser.newContext();
    const address = await addresses(origin);
    for (let round = 0; !stopped; round += 1) {
      const item = pages[round % pages.length];
      if (item) await load(context, item, address(item.path));
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
    async openOfFormer() {
      const address = await addresses(origin);
      const context = await browser.newContext();
      for (let tries = 0; tries < 20; tries += 1) {
        const page = await context.newPage();
        await page.goto(address('/main'), { timeout: patienceMs });
        await untilShown(page, page.getByRole('link', { name: 'Settings' }));
        const entry = await entryOf(page);
        if (entry !== undefined && onlyIn(builds, entry) === 'former') return { goOn: () => goOn(page) };
        await page.close();
      }
      throw new Broken('the former version’s pages are never sent');
    },
    figures: () => ({ ...counts, failed: 0 }),
    close: () => browser.close(),
  };
}

async function untilShown(page: Page, wanted: ReturnType<Page['locator']>): Promise<void> {
  await wanted.waitFor({ timeout: patienceMs }).catch(async () => {
    throw new Broken(`an open page shows at ${page.url()}: ${await page.locator('body').innerText()}`);
  });
}

/** The file name of the script that a page started with. */
async function entryOf(page: Page): Promise<string | undefined> {
  const script = page.locator('script[type=module][src]');
  if ((await script.count()) === 0) return undefined;
  return (await script.first().getAttribute('src'))?.replace('/assets/', '');
}

async function goOn(page: Page): Promise<number> {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  await page.getByRole('link', { name: 'Settings' }).click();
  await untilShown(page, page.getByRole('button', { name: /^Sign out/ }).first());
  if (new URL(page.url()).pathname !== '/setting') throw new Broken(`it is at ${page.url()}`);
  return documents;
}
