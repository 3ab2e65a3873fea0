import { connect, type Socket } from 'node:net';
import { uploadProblemImg } from '@hiram/contract/complaint';
import { asId } from '@hiram/contract/ids';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { DemoBorrower } from '../../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../../test/support/processes/set-up.ts';
import { TooMany, Unavailable } from '../../errors/rejection.ts';
import { uploadPlaces } from './upload-places.ts';

const hiram = setUpHiram();

const pathOf = ({ context }: DemoBorrower) =>
  `/api${uploadProblemImg.path}?${new URLSearchParams({ ...context })}`;

/** An upload that stops in the middle: its sender waits, and so does the part that was read. */
function half(borrower: DemoBorrower): { socket: Socket; answer: () => string } {
  const socket = connect(hiram.server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST ${pathOf(borrower)} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n` +
      '--b\r\nContent-Disposition: form-data; name="problemImage"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  socket.write(Buffer.alloc(1_000_000));
  return { socket, answer: () => text };
}

async function upload(borrower: DemoBorrower): Promise<{ status: number; retryAfter: string | null }> {
  const form = new FormData();
  const create = { width: 8, height: 8, channels: 3, background: '#8a4b00' } as const;
  const bytes = await sharp({ create }).jpeg().toBuffer();
  form.set('problemImage', new Blob([new Uint8Array(bytes)]), 'a.jpg');
  const { status, headers } = await fetch(hiram.origin + pathOf(borrower), { method: 'POST', body: form });
  return { status, retryAfter: headers.get('retry-after') };
}

const receivedBy = (all: readonly { answer: () => string }[], status: number) =>
  all.filter(({ answer }) => answer().startsWith(`HTTP/1.1 ${status} `)).length;

test('uploads take memory: nine of a borrower at once, and a stalled one gives way to others [T064]', async () => {
  const [slow, other, late, last] = await Promise.all(
    [1, 2, 3, 4].map(() => hiram.borrower({ state: 'ready' })),
  );
  if (!slow || !other || !late || !last) throw new Error('four borrowers');
  const open = Array.from({ length: 12 }, () => half(slow));
  await hiram.until(
    async () => receivedBy(open, 429),
    (count) => count >= 3,
  );
  expect(await upload(slow)).toEqual({ status: 429, retryAfter: '5' });
  expect(receivedBy(open, 429)).toBe(3);
  // No other caller waits for one stalled upload, nor for three that take every place and send nothing more.
  expect(await upload(last)).toMatchObject({ status: 200 });
  open.push(...Array.from({ length: 9 }, () => half(other)), ...Array.from({ length: 6 }, () => half(late)));
  await hiram.until(
    () => upload(last),
    ({ status }) => status === 200,
  );
  // A freed place may go to another stalled upload that waited longer, which loses it in turn.
  for (let picture = 0; picture < 5; picture += 1)
    await hiram.until(
      () => upload(last),
      ({ status }) => status === 200,
    );
  for (const { socket } of open) socket.destroy();
  // A sender who disconnects frees the place for others.
  await hiram.until(
    () => upload(slow),
    ({ status }) => status === 200,
  );
});

/** Places with the test's own clock. */
function placesAt() {
  let ms = 0;
  const places = uploadPlaces(() => ms);
  const dropped: string[] = [];
  return {
    dropped,
    pass: (milliseconds: number) => {
      ms += milliseconds;
    },
    take: (borrowerId: string, address: string) =>
      places.occupy({ borrowerId: asId(borrowerId), address }, () =>
        dropped.push(`${borrowerId} ${address}`),
      ),
  };
}

test('if all upload slots are taken, the upload that stalled longest is aborted [T190]', () => {
  const { take, pass, dropped } = placesAt();
  const all = Array.from({ length: 24 }, (_, index) => take(`b${index}`, `10.0.0.${index}`));
  expect(() => take('new', '10.1.0.1')).toThrow(Unavailable);
  pass(1_500);
  for (const [at, place] of all.entries()) if (at !== 7) place.received(20_000);
  pass(600);
  // A few bytes now and then are no progress.
  all[7]?.received(1);
  take('new', '10.1.0.1');
  expect(dropped).toEqual(['b7 10.0.0.7']);
  pass(5_000);
  for (const place of all) place.complete();
  // A completely received upload never loses its place.
  expect(() => {
    for (let index = 0; index < 3; index += 1) take(`more${index}`, '10.1.0.2');
  }).toThrow(Unavailable);
  expect(dropped).toEqual(['b7 10.0.0.7', 'new 10.1.0.1']);
});

test('an address that holds all upload slots gives way to others, and nobody to it [T065]', () => {
  const { take, dropped } = placesAt();
  for (let index = 0; index < 24; index += 1) take(`b${index}`, '10.0.0.1').received(64_000);
  for (let index = 0; index < 6; index += 1) take(`honest${index}`, `10.2.0.${index}`).received(64_000);
  expect(dropped).toHaveLength(6);
  expect(new Set(dropped.map((text) => text.split(' ')[1]))).toEqual(new Set(['10.0.0.1']));
  expect(() => take('again', '10.0.0.1')).toThrow(Unavailable);
});

test('a borrower has nine upload slots over all addresses and gets them back', () => {
  const { take } = placesAt();
  const ownUploads = Array.from({ length: 9 }, (_, index) => take('me', `10.0.0.${index}`));
  expect(() => take('me', '10.9.9.9')).toThrow(TooMany);
  ownUploads[0]?.leave();
  ownUploads[0]?.leave();
  take('me', '10.9.9.9');
  expect(() => take('me', '10.9.9.9')).toThrow(TooMany);
});
