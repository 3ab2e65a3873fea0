/**
 * `npm run bench -- pages [--rounds N] [--routes order,main]`: measures pages on a slow phone with a slow network (360×640,
 * 1.6 Mbps, 150 ms round trip, a processor four times slower, 300 ms more for every call): first paint, largest paint, data,
 * blocking time, layout shift, and the bytes of each page until its data are shown. Each round also measures the route's
 * floor: one document with the same content and without scripts, whose answer takes as long as a call.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { entriesOf } from './rig/entries.ts';
import { floorOf } from './rig/floor.ts';
import { type LatencyProxy, startLatencyProxy } from './rig/latency-proxy.ts';
import { makeDataFolder, startSlowProduct, stopAll } from './rig/product.ts';
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

const apiMs = 300;
const budgets = { ratio: 1.3, fcp: 350, interactive: 200, tbt: 50, cls: 0.001 };
const weightBudgets = { script: 40_000, css: 8_000, html: 14_000 };
const assets = fileURLToPath(new URL('../apps/borrower/dist/assets', import.meta.url));

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, routes: { type: 'string' } },
});
const rounds = Number(options.rounds);
const routes = options.routes?.split(',');

/**
 * The bytes after gzip -9 of the scripts that the page has when its data are shown, of the inlined styles,
 * and of the document.
 */
async function weigh(origin: string, entry: Entry, run: Run | undefined): Promise<Weights> {
  const html = await (await fetch(await newAddress(origin, entry))).text();
  const gzip = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;
  const css = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('');
  const each = Object.fromEntries(
    (run?.scripts ?? []).map((path) => [
      path.slice(1),
      gzip(readFileSync(join(assets, path.replace('/assets/', '')))),
    ]),
  );
  const brought = run?.brought ?? 0;
  return {
    script: Object.values(each).reduce((sum, bytes) => sum + bytes, brought),
    brought,
    css: gzip(css),
    html: gzip(html),
    each,
  };
}

interface Weights {
  readonly script: number;
  /** Of these, what the document brought. */
  readonly brought: number;
  readonly css: number;
  readonly html: number;
  readonly each: Readonly<Record<string, number>>;
}

/** Visits the route and its floor in turn, so that both meet the same load of the machine. */
async function measure(browser: Browser, origin: string, proxy: LatencyProxy, entry: Entry) {
  if (!entry.awaits) throw new Error(`${entry.path} has no text to wait for`);
  const floor = `/floor${entry.path}`;
  // Two first visits fill the caches of the server and of the browser.
  proxy.serveFloor(floor, await floorOf(browser, origin, entry));
  await visit(browser, proxy.origin, entry);
  const measured: Run[] = [];
  const floors: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await visit(browser, proxy.origin, entry, proxy.origin + floor));
    measured.push(await visit(browser, proxy.origin, entry));
  }
  const over = (pick: (run: Run) => number) => spreadOf(measured.map(pick));
  const weights = await weigh(origin, entry, measured[0]);
  const floorData = spreadOf(floors.map((run) => run.data));
  const spread = {
    firstPaint: over((run) => run.firstPaint),
    fcp: over((run) => run.fcp),
    lcp: over((run) => run.lcp),
    data: over((run) => run.data),
    interactive: over((run) => run.interactive),
    tbt: over((run) => run.tbt),
    cls: over((run) => run.cls),
  };
  const ratio = spread.data.median / floorData.median;
  console.log(`\n${entry.path}                          min   median      max`);
  console.log(`  first contentful paint, ms    ${show(spread.fcp)}`);
  console.log(`  largest contentful paint, ms  ${show(spread.lcp)}   “${measured[0]?.lcpText}”`);
  console.log(`  data on the screen, ms        ${show(spread.data)}   ${ratio.toFixed(2)} times the floor`);
  console.log(`  the floor’s data, ms          ${show(floorData)}`);
  console.log(`  interactive after data, ms    ${show(spread.interactive)}`);
  console.log(`  blocking time, ms             ${show(spread.tbt)}`);
  console.log(`  layout shift                  ${show(spread.cls, 3)}`);
  console.log(
    `  gzip: scripts ${weights.script}, ${weights.brought} of them with the document, style ${weights.css}, document ${weights.html}`,
  );
  return { ...entry, ratio, spread, floor: { spread: floorData, runs: floors }, weights, runs: measured };
}

const folder = makeDataFolder();
const browser = await openBrowser();
try {
  const product = await startSlowProduct(folder, apiMs);
  const proxy = await startLatencyProxy(product.origin, apiMs);
  const pages: Awaited<ReturnType<typeof measure>>[] = [];
  for (const entry of await entriesOf(product.origin))
    if (!routes || routes.includes(entry.path.slice(1)))
      pages.push(await measure(browser, product.origin, proxy, entry));
  proxy.stop();
  console.log('');
  for (const { path, ratio, spread, weights } of pages) {
    judge(`${path} data, times the floor`, ratio, { atMost: budgets.ratio });
    judge(`${path} first contentful paint, ms`, spread.fcp.median, { atMost: budgets.fcp });
    judge(`${path} interactive after data, ms`, spread.interactive.median, { atMost: budgets.interactive });
    judge(`${path} blocking time, ms`, spread.tbt.median, { atMost: budgets.tbt });
    judge(`${path} layout shift`, spread.cls.median, { atMost: budgets.cls });
    judge(`${path} scripts, bytes`, weights.script, { atMost: weightBudgets.script });
    judge(`${path} style, bytes`, weights.css, { atMost: weightBudgets.css });
    judge(`${path} document, bytes`, weights.html, { atMost: weightBudgets.html });
  }
  storeResults('pages', {
    chromium: browser.version(),
    emulated: { ...slowNetwork, cpuRate, apiMs, viewport: '360×640' },
    rounds,
    pages: pages.map(({ newBorrower: _, ...page }) => page),
  });
} finally {
  await browser.close();
  await stopAll();
  folder.remove();
}
