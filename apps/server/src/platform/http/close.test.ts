import { Agent, request } from 'node:http';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { portOf } from '../../app/create-context.ts';
import { closeWithin } from './close.ts';

test('a closing server does not wait for the kept-alive connection of a finished answer', async () => {
  const app = Fastify();
  const { promise: held, resolve: release } = Promise.withResolvers<string>();
  const { promise: pending, resolve: arrived } = Promise.withResolvers<void>();
  app.get('/', () => {
    arrived();
    return held;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<string>((resolve, reject) => {
    request({ host: '127.0.0.1', port: portOf(app), agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
  await pending;
  // By then the listener has checked for idle connections; it does not check again.
  const closed = closeWithin(app, 60_000);
  await expect.poll(() => app.server.listening).toBe(false);
  release('the answer');
  expect(await answered).toBe('the answer');
  // The test would time out long before the minute after which every connection is closed.
  await closed;
  agent.destroy();
});
