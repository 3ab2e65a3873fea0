/**
 * `npm run bench -- attribution`: measures how many visitors' events per second the embedded database stores during borrowers'
 * traffic, and how much they slow down the borrowers. Runs with and without events alternate; the median of five ratios counts.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loanDetails } from '@hiram/contract/order';
import autocannon from 'autocannon';
import { ask, makeBorrower, makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, storeResults } from './rig/results.ts';
import { show, spreadOf } from './rig/spread.ts';

const rounds = 5;
const seconds = 8;
const borrowerRate = 100;
const eventRate = 200;
const people = 40;

/** Sends the events from another process. */
async function sendEvents(origin: string): Promise<{ kept: number; errors: number }> {
  const file = fileURLToPath(new URL('rig/event-load.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=source', file, origin, `${eventRate}`, `${seconds}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const part of child.stdout) output += part;
  return JSON.parse(output);
}

const folder = makeDataFolder();
try {
  const product = await startProduct(folder);
  const { origin } = product;
  const borrowers = await Promise.all(Array.from({ length: people }, () => makeBorrower(origin, '170')));
  const [first] = borrowers;
  if (first) await ask(origin, loanDetails, { orderId: first.orderId }, { context: { ...first } });

  const reading = () =>
    autocannon({
      url: origin,
      connections: 8,
      duration: seconds,
      overallRate: borrowerRate,
      requests: borrowers.map(({ sessionId, deviceId, orderId }, at) => ({
        method: 'POST',
        path: `/api${loanDetails.path}?${new URLSearchParams({ sessionId, deviceId })}`,
        headers: {
          'content-type': 'application/json',
          'x-session-id': sessionId,
          'x-device-id': deviceId,
          'x-forwarded-for': `10.1.0.${at}`,
        },
        body: JSON.stringify({ orderId }),
      })),
    });
  await reading();
  const pairs: { alone: number; beside: number; ratio: number; events: number; errors: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await reading();
    const [beside, events] = await Promise.all([reading(), sendEvents(origin)]);
    const pair = {
      alone: alone.latency.p99,
      beside: beside.latency.p99,
      ratio: beside.latency.p99 / Math.max(1, alone.latency.p99),
      events: events.kept / seconds,
      errors: events.errors + beside.non2xx + beside.errors,
    };
    pairs.push(pair);
    console.log(
      `p99 ${alone.latency.p99} ms alone, ${pair.beside} ms beside ${pair.events.toFixed(0)} events/s (${pair.errors} errors)`,
    );
  }
  const ratio = spreadOf(pairs.map((pair) => pair.ratio));
  const events = spreadOf(pairs.map((pair) => pair.events));
  console.log(`ratio of p99        ${show(ratio, 2)}`);
  console.log(`events a second     ${show(events)}`);
  judge('growth of the borrowers’ 99th percentile, median of five', ratio.median, { atMost: 1.25 });
  judge('events a second kept', events.median, { atLeast: eventRate * 0.9 });
  judge('errors', Math.max(...pairs.map((pair) => pair.errors)), { atMost: 0 });
  storeResults('attribution', { borrowerRate, eventRate, seconds, pairs, ratio, events });
  await product.stop();
} finally {
  await stopAll();
  folder.remove();
}
