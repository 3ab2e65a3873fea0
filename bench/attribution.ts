/**
 * Attribution: how many events of visitors a second are kept on the embedded database beside borrowers' traffic, and what
 * that costs the borrowers. Paired runs, one behind the other, with events and without; the middle of five ratios counts.
 */
import { loanDetails } from '@hiram/contract/order';
import { trackVisit } from '@hiram/contract/promotion';
import autocannon from 'autocannon';
import { ask, makeBorrower, makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { judge, keepResults } from './rig/results.ts';
import { show, spreadOf } from './rig/spread.ts';

const rounds = 5;
const seconds = 8;
const borrowerRate = 100;
const eventRate = 500;
const people = 40;
const addresses = 500;

type Request = Parameters<typeof autocannon>[0]['requests'][number];
let told = 0;

/** Each is another visitor from another source, so that each is written. */
function eventFrom(at: number): Request {
  return {
    method: 'GET',
    path: '/',
    headers: { 'x-forwarded-for': `10.2.${at >> 8}.${at & 255}` },
    setupRequest: (request) => {
      told += 1;
      const query = new URLSearchParams({
        deviceId: `visitor-${told}`,
        user_from: `source-${told % 20}`,
        utm_tag: `tag-${told % 7}`,
        page_type: '1',
      });
      return { ...request, path: `/api${trackVisit.path}?${query}` };
    },
  };
}

const folder = makeDataFolder();
try {
  const product = await startProduct(folder);
  const { origin } = product;
  const borrowers = await Promise.all(Array.from({ length: people }, () => makeBorrower(origin, '170')));
  const [first] = borrowers;
  if (first) await ask(origin, loanDetails, { orderId: first.orderId }, { ...first });

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
  const telling = () =>
    autocannon({
      url: origin,
      connections: 32,
      duration: seconds,
      overallRate: eventRate,
      requests: Array.from({ length: addresses }, (_, at) => eventFrom(at)),
    });

  await reading();
  const pairs: { alone: number; beside: number; ratio: number; events: number; errors: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await reading();
    const [beside, events] = await Promise.all([reading(), telling()]);
    const pair = {
      alone: alone.latency.p99,
      beside: beside.latency.p99,
      ratio: beside.latency.p99 / Math.max(1, alone.latency.p99),
      events: events['2xx'] / seconds,
      errors: events.non2xx + events.errors + beside.non2xx + beside.errors,
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
  keepResults('attribution', { borrowerRate, eventRate, seconds, pairs, ratio, events });
  await product.stop();
} finally {
  await stopAll();
  folder.remove();
}
