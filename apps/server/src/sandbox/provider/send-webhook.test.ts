import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { webhookSender } from './send-webhook.ts';

/** A receiver that answers with each status in turn, and then with 200. */
async function receiver(...statuses: number[]) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(statuses.shift() ?? 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const notifyUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { bodies, send: webhookSender({ webhookSecret: 'secret', now: () => new Date(), notifyUrl }) };
}

test('the sandbox’s provider sends a message again after 503, and after no other answer [T1319]', async () => {
  const busy = await receiver(503, 503);
  await busy.send({ id: 'one' });
  expect(busy.bodies).toEqual(Array(3).fill('{"id":"one"}'));
  const refusing = await receiver(400);
  await expect(refusing.send({ id: 'two' })).rejects.toThrow('the webhook answered 400');
  expect(refusing.bodies.length).toBe(1);
});
