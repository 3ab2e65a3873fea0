/**
 * `npm run bench -- drag [--rounds 3]`: drags the walker of a late loan's order sideways and up, and measures the main thread's
 * processor time for each frame: events, quote, rendering, layout and paint. Processor time and not the clock's: a frame on a
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
/**
 * Moves the finger in the page, once in each frame, as a finger's moves arrive. Sent one by one from outside they would wait for
 * this process on a busy machine, and the page would take each wait for a rest.
 */
const movesInFrames = new Function(
  'drag',
  `return new Promise((done) => {
    const walker = document.querySelector('[data-walker]');
    let at = 0;
    const move = () => {
      at += 1;
      const [clientX, clientY] = [drag.x + drag.right * at, drag.y - drag.up * at];
      walker.dispatchEvent(new PointerEvent('pointermove', { pointerId: drag.id, clientX, clientY, bubbles: true }));
      if (at < drag.moves) requestAnimationFrame(move);
      else done();
    };
    requestAnimationFrame(move);
  })`,
) as (drag: {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly up: number;
  readonly moves: number;
}) => Promise<void>;

/** The id of the next pointer that presses the page. */
const pressedId = new Function(
  `return new Promise((resolve) =>
    document.addEventListener('pointerdown', ({ pointerId }) => resolve(pointerId), { once: true }))`,
) as () => Promise<number>;

/** The part of a trace event that is read. Times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
}

/** Tasks of the main thread, and the commits that end its frames. */
const categories = ['disabled-by-default-devtools.timeline', 'devtools.timeline'];

/** Records what `act` causes. */
async function traced(devtools: CDPSession, act: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const ended = Promise.withResolvers<void>();
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  devtools.once('Tracing.tracingComplete', () => ended.resolve());
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  });
  await act();
  await devtools.send('Tracing.end');
  await ended.promise;
  return events;
}

/**
 * The processor time of each frame of a trace in milliseconds: the tasks after the commit of the frame before it, until its own
 * commit. What ran before the first commit does not count.
 */
function framesOf(events: readonly TraceEvent[]): number[] {
  const main = events.find(({ name }) => name === 'FireAnimationFrame');
  if (!main) throw new Error('the trace has no frames of the page');
  const own = events.filter(({ pid, tid, ph }) => pid === main.pid && tid === main.tid && ph === 'X');
  const commits = own.filter(({ name }) => name === 'Commit').map(({ ts }) => ts);
  const tasks = own.filter(({ name }) => name === 'RunTask').sort((first, second) => first.ts - second.ts);
  const frames: number[] = [];
  let spent = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    spent += tdur / 1_000;
    if (!commits.some((commit) => commit >= ts && commit <= ts + dur)) continue;
    frames.push(spent);
    spent = 0;
  }
  return frames.slice(1);
}

/** The milliseconds of each frame of a drag by `right` and `up` pixels a move, on the slower processor. */
async function drag(browser: Browser, origin: string, right: number, up: number): Promise<number[]> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const newBorrower = () => makeBorrower(origin, '180', { kindTips: 0 });
    await page.goto(await newAddress(origin, { path: '/order', newBorrower, awaits: '' }));
    await page.locator('[data-slab]').waitFor({ state: 'attached' });
    await pause(1_000);
    const box = await page.locator('[data-walker]').boundingBox();
    if (!box) throw new Error('the order has no walker');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // A finger, as on a phone: a mouse would also have its hover looked up in each frame.
    const pressed = page.evaluate(pressedId);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    const id = await pressed;
    const events = await traced(devtools, () => page.evaluate(movesInFrames, { id, x, y, right, up, moves }));
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return framesOf(events).map((ms) => ms * cpuRate);
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
    measured.push({ way, ...spreadOf(frames), p95, frames: frames.map((ms) => Number(ms.toFixed(1))) });
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
