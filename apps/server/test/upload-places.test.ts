import { connect, type Socket } from 'node:net';
import { uploadProblemImg } from '@hiram/contract/complaint';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DemoBorrower, type Hiram, startHiram } from './running-server.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
});
afterAll(() => hiram.stop());

const pathOf = ({ context }: DemoBorrower) =>
  `/api${uploadProblemImg.path}?${new URLSearchParams({ ...context })}`;

/** An upload that stops in the middle: its sender waits, and so does what was read of it. */
function half(who: DemoBorrower): { socket: Socket; answer: () => string } {
  const socket = connect(hiram.server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST ${pathOf(who)} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n` +
      '--b\r\nContent-Disposition: form-data; name="problemImage"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  socket.write(Buffer.alloc(1_000_000));
  return { socket, answer: () => text };
}

async function upload(who: DemoBorrower): Promise<{ status: number; retryAfter: string | null }> {
  const form = new FormData();
  const create = { width: 8, height: 8, channels: 3, background: '#8a4b00' } as const;
  const bytes = await sharp({ create }).jpeg().toBuffer();
  form.set('problemImage', new Blob([new Uint8Array(bytes)]), 'a.jpg');
  const { status, headers } = await fetch(hiram.origin + pathOf(who), { method: 'POST', body: form });
  return { status, retryAfter: headers.get('retry-after') };
}

test('pictures under way take memory: nine of a borrower and twenty-four in all, whoever sends them slowly', async () => {
  const [slow, other, late, last] = await Promise.all(
    [1, 2, 3, 4].map(() => hiram.borrower({ state: 'ready' })),
  );
  if (!slow || !other || !late || !last) throw new Error('four borrowers');
  const open = Array.from({ length: 12 }, () => half(slow));
  const refused = (all: readonly { answer: () => string }[], status: number) =>
    all.filter(({ answer }) => answer().startsWith(`HTTP/1.1 ${status} `)).length;
  await hiram.until(
    async () => refused(open, 429),
    (count) => count >= 3,
  );
  expect(await upload(slow)).toEqual({ status: 429, retryAfter: '5' });
  expect(refused(open, 429)).toBe(3);
  // Nobody else is held up by one, nor by two; the server itself by three.
  expect(await upload(last)).toMatchObject({ status: 200 });
  open.push(...Array.from({ length: 9 }, () => half(other)), ...Array.from({ length: 9 }, () => half(late)));
  await hiram.until(
    async () => refused(open, 503),
    (count) => count >= 3,
  );
  expect(await upload(last)).toEqual({ status: 503, retryAfter: '5' });
  for (const { socket } of open) socket.destroy();
  // Whoever hangs up leaves the place to others.
  await hiram.until(
    () => upload(slow),
    ({ status }) => status === 200,
  );
  await hiram.until(
    () => upload(last),
    ({ status }) => status === 200,
  );
});
