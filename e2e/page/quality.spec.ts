import { gzipSync } from 'node:zlib';
import type { Page, Request, Response } from '@playwright/test';
import { violationsInBothThemes } from '../support/accessibility.ts';
import { bareContacts } from '../support/bare-contacts.ts';
import { expect, type Hiram, savesData, test } from '../support/hiram.ts';
import { addressOf, everyScreen, type Screen } from '../support/screens.ts';
import { isThorough } from '../support/sweeps.ts';

const kB = 1000;

/** The width of the page beyond the window, at the requested size of type and at twice that. */
async function overflow(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of ['200%', '100%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
    const pixels = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (pixels !== 0) found.push(`${size}: ${pixels} px too wide`);
  }
  return found;
}

interface Weight {
  /** Bytes after gzip. `untilUsable`: the scripts that the document names, without what is fetched ahead. */
  readonly script: number;
  readonly untilUsable: number;
  /** True if the server rendered the first view: the scripts of failures, skeletons and calls follow then. */
  readonly hasView: boolean;
  readonly document: number;
  readonly styles: number;
  readonly requests: readonly string[];
}

const assets = new Map<string, Promise<number>>();

/** The bytes behind an address after gzip. An asset never changes, so it is weighed once. */
function gzipSize(url: string): Promise<number> {
  const weighed =
    assets.get(url) ??
    fetch(url).then(async (response) => gzipSync(await response.arrayBuffer(), { level: 9 }).length);
  if (url.includes('/assets/')) assets.set(url, weighed);
  return weighed;
}

/** The specification's own texts: the market of these tests has them alone. */
const isSpecified = (url: string): boolean => url.includes('/specified-copy-');

const gzipOf = (text: string): number => gzipSync(text, { level: 9 }).length;

/** Every script and document that a page fetches until nothing more is under way, as gzip weighs it. */
async function weigh(page: Page, open: () => Promise<unknown>): Promise<Weight> {
  const weights = { script: 0, document: 0 };
  const requests: string[] = [];
  const weighing: Promise<void>[] = [];
  const onResponse = (response: Response) => {
    const type = response.request().resourceType();
    requests.push(response.url());
    if ((type !== 'script' && type !== 'document') || isSpecified(response.url())) return;
    weighing.push(
      gzipSize(response.url()).then((size) => {
        weights[type] += size;
      }),
    );
  };
  page.on('response', onResponse);
  await open();
  page.off('response', onResponse);
  await Promise.all(weighing);
  const css = await page.evaluate<string>(
    "Array.from(document.querySelectorAll('style'), (style) => style.textContent).join('')",
  );
  const named = await page.evaluate<string[]>(
    "Array.from(document.querySelectorAll('script[src], link[rel=modulepreload]'), (node) => node.src || node.href)",
  );
  const counted = named.filter((url) => !isSpecified(url));
  const sizes = await Promise.all(Array.from(new Set(counted), gzipSize));
  // What a browser's first document brings: its scripts, and its texts, which are a script of their own otherwise.
  const brought = await page.evaluate<string>(
    "Array.from(document.querySelectorAll('#hiram-texts, .hiram-scripts'), (block) => block.textContent).join('')",
  );
  const untilUsable = sizes.reduce((sum, size) => sum + size, brought === '' ? 0 : gzipOf(brought));
  const hasView = await page.evaluate<boolean>("document.documentElement.hasAttribute('data-called')");
  return { ...weights, untilUsable, hasView, styles: gzipOf(css), requests };
}

/** kB of script until a page can be used that the server rendered, and one that it did not. */
const [viewLimit, limit] = [32.2, 40.1];

/** kB of an order's view: one script has its page by status, the page of a running loan and the controls of its story. */
const orderLimit = 39.5;

const isOrder = (path: string): boolean => path === '/order' || path === '/loanDetail';

/** The parts of the page that are heavier than allowed, or come from elsewhere. */
function tooHeavy(
  path: string,
  { script, untilUsable, hasView, document, styles, requests }: Weight,
  origin: string,
): string[] {
  const found: string[] = [];
  if (script > 59 * kB) found.push(`${script} bytes of script`);
  const most = hasView ? (isOrder(path) ? orderLimit : viewLimit) : limit;
  if (untilUsable < 20 * kB || untilUsable > most * kB) found.push(`${untilUsable} bytes until usable`);
  if (document > 14 * kB) found.push(`${document} bytes of document`);
  if (styles > 8 * kB) found.push(`${styles} bytes of styles`);
  // The styles come with the document: a file of them would be a second round trip.
  return [
    ...found,
    ...requests.filter((url) => url.endsWith('.css') || !(url.startsWith(origin) || url.startsWith('data:'))),
  ];
}

const sumShifts = `
  window.shifts = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts += entry.value; }).observe({ type: 'layout-shift', buffered: true });
`;

/**
 * Opens a screen and checks that it is the one of its route, and that its first call is sent once, by its
 * document or by the server.
 */
async function open(page: Page, address: string, { path, heading, earlyCall }: Screen): Promise<void> {
  const calls: string[] = [];
  const listen = (request: Request) => {
    if (earlyCall && request.url().includes(earlyCall)) calls.push(request.url());
  };
  page.on('request', listen);
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  page.off('request', listen);
  // In a browser that has its proof, the call's answer came with the document, and the page sends none.
  const called = await page.evaluate<string | null>("document.documentElement.getAttribute('data-called')");
  expect([path, response?.status(), calls.length]).toEqual([path, 200, earlyCall && called !== '' ? 1 : 0]);
  if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This page is not here' })).toHaveCount(0);
}

/** The routes with the most parts. `npm test` has axe examine these, `npm run verify` all of them. */
const examined = new Set(['/main', '/apply', '/order', '/repay', '/complaint']);

const routeOf = ({ path }: Screen): string => path.split('?')[0] ?? '';

/** The screens to open: one state of each route, and all of them in `npm run verify`. */
async function screensToOpen(hiram: Hiram): Promise<readonly Screen[]> {
  const all = await everyScreen(hiram);
  return isThorough
    ? all
    : all.filter((screen, at) => all.findIndex((other) => routeOf(other) === routeOf(screen)) === at);
}

// Each screen is opened once for everything that is measured on it. The parts run side by side.
const parts = 2;
for (let part = 0; part < parts; part += 1)
  test(`RTE-02 every screen holds budgets, access, width and links (${part + 1} of ${parts})`, async ({
    page,
    hiram,
  }) => {
    test.setTimeout(240_000);
    await savesData(page);
    await page.addInitScript(sumShifts);
    const screens = (await screensToOpen(hiram)).filter((_, at) => at % parts === part);
    for (const screen of screens) {
      const { path } = screen;
      const weight = await weigh(page, () => open(page, addressOf(hiram, screen), screen));
      expect([path, tooHeavy(routeOf(screen), weight, hiram.origin)]).toEqual([path, []]);
      const shifts = await page.evaluate<number>('window.shifts');
      expect([path, shifts <= 0.02, shifts]).toEqual([path, true, shifts]);
      expect([path, await overflow(page)]).toEqual([path, []]);
      expect([path, await bareContacts(page)]).toEqual([path, []]);
      // Axe costs more than all else here.
      if (!isThorough && !examined.has(routeOf(screen))) continue;
      const violations = await violationsInBothThemes(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
      expect([path, violations]).toEqual([path, []]);
    }
  });

test('RTE-02 a route that does not exist is the error page, which axe finds accessible', async ({
  page,
  hiram,
}) => {
  for (const path of ['/error', '/nowhere']) {
    await page.goto(`${hiram.origin}${path}`);
    await expect(page.getByRole('heading', { level: 2, name: 'This page is not here' })).toBeVisible();
  }
  expect(await overflow(page)).toEqual([]);
  expect(await violationsInBothThemes(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])).toEqual([]);
});

test('the stylesheet uses nothing that the oldest engine does not support', async ({ page, hiram }) => {
  await page.goto(`${hiram.origin}/login`);
  const css = await page.evaluate<string>(
    "Array.from(document.querySelectorAll('style'), (one) => one.textContent).join('')",
  );
  const beyond = [
    /color-mix\(/,
    /:has\(/,
    /\d(dvh|svh|lvh)\b/,
    /:is\(/,
    /:where\(/,
    /@layer/,
    /(^|[;{])inset:/,
    /aspect-ratio/,
    /@container/,
    /(^|[;{])(row-|column-)?gap:/,
    /margin-inline|padding-inline/,
  ];
  for (const pattern of beyond)
    expect([String(pattern), pattern.exec(css)?.[0]]).toEqual([String(pattern), undefined]);
});

test('below the oldest supported engine the page says what to update', async ({ page, hiram }) => {
  await page.addInitScript('delete window.HTMLDialogElement; delete window.AbortController;');
  await page.goto(`${hiram.origin}/order`);
  await expect(page.getByText('Please update this app', { exact: false })).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
});
