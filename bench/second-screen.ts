/**
 * `npm run bench -- second-screen [--rounds 5]`: measures, on the slow phone of `pages`, how long a tap takes to show the next screen of each
 * transition with its data. The tap comes when the first screen is shown and the line is quiet. The same transitions are measured
 * with Save-Data, with which nothing is fetched ahead.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { startLatencyProxy } from './rig/latency-proxy.ts';
import { type Borrower, makeBorrower, makeDataFolder, startSlowProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { cpuRate, newAddress, openBrowser, phone, slowNetwork } from './rig/slow-phone.ts';
import { show, spreadOf } from './rig/spread.ts';

const apiMs = 300;
const maxMs = 150;
/** Milliseconds without a request after which the line is quiet, and until which a screen must be shown. */
const quietMs = 1_500;
const timeoutMs = 20_000;

interface Transition {
  readonly path: string;
  readonly next: string;
  readonly state: Parameters<typeof makeBorrower>[1];
  /** The name of the tapped element on the first screen. */
  readonly tap: string;
}

const transitions: readonly Transition[] = [
  { path: '/main', next: '/repay', state: '170', tap: '[data-next^="/repay"]' },
  { path: '/main', next: '/order', state: '170', tap: 'a[href^="/order?"]' },
  { path: '/main', next: '/productDetail', state: 'ready', tap: '[data-next^="/productDetail"]' },
  { path: '/order', next: '/repay', state: '170', tap: '[data-next^="/repay"]' },
  { path: '/orderList', next: '/order', state: '170', tap: 'a[href^="/order?"]' },
];

/** Runs in the page: notes the time from a tap until the next screen is on the screen without a skeleton. */
const watcher = `
  const isShown = () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]');
  addEventListener('click', (event) => {
    const tapped = event.timeStamp;
    const look = () => {
      if (location.pathname !== window.hiramNext || !isShown()) return requestAnimationFrame(look);
      // When the next frame starts, this one is on the screen.
      requestAnimationFrame(() => { window.hiramOpened(performance.now() - tapped); });
    };
    requestAnimationFrame(look);
  }, true);
`;
const saving = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`;

/** Milliseconds from the tap to the next screen. */
async function open(
  browser: Browser,
  origin: string,
  transition: Transition,
  savesData: boolean,
): Promise<number> {
  const context = await browser.newContext(phone);
  try {
    const newBorrower = (): Promise<Borrower> =>
      makeBorrower(origin, transition.state, { kindTips: 0, isScore: 0 });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowNetwork);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    await page.addInitScript(
      `window.hiramNext=${JSON.stringify(transition.next)};${savesData ? saving : ''}${watcher}`,
    );
    const opened = Promise.withResolvers<number>();
    await page.exposeFunction('hiramOpened', opened.resolve);
    let usedAt = Date.now();
    page.on('requestfinished', () => {
      usedAt = Date.now();
    });
    const address = await newAddress(origin, { ...transition, newBorrower, awaits: '' });
    await page.goto(address);
    const target = page.locator(transition.tap).first();
    await target.waitFor();
    while (Date.now() - usedAt < quietMs) await pause(quietMs / 10);
    // Not a tap at a point: what covers the button for a moment would count as waiting.
    await target.dispatchEvent('click');
    return await Promise.race([opened.promise, tooLate()]);
  } finally {
    await context.close();
  }
}

async function tooLate(): Promise<never> {
  await pause(timeoutMs, undefined, { ref: false });
  throw new Error(`nothing was shown in ${timeoutMs} ms`);
}

const { values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const runs = Number(values.rounds);
const folder = makeDataFolder();
const browser = await openBrowser();
try {
  const product = await startSlowProduct(folder, apiMs);
  const proxy = await startLatencyProxy(product.origin, apiMs);
  const measured = [];
  for (const transition of transitions) {
    const ahead: number[] = [];
    const savingData: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      ahead.push(await open(browser, proxy.origin, transition, false));
      savingData.push(await open(browser, proxy.origin, transition, true));
    }
    const figures = { ahead: spreadOf(ahead), savingData: spreadOf(savingData) };
    console.log(
      `${transition.path} → ${transition.next}, ms: ${show(figures.ahead)}; Save-Data: ${show(figures.savingData)}`,
    );
    measured.push({ ...transition, ...figures });
  }
  proxy.stop();
  for (const { path, next, ahead } of measured)
    judge(`${path} → ${next}, ms`, ahead.median, { atMost: maxMs });
  storeResults('second-screen', {
    chromium: browser.version(),
    emulated: { ...slowNetwork, cpuRate, apiMs, viewport: '360×640' },
    runs,
    transitions: measured,
  });
} finally {
  await browser.close();
  await stopAll();
  folder.remove();
}
