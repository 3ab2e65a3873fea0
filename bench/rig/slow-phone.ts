import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import type { Borrower } from './product.ts';

/** Bytes a second and milliseconds, as the browser emulates them. */
export const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** The processor is this many times slower than the machine's. */
export const cpuRate = 4;
/** The maximum time in milliseconds until a page shows its data. */
const pageTimeoutMs = 20_000;
/** Milliseconds after the data are shown in which layout shifts and long tasks still count. */
const afterDataMs = 1_200;

/** The record of the script in the page. Times in milliseconds since the start of the navigation. */
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
  readonly reacting: number;
}

/** The figures of one visit. */
export interface Run {
  /**
   * Milliseconds since the start of the navigation. The first contentful paint has a text or a picture; the
   * first paint may not.
   */
  readonly firstPaint: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly data: number;
  /** Milliseconds from the data until the elements of the page react to taps. */
  readonly interactive: number;
  readonly tbt: number;
  readonly cls: number;
  readonly lcpText: string;
  readonly shifts: Watched['shifts'];
  readonly scripts: readonly string[];
  /** The bytes after gzip -9 of the scripts and texts that the document brought. */
  readonly brought: number;
}

/** A measured page. */
export interface Entry {
  readonly path: string;
  /** Creates the borrower of a visit. A session is bound to the browser that opens it first, so each visit needs a new one. */
  readonly newBorrower: () => Promise<Borrower>;
  /** A text that only the call's answer contains. */
  readonly awaits: string;
}

/** The emulated phone. */
export const phone = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  locale: 'en-PH',
};

const watcher = readFileSync(new URL('./watch-paints.js', import.meta.url), 'utf8');

export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
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

/** The address of a page for a new borrower. */
export async function newAddress(origin: string, { path, newBorrower }: Entry): Promise<string> {
  const { orderId, ...known } = await newBorrower();
  const query = { ...known, ...(orderId ? { orderId } : {}), lang: 'en' };
  return `${origin}${path}?${new URLSearchParams(query)}`;
}

/** One visit of the entry's page, or of the address `url`, with an empty cache. Throws if the page does not show its data. */
export async function visit(browser: Browser, origin: string, entry: Entry, url?: string): Promise<Run> {
  const context = await browser.newContext(phone);
  try {
    const address = url ?? (await newAddress(origin, entry));
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowNetwork);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    const shown = Promise.withResolvers<void>();
    // A message costs the page less than a function that the browser exposes to it.
    page.on('console', (message) => message.text() === 'hiram: shown' && shown.resolve());
    await page.addInitScript(`window.hiramAwaits=${JSON.stringify(entry.awaits)};${watcher}`);
    const scripts: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.endsWith('.js') && !scripts.includes(path)) scripts.push(path);
    });
    await page.goto(address, { waitUntil: 'commit' });
    await Promise.race([shown.promise, pause(pageTimeoutMs, undefined, { ref: false })]);
    const untilData = [...scripts];
    await pause(afterDataMs);
    const watched = await page.evaluate<Watched>('window.hiramBench');
    if (watched.data === 0) {
      const found = await page.locator('body').textContent();
      throw new Error(
        `${entry.path} did not show “${entry.awaits}” but “${found}”, with the scripts ${untilData.join(' ')}`,
      );
    }
    const brought = await page.evaluate<string>(broughtTexts);
    return {
      ...figures(watched),
      scripts: untilData,
      brought: brought === '' ? 0 : gzipSync(brought, { level: 9 }).length,
    };
  } finally {
    await context.close();
  }
}

/** The scripts that a browser's first document has in place of files. */
const broughtTexts =
  "Array.from(document.querySelectorAll('#hiram-texts, .hiram-scripts'), (block) => block.textContent).join('')";

function figures(watched: Watched): Omit<Run, 'scripts' | 'brought'> {
  const { firstPaint, fcp, lcp, lcpText, data, shifts, tasks, reacting } = watched;
  const blocking = tasks.filter(({ at }) => at >= fcp).reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0);
  const interactive = Math.max(0, reacting - data);
  return {
    firstPaint,
    fcp,
    lcp,
    lcpText,
    data,
    interactive,
    tbt: blocking,
    cls: worstSession(shifts),
    shifts,
  };
}

/** The cumulative layout shift as browsers define it: the worst burst of at most 5 s with pauses under 1 s. */
function worstSession(shifts: Watched['shifts']): number {
  let worst = 0;
  let burst = { from: 0, last: Number.NEGATIVE_INFINITY, sum: 0 };
  for (const { at, value } of shifts) {
    const continues = at - burst.last < 1_000 && at - burst.from < 5_000;
    burst = continues
      ? { from: burst.from, last: at, sum: burst.sum + value }
      : { from: at, last: at, sum: value };
    worst = Math.max(worst, burst.sum);
  }
  return worst;
}
