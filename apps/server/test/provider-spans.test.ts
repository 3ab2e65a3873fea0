import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDirectory } from '../src/console/directory/directory.ts';
import { fixedSecret } from '../src/platform/crypto/secrets.ts';
import { type FinishedSpan, onSpan } from '../src/platform/tracing/trace.ts';
import { httpScorer } from '../src/providers/http-scorer/http-scorer.ts';
import type { ScoredApplication } from '../src/providers/ports/scorer.ts';
import { s3Files } from '../src/providers/s3/s3-files.ts';

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** The spans of the work, which fails. */
async function spansOf(work: () => Promise<unknown>): Promise<readonly FinishedSpan[]> {
  const spans: FinishedSpan[] = [];
  const unsubscribe = onSpan((span) => spans.push(span));
  await expect(work()).rejects.toThrow();
  unsubscribe();
  return spans;
}

test('a request to the file store is a span with its outcome, without the name of the file [T1057]', async () => {
  const credentials = fixedSecret('id:secret');
  const store = { bucket: 'b', prefix: '', endpoint: origin, region: 'r', pathStyle: true, credentials };
  const spans = await spansOf(() => s3Files(store).get('some-picture.jpg'));
  expect(spans).toMatchObject([
    {
      name: 'provider files',
      isFailed: true,
      attributes: { 'server.address': '127.0.0.1', 'hiram.provider': 'files', outcome: 'denied' },
    },
  ]);
  expect(JSON.stringify(spans)).not.toContain('some-picture');
});

test('a request to the staff’s directory is a span with its outcome [T1058]', async () => {
  const settings = {
    issuer: origin,
    clientId: 'console',
    clientSecret: fixedSecret('s'),
    rolesOfGroup: new Map(),
  };
  const directory = createDirectory(settings, () => `${origin}/return`);
  expect(await spansOf(() => directory.begin())).toMatchObject([
    { name: 'provider directory', isFailed: true, attributes: { outcome: 'denied' } },
  ]);
});

test('a request to the lender’s scorer is a span with its outcome [T1322]', async () => {
  const settings = { url: `${origin}/score`, secret: fixedSecret('s'), timeoutMs: 1_000 };
  const application = { reference: 'r' } as ScoredApplication;
  expect(await spansOf(() => httpScorer(settings, () => new Date()).score(application))).toMatchObject([
    { name: 'provider scorer', isFailed: true, attributes: { outcome: 'denied' } },
  ]);
});
