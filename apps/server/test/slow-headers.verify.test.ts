import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from './support/running-server.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { PUBLIC_URL: 'https://borrow.hiram.example' });
});
afterAll(() => hiram.stop());

/**
 * Writes bytes to the server. Returns everything that arrives until the server disconnects, and how long that
 * took.
 */
async function converse(write: (socket: Socket) => void): Promise<{ text: string; ms: number }> {
  const begun = performance.now();
  const socket = connect(hiram.server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  write(socket);
  await new Promise<void>((resolve) => socket.on('error', () => resolve()).on('close', () => resolve()));
  return { text, ms: performance.now() - begun };
}

test('a client that sends headers without end, a byte at a time, is disconnected [T071]', async () => {
  const { text, ms } = await converse((socket) => {
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('a'), 500);
    socket.on('close', () => clearInterval(drip));
  });
  expect(text.slice(0, 12)).toBe('HTTP/1.1 408');
  expect(ms).toBeGreaterThan(10_000);
});
