/**
 * `npm run bench -- pages`: measures pages on a slow phone with a slow network (360×640, 1.6 Mbps, 150 ms round trip, a processor
 * four times slower, 300 ms more for every call): first paint, largest paint, data, blocking time, layout shift, and the bytes
 * of each page until its data are shown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { confirmDetail } from '@hiram/contract/confirm';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import type { Browser } from '@playwright/test';
import { startLatencyProxy } from './rig/latency-proxy.ts';
import { ask, type Borrower, makeBorrower, makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import {
  cpuRate,
  type Entry,
  newAddress,
  openBrowser,
  type Run,
  slowNetwork,
  visit,
} from './rig/slow-phone.ts';
import { show, spreadOf } from './rig/spread.ts';

const runs = 5;
const apiMs = 300;
const budgets = { fcp: 800, lcp: 1_900, tbt: 100, cls: 0.02 };
const weightBudgets = { script: 48_000, css: 8_000, html: 14_000 };
const assets = fileURLToPath(new URL('../apps/borrower/dist/assets', import.meta.url));

async function entriesOf(origin: string): Promise<readonly Entry[]> {
  const newReady = () => makeBorrower(origin, 'ready');
  const newRunning = () => makeBorrower(origin, '170');
  const [ready, running] = [await newReady(), await newRunning()];
  const context = ({ sessionId, deviceId }: Borrower) => ({ sessionId, deviceId, lang: 'en' });
  const order = { productId: running.productId, orderId: running.orderId };
  const details = await ask(origin, loanDetails, order, { context: context(running) });
  const offer = await ask(origin, confirmDetail, { productId: ready.productId }, { context: context(ready) });
  const bill = await ask(origin, instalmentDetail, order, { context: context(running) });
  const home = await ask(origin, homeIndex, {}, { context: context(running) });
  return [
    { path: '/order', newBorrower: newRunning, awaits: details.noticeStatusText },
    { path: '/loanConfirmPeriod', newBorrower: newReady, awaits: offer.comProductName },
    { path: '/repay', newBorrower: newRunning, awaits: bill.productName },
    { path: '/main', newBorrower: newRunning, awaits: home.products[0]?.amountRange ?? '' },
  ];
}

/** The bytes after gzip -9 of the scripts loaded until the data are shown, of the inlined styles, and of the document. */
async function weigh(origin: string, entry: Entry, scripts: readonly string[]): Promise<Weights> {
  const html = await (await fetch(await newAddress(origin, entry))).text();
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
  if (!entry.awaits) throw new Error(`${entry.path} has no text to wait for`);
  // A first visit fills the caches of the server and of the browser.
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
