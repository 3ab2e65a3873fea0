/**
 * The pages on a slow phone in a slow network (360×640, 1.6 Mbps, 150 ms round trip, CPU four times slower, 300 ms more
 * for every call): first paint, largest paint, data, blocking time, layout shift; and what each weighs until its data show.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { confirmDetail } from '@hiram/contract/confirm';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { type Browser, chromium } from '@playwright/test';
import { startLatencyProxy } from './rig/latency-proxy.ts';
import { ask, type Borrower, makeBorrower, makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { show, spreadOf } from './rig/spread.ts';

const runs = 5;
const apiMs = 300;
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuRate = 4;
/** What is not settled by then counts as broken. */
const patienceMs = 20_000;
/** After the data: late shifts and tasks still count. */
const quietMs = 1_200;

const budgets = { fcp: 800, lcp: 1_900, tbt: 100, cls: 0.02 };
const weightBudgets = { script: 60_000, css: 8_000, html: 14_000 };

interface Watched {
  readonly firstPaint: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly lcpText: string;
  readonly shifts: readonly {
    readonly at: number;
    readonly value: number;
    readonly moved: readonly string[];
  }[];
  readonly tasks: readonly { readonly at: number; readonly ms: number }[];
  readonly data: number;
}

interface Run {
  /** Milliseconds from the start of the navigation. The first paint may be boxes alone; a contentful one has words or a picture. */
  readonly firstPaint: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly data: number;
  readonly tbt: number;
  readonly cls: number;
  readonly lcpText: string;
  readonly shifts: Watched['shifts'];
  readonly scripts: readonly string[];
}

interface Entry {
  readonly path: string;
  readonly borrower: Borrower;
  /** Words that only the call's answer brings. */
  readonly awaits: string;
}

const watcher = readFileSync(new URL('./rig/watch-paints.js', import.meta.url), 'utf8');
const assets = fileURLToPath(new URL('../apps/borrower/dist/assets', import.meta.url));

async function openBrowser(): Promise<Browser> {
  const executablePath =
    process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

async function entriesOf(origin: string): Promise<readonly Entry[]> {
  const ready = await makeBorrower(origin, 'ready');
  const running = await makeBorrower(origin, '170');
  const context = ({ sessionId, deviceId }: Borrower) => ({ sessionId, deviceId, lang: 'en' });
  const order = { productId: running.productId, orderId: running.orderId };
  const details = await ask(origin, loanDetails, order, { context: context(running) });
  const offer = await ask(origin, confirmDetail, { productId: ready.productId }, { context: context(ready) });
  const bill = await ask(origin, instalmentDetail, order, { context: context(running) });
  const home = await ask(origin, homeIndex, {}, { context: context(running) });
  return [
    { path: '/order', borrower: running, awaits: details.noticeStatusText },
    { path: '/loanConfirmPeriod', borrower: ready, awaits: offer.comProductName },
    { path: '/repay', borrower: running, awaits: bill.productName },
    { path: '/main', borrower: running, awaits: home.products[0]?.amountRange ?? '' },
  ];
}

function address(origin: string, { path, borrower }: Entry): string {
  const { orderId, ...known } = borrower;
  const query = { ...known, ...(orderId ? { orderId } : {}), lang: 'en' };
  return `${origin}${path}?${new URLSearchParams(query)}`;
}

/** One visit of somebody who was never here before: nothing is cached. */
async function visit(browser: Browser, origin: string, entry: Entry): Promise<Run> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    locale: 'en-PH',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowNetwork);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    const shown = Promise.withResolvers<void>();
    await page.exposeFunction('hiramShown', shown.resolve);
    await page.addInitScript(`window.hiramAwaits=${JSON.stringify(entry.awaits)};${watcher}`);
    const scripts: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.endsWith('.js') && !scripts.includes(path)) scripts.push(path);
    });
    await page.goto(address(origin, entry), { waitUntil: 'commit' });
    await Promise.race([shown.promise, pause(patienceMs, undefined, { ref: false })]);
    const untilData = [...scripts];
    await pause(quietMs);
    const watched = await page.evaluate<Watched>('window.hiramBench');
    if (watched.data === 0) {
      const found = await page.locator('#root').textContent();
      throw new Error(
        `${entry.path} never showed “${entry.awaits}” but “${found}”, after ${untilData.join(' ')}`,
      );
    }
    return { ...figures(watched), scripts: untilData };
  } finally {
    await context.close();
  }
}

function figures({ firstPaint, fcp, lcp, lcpText, data, shifts, tasks }: Watched): Omit<Run, 'scripts'> {
  const blocking = tasks.filter(({ at }) => at >= fcp).reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0);
  return { firstPaint, fcp, lcp, lcpText, data, tbt: blocking, cls: worstSession(shifts), shifts };
}

/** Layout shift as browsers count it: the worst burst of at most 5 s with pauses under 1 s. */
function worstSession(shifts: Watched['shifts']): number {
  let worst = 0;
  let burst = { from: 0, last: Number.NEGATIVE_INFINITY, sum: 0 };
  for (const { at, value } of shifts) {
    const goesOn = at - burst.last < 1_000 && at - burst.from < 5_000;
    burst = goesOn
      ? { from: burst.from, last: at, sum: burst.sum + value }
      : { from: at, last: at, sum: value };
    worst = Math.max(worst, burst.sum);
  }
  return worst;
}

/** Bytes after gzip -9 of every script fetched until the data show, of the inlined style, and of the whole document. */
async function weigh(origin: string, entry: Entry, scripts: readonly string[]): Promise<Weights> {
  const html = await (await fetch(address(origin, entry))).text();
  const gzip = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;
  const css = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('');
  const each = Object.fromEntries(
    scripts.map((path) => [path.slice(1), gzip(readFileSync(join(assets, path.replace('/assets/', ''))))]),
  );
  return {
    script: Object.values(each).reduce((sum, bytes) => sum + bytes, 0),
    css: gzip(css),
    html: gzip(html),
    each,
  };
}

interface Weights {
  readonly script: number;
  readonly css: number;
  readonly html: number;
  readonly each: Readonly<Record<string, number>>;
}

async function measure(browser: Browser, origin: string, slow: string, entry: Entry) {
  if (!entry.awaits) throw new Error(`${entry.path} has nothing to wait for`);
  // The first visit fills the server's caches and the browser's own.
  await visit(browser, slow, entry);
  const measured: Run[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await visit(browser, slow, entry));
  const over = (pick: (run: Run) => number) => spreadOf(measured.map(pick));
  const weights = await weigh(origin, entry, measured[0]?.scripts ?? []);
  const spread = {
    firstPaint: over((run) => run.firstPaint),
    fcp: over((run) => run.fcp),
    lcp: over((run) => run.lcp),
    data: over((run) => run.data),
    tbt: over((run) => run.tbt),
    cls: over((run) => run.cls),
  };
  console.log(`\n${entry.path}                          min   median      max`);
  console.log(`  first paint, ms               ${show(spread.firstPaint)}`);
  console.log(`  first contentful paint, ms    ${show(spread.fcp)}`);
  console.log(`  largest contentful paint, ms  ${show(spread.lcp)}   “${measured[0]?.lcpText}”`);
  console.log(`  data on the screen, ms        ${show(spread.data)}`);
  console.log(`  blocking time, ms             ${show(spread.tbt)}`);
  console.log(`  layout shift                  ${show(spread.cls, 3)}`);
  console.log(
    `  gzip: scripts ${weights.script} in ${Object.keys(weights.each).length} files, style ${weights.css}, document ${weights.html}`,
  );
  return { ...entry, spread, weights, runs: measured };
}

const folder = makeDataFolder();
const browser = await openBrowser();
try {
  const product = await startProduct(folder);
  const proxy = await startLatencyProxy(product.origin, apiMs);
  const pages: Awaited<ReturnType<typeof measure>>[] = [];
  for (const entry of await entriesOf(product.origin))
    pages.push(await measure(browser, product.origin, proxy.origin, entry));
  proxy.stop();
  console.log('');
  for (const { path, spread, weights } of pages) {
    judge(`${path} first contentful paint, ms`, spread.fcp.median, { atMost: budgets.fcp });
    judge(`${path} largest paint, ms`, spread.lcp.median, { atMost: budgets.lcp });
    judge(`${path} data on the screen, ms`, spread.data.median, { atMost: budgets.lcp });
    judge(`${path} blocking time, ms`, spread.tbt.median, { atMost: budgets.tbt });
    judge(`${path} layout shift`, spread.cls.median, { atMost: budgets.cls });
    judge(`${path} scripts, bytes`, weights.script, { atMost: weightBudgets.script });
    judge(`${path} style, bytes`, weights.css, { atMost: weightBudgets.css });
    judge(`${path} document, bytes`, weights.html, { atMost: weightBudgets.html });
  }
  storeResults('pages', {
    chromium: browser.version(),
    emulated: { ...slowNetwork, cpuRate, apiMs, viewport: '360×640' },
    pages: pages.map(({ path, awaits, spread, weights, runs: each }) => ({
      path,
      awaits,
      spread,
      weights,
      runs: each,
    })),
  });
} finally {
  await browser.close();
  await stopAll();
  folder.remove();
}
