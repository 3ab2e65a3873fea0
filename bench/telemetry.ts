/**
 * `npm run bench -- telemetry`: the time from start to the first answer, and memory after three hundred readings of a loan, with traces
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`) and without, in turns. Only the ratios of one run are compared.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loanDetails } from '@hiram/contract/order';
import { memoryOf } from './rig/memory.ts';
import { ask, makeBorrower, makeDataFolder, startProduct, stopAll } from './rig/product.ts';
import { storeResults } from './rig/results.ts';
import { spreadOf } from './rig/spread.ts';

const pairs = 5;
const requests = 300;

interface Start {
  readonly startMs: number;
  readonly residentMb: number;
}

/** A collector that takes every trace. */
const collector = createServer((request, response) => {
  received += 1;
  request.resume().on('end', () => response.end('{}'));
});
let received = 0;
await new Promise<void>((resolve) => {
  collector.listen(0, '127.0.0.1', resolve);
});
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const folder = makeDataFolder();

async function measure(settings: Readonly<Record<string, string>>): Promise<Start> {
  const product = await startProduct(folder, undefined, 0, settings);
  const { sessionId, deviceId, orderId, productId } = await makeBorrower(product.origin, '180');
  for (let index = 0; index < requests; index += 1)
    await ask(
      product.origin,
      loanDetails,
      { productId, orderId },
      { context: { sessionId, deviceId, lang: 'en' } },
    );
  const { residentMb } = memoryOf(product.pid);
  await product.stop();
  return { startMs: product.startMs, residentMb };
}

try {
  // The first start creates the database.
  await measure({});
  const off: Start[] = [];
  const on: Start[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    off.push(await measure({}));
    on.push(await measure({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }));
  }
  if (received === 0) throw new Error('the collector got no trace');
  const ratio = (figure: keyof Start) =>
    spreadOf(on.map((start, pair) => start[figure] / (off[pair]?.[figure] ?? Number.NaN)));
  const ratios = { start: ratio('startMs'), memory: ratio('residentMb') };
  console.log(`with traces against without: ${JSON.stringify(ratios)}`);
  storeResults('telemetry', { requests, batchesReceived: received, off, on, ratios });
} finally {
  await stopAll();
  collector.close();
  folder.remove();
}
