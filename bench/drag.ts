/**
 * `npm run bench -- drag [--rounds 3]`: drags the walker of a late loan's order sideways and up, and measures the main thread's
 * processor time for each move: events, quote, rendering, layout and paint. Processor time and not the clock's: a frame on a
 * busy machine waits for others. A phone is taken to be six times slower than this machine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession } from '@playwright/test';
import { makeBorrower, makeDataFolder, startSlowProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { newAddress, openBrowser, phone } from './rig/slow-phone.ts';
import { quantile, show, spreadOf } from './rig/spread.ts';

const cpuRate = 6;
const maxFrameMs = 16;
/** Pointer moves of one drag, one a frame. */
const moves = 40;
/** Pixels of a move: a day of the scale is 12 pixels wide, a repayment 44 high. */
const step = 4;
/** Milliseconds in which a frame is painted, also on a busy machine. */
const settleMs = 80;

/** Milliseconds of processor time that the main thread has used for tasks. */
async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

/** The milliseconds of each move of a drag by `right` and `up` pixels a move, on the slower processor. */
async function drag(browser: Browser, origin: string, right: number, up: number): Promise<number[]> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const newBorrower = () => makeBorrower(origin, '180', { kindTips: 0 });
    await page.goto(await newAddress(origin, { path: '/order', newBorrower, awaits: '' }));
    await page.locator('[data-slab]').waitFor({ state: 'attached' });
    await pause(1_000);
    const box = await page.locator('[data-walker]').boundingBox();
    if (!box) throw new Error('the order has no walker');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const frames: number[] = [];
    for (let at = 1; at <= moves; at += 1) {
      const before = await taskMs(devtools);
      await page.mouse.move(x + right * at, y - up * at);
      await pause(settleMs);
      frames.push(((await taskMs(devtools)) - before) * cpuRate);
    }
    await page.mouse.up();
    return frames;
  } finally {
    await context.close();
  }
}

const { values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' } },
});
const rounds = Number(values.rounds);
const folder = makeDataFolder();
const browser = await openBrowser();
try {
  const product = await startSlowProduct(folder, 0);
  const measured = [];
  for (const [way, right, up] of [
    ['sideways', step, 0],
    ['up', 0, step],
  ] as const) {
    const frames: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      frames.push(...(await drag(browser, product.origin, right, up)));
    const p95 = quantile(frames, 0.95);
    console.log(`${way}, ms: ${show(spreadOf(frames), 1)}`);
    judge(`a frame of a drag ${way}, 95 of 100, ms`, p95, { atMost: maxFrameMs });
    measured.push({ way, frames: frames.length, ...spreadOf(frames), p95 });
  }
  storeResults('drag', {
    chromium: browser.version(),
    computed: { cpuRate, viewport: '360×640' },
    rounds,
    measured,
  });
} finally {
  await browser.close();
  await stopAll();
  folder.remove();
}
