import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createMetricsServer } from './metrics-server.ts';

test('every answer of the listener of the metrics has the security headers [T1051]', async () => {
  const app = createMetricsServer(async () => 'hiram_up 1\n');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const head = {
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  };
  for (const [path, status] of [
    ['/metrics', 200],
    ['/other', 404],
  ] as const) {
    const answer = await fetch(origin + path);
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([status, head]);
  }
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('NO REQUEST\r\n\r\n');
  const malformed = (await text(socket)).toLowerCase();
  for (const [name, value] of Object.entries(head)) expect(malformed).toContain(`${name}: ${value}`);
  await app.close();
});
