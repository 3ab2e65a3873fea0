import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { smsCode } from '@hiram/contract/account';
import { homeIndex } from '@hiram/contract/home';
import { payCode } from '@hiram/contract/repay';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FinishedSpan, onSpan } from '../src/platform/tracing/trace.ts';
import { type Hiram, startHiram } from './support/processes/running-server.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentSpanId = 'b7ad6b7169203331';
const headers = {
  traceparent: `00-${traceId}-${parentSpanId}-01`,
  'x-request-id': 'balancer-0123456789',
};

const lines: Record<string, unknown>[] = [];
const seen: IncomingHttpHeaders[] = [];
const provider = createServer((request, response) => {
  seen.push(request.headers);
  response.writeHead(503).end('{}');
});
let hiram: Hiram;
let direct: Hiram;
const spans: FinishedSpan[] = [];
let unsubscribe: () => void;

beforeAll(async () => {
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  const settings = {
    PROVIDER_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    PROVIDER_SECRET: 'x'.repeat(20),
    WEBHOOK_SECRET: 'y'.repeat(20),
    LOG_LEVEL: 'info',
  };
  const options = { logTo: { write: (line: string) => void lines.push(JSON.parse(line)) } };
  hiram = await startHiram(inject('cluster'), { ...settings, TRUST_PROXY: '1' }, options);
  direct = await startHiram(inject('cluster'), settings, options);
  unsubscribe = onSpan((span) => void spans.push(span));
});
afterAll(async () => {
  unsubscribe();
  await hiram.stop();
  await direct.stop();
  provider.close();
});

/** Asks for a pay code, with the headers of a load balancer. */
async function payWithHeaders(server: Hiram) {
  const borrower = await server.borrower({ state: '174' });
  const body = { orderId: borrower.orderId, amount: 10_000, channelNumber: '10001' };
  lines.length = 0;
  seen.length = 0;
  spans.length = 0;
  await server.send(payCode, body, borrower.context, { headers });
  // An answer's line is written after it is sent.
  await expect.poll(() => lines.some(({ msg }) => msg === 'answered')).toBe(true);
}

test('a balancer’s trace and request id go on in the log, the spans and the provider’s request [T779]', async () => {
  await payWithHeaders(hiram);
  expect(lines.find(({ msg }) => msg === 'answered')).toMatchObject({
    call: 'payCode',
    reqId: headers['x-request-id'],
    traceId,
  });
  // A line of the same call that does not come from the request's own log.
  expect(lines.filter((line) => line.traceId === traceId).length).toBeGreaterThan(1);
  const call = spans.find(({ name }) => name === 'POST payCode');
  expect(call).toMatchObject({ traceId, parentSpanId, kind: 'server', isFailed: true });
  const asked = spans.find(({ name }) => name === 'provider gateway');
  expect(asked).toMatchObject({ traceId, parentSpanId: call?.spanId, kind: 'client', isFailed: true });
  expect(seen[0]?.traceparent).toBe(`00-${traceId}-${asked?.spanId}-01`);
  const read = spans.find(({ name, ...span }) => name === 'select' && span.traceId === traceId);
  expect(read?.parentSpanId).toBe(call?.spanId);
  expect(read?.attributes['db.query.text']).toMatch(/^select /);
});

test('without a load balancer a caller chooses neither the trace nor the id of its request [T780]', async () => {
  await payWithHeaders(direct);
  const answered = lines.find(({ msg }) => msg === 'answered');
  expect(answered?.reqId).toMatch(/^[0-9a-f-]{36}$/);
  expect(answered?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(answered?.traceId).not.toBe(traceId);
  expect(spans.some((span) => span.traceId === traceId)).toBe(false);
});

test('an id that is no id is replaced, and a trace that is none begins anew [T781]', async () => {
  lines.length = 0;
  const wrong = { 'x-request-id': 'a"b', traceparent: `00-${'0'.repeat(32)}-${parentSpanId}-01` };
  await hiram.send(homeIndex, {}, {}, { headers: wrong });
  await expect.poll(() => lines.some(({ msg }) => msg === 'answered')).toBe(true);
  const [answered] = lines.filter(({ msg }) => msg === 'answered');
  expect(answered?.reqId).toMatch(/^[0-9a-f-]{36}$/);
  expect(answered?.traceId).not.toMatch(/^0+$/);
});

test('a job goes on in the trace of the call that enqueued it, up to the provider [T782]', async () => {
  seen.length = 0;
  const phone = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  await hiram.send(smsCode, { phone, purpose: 'reset' }, { deviceId: 'traced' }, { headers });
  await expect.poll(() => seen.some(({ traceparent }) => String(traceparent).includes(traceId))).toBe(true);
  await expect
    .poll(() => spans.find(({ name, ...span }) => name === 'job sms' && span.traceId === traceId))
    .toMatchObject({ kind: 'consumer', isFailed: true });
});

test('a slow statement is timed, and logged with its text alone [T783]', async () => {
  lines.length = 0;
  const secret = 'a value of a borrower';
  await sql`select pg_sleep(1.1), ${secret}::text`.execute(hiram.server.appContext.db);
  const line = lines.find(({ msg }) => msg === 'slow statement');
  expect(line).toMatchObject({ statement: expect.stringContaining('pg_sleep(1.1)'), isFailed: false });
  expect(line?.ms).toBeGreaterThan(1_000);
  expect(JSON.stringify(lines)).not.toContain(secret);
  const buckets = [
    ...(await hiram.server.app.metricsText()).matchAll(
      /^hiram_statement_seconds_bucket\{le="(.+)"\} (\d+)$/gm,
    ),
  ];
  const count = (le: string) => Number(buckets.find(([, edge]) => edge === le)?.[2]);
  expect(count('5') - count('1')).toBeGreaterThan(0);
});

test('with a collector every span is sent to it by OTLP, and a share of 0 sends none @verify [T785]', async () => {
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    bodies.push(`${request.url} ${await text(request)}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const run = async (share: string) => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: share, TRUST_PROXY: '1' };
    const server = await startHiram(inject('cluster'), settings);
    const { context } = await server.borrower({ state: '174' });
    await server.send(homeIndex, {}, context, { headers });
    // A stop sends what waits.
    await server.stop();
  };
  try {
    await run('0');
    expect(bodies).toEqual([]);
    await run('1');
    expect(bodies[0]).toMatch(/^\/v1\/traces /);
    const sent = bodies.flatMap((body) => JSON.parse(body.slice(body.indexOf('{'))).resourceSpans);
    const found = sent.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope: { spans: object[] }) => scope.spans),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ name: 'POST homeIndex', traceId, parentSpanId, spanId: expect.any(String) }),
    );
    expect(found).toContainEqual(expect.objectContaining({ name: 'select', traceId }));
    expect(JSON.stringify(sent)).toContain('"service.name","value":{"stringValue":"hiram"}');
  } finally {
    collector.close();
  }
});

test('without a collector nothing of OpenTelemetry is loaded [T786]', () => {
  const folder = new URL('../src/', import.meta.url);
  const importers = (pattern: RegExp) =>
    globSync('**/*.ts', { cwd: folder }).filter((file) =>
      pattern.test(readFileSync(new URL(file, folder), 'utf8')),
    );
  expect(importers(/from '@opentelemetry\//)).toEqual(['platform/tracing/open-telemetry.ts']);
  expect(importers(/from '[^']*open-telemetry\.ts'/)).toEqual([]);
  expect(importers(/import\('[^']*open-telemetry\.ts'\)/)).toEqual(['app/start/start.ts']);
});
