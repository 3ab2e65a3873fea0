/**
 * `npm run bench -- second-visit [--rounds 5]`: measures what a borrower sees of home and of an order who opens them again, on a
 * processor four times slower and a line of 150 ms (300 ms more for a call): the first paint, and when the figures are on the
 * screen. The second visit meets the usual line, one without any answer, and none. It is compared with a browser without a
 * service worker, and with a worker that answers with the kept document at once.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { entriesOf } from './rig/entries.ts';
import { type LatencyProxy, startLatencyProxy } from './rig/latency-proxy.ts';
import { makeDataFolder, startSlowProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { cpuRate, type Entry, newAddress, openBrowser, phone } from './rig/slow-phone.ts';
import { show, spreadOf } from './rig/spread.ts';

const apiMs = 300;
const lineMs = 150;
/** Milliseconds until a visit without figures ends, and after a page was opened until it is kept. */
const timeoutMs = 6_000;
const keptMs = 15_000;
/** The most that the worker may delay the figures of a usual second visit, and how soon last figures are shown. */
const limits = { delay: 60, silent: 2_500, offline: 1_000 };

const watcher = readFileSync(new URL('./rig/watch-paints.js', import.meta.url), 'utf8');
const workers = {
  none: undefined,
  networkFirst: readFileSync(new URL('../apps/borrower/dist/workers/worker.js', import.meta.url), 'utf8'),
} as const;
/** The same worker, which waits for no network. */
const keptFirst = workers.networkFirst.replace(/=1500\b/, '=0');
if (keptFirst === workers.networkFirst) throw new Error('the worker does not wait as this program expects');

interface Shown {
  readonly firstPaint: number;
  /** Undefined if no figures were shown. */
  readonly data: number | undefined;
  readonly shift: number;
}

/** Opens the address and waits for its figures. Milliseconds since the start of the navigation. */
async function visit(page: Page, address: string): Promise<Shown> {
  // A closed app that is opened again: not a page that is reloaded.
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit', timeout: timeoutMs }).catch(() => undefined);
  const read = () =>
    page.evaluate<{ firstPaint: number; data: number; shifts: { value: number }[] } | undefined>(
      'window.hiramBench',
    );
  // A page whose document does not come answers nothing.
  const seen = () => Promise.race([read().catch(() => undefined), pause(1_000)]);
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && !(await seen())?.data) await pause(20);
  await pause(500);
  const watched = await seen();
  return {
    firstPaint: watched?.firstPaint ?? 0,
    data: watched?.data || undefined,
    shift: (watched?.shifts ?? []).reduce((sum, { value }) => sum + value, 0),
  };
}

async function untilCached(page: Page): Promise<void> {
  const isKept = `caches.match(location.pathname, { ignoreVary: true }).then((page) => page !== undefined && localStorage.getItem('hiram.known') !== null)`;
  const end = Date.now() + keptMs;
  while (!(await page.evaluate(isKept))) {
    if (Date.now() > end) throw new Error(`the page was not kept in ${keptMs} ms`);
    await pause(100);
  }
}

const kinds = ['first', 'usual', 'silent', 'offline'] as const;
type Visits = Readonly<Record<(typeof kinds)[number], Shown>>;

async function visits(
  context: BrowserContext,
  proxy: LatencyProxy,
  entry: Entry,
  keeps: boolean,
): Promise<Visits> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
  await page.addInitScript(`window.hiramAwaits=${JSON.stringify(entry.awaits)};${watcher}`);
  const address = await newAddress(proxy.origin, entry);
  const first = await visit(page, address);
  if (keeps) await untilCached(page);
  const usual = await visit(page, address);
  await pause(1_500);
  proxy.setSilent(true);
  const silent = await visit(page, address);
  await page.goto('about:blank');
  proxy.setSilent(false);
  await context.setOffline(true);
  const offline = await visit(page, address);
  return { first, usual, silent, offline };
}

async function measure(
  browser: Browser,
  proxy: LatencyProxy,
  entry: Entry,
  worker: string | undefined,
): Promise<Visits> {
  if (worker) proxy.serveScript('/hiram-worker.js', worker);
  const context = await browser.newContext({ ...phone, serviceWorkers: worker ? 'allow' : 'block' });
  try {
    return await visits(context, proxy, entry, worker !== undefined);
  } finally {
    proxy.setSilent(false);
    await context.close();
  }
}

function spreads(runs: readonly Visits[], kind: (typeof kinds)[number]) {
  const shown = runs.flatMap((run) => run[kind].data ?? []);
  return {
    firstPaint: spreadOf(runs.map((run) => run[kind].firstPaint)),
    /** Absent if no visit showed figures. */
    data: shown.length === runs.length ? spreadOf(shown) : undefined,
    shift: spreadOf(runs.map((run) => run[kind].shift)),
  };
}

const { values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);
const folder = makeDataFolder();
const browser = await openBrowser();
try {
  const product = await startSlowProduct(folder, apiMs);
  const proxy = await startLatencyProxy(product.origin, apiMs, lineMs);
  const routes = [];
  for (const entry of await entriesOf(product.origin)) {
    if (entry.path !== '/main' && entry.path !== '/order') continue;
    const runs: Record<string, Visits[]> = { none: [], networkFirst: [], keptFirst: [] };
    await measure(browser, proxy, entry, workers.networkFirst);
    for (let round = 0; round < rounds; round += 1)
      for (const [name, worker] of Object.entries({ ...workers, keptFirst }))
        runs[name]?.push(await measure(browser, proxy, entry, worker));
    const figures = Object.fromEntries(
      Object.entries(runs).map(([name, visited]) => [
        name,
        Object.fromEntries(kinds.map((kind) => [kind, spreads(visited, kind)])),
      ]),
    ) as Record<string, Record<(typeof kinds)[number], ReturnType<typeof spreads>>>;
    for (const [name, byKind] of Object.entries(figures))
      for (const kind of kinds) {
        const { firstPaint, data, shift } = byKind[kind];
        console.log(
          `${entry.path} ${name} ${kind}: paint ${show(firstPaint)}; data ${data ? show(data) : 'never'}; shift ${shift.max.toFixed(3)}`,
        );
      }
    const [none, ours] = [figures.none, figures.networkFirst];
    if (!none || !ours) throw new Error('nothing was measured');
    const delay = (ours.usual.data?.median ?? Number.NaN) - (none.usual.data?.median ?? Number.NaN);
    judge(`${entry.path}: the worker delays the figures of a usual visit, ms`, delay, {
      atMost: limits.delay,
    });
    for (const kind of ['silent', 'offline'] as const)
      judge(`${entry.path}: last figures, ${kind}, ms`, ours[kind].data?.median ?? Number.NaN, {
        atMost: limits[kind],
      });
    routes.push({ path: entry.path, awaits: entry.awaits, figures });
  }
  proxy.stop();
  storeResults('second-visit', {
    chromium: browser.version(),
    emulated: { cpuRate, lineMs, apiMs, viewport: '360×640' },
    rounds,
    routes,
  });
} finally {
  await browser.close();
  await stopAll();
  folder.remove();
}
