import { expect, test } from 'vitest';
import { converse } from './support/inputs/raw-request.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram({ PUBLIC_URL: 'https://borrow.hiram.example' });

test('a client that sends headers without end, a byte at a time, is disconnected [T071]', async () => {
  const { text, ms } = await converse(hiram.server.port, (socket) => {
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('a'), 500);
    socket.on('close', () => clearInterval(drip));
  });
  expect(text.slice(0, 12)).toBe('HTTP/1.1 408');
  expect(ms).toBeGreaterThan(10_000);
});
