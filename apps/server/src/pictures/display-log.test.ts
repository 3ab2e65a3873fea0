import { uploadProblemImg } from '@hiram/contract/complaint';
import { storedContracts } from '@hiram/contract/info';
import { payCode } from '@hiram/contract/repay';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from '../../test/support/processes/running-server.ts';

const lines: string[] = [];
let hiram: Hiram;
beforeAll(async () => {
  lines.length = 0;
  hiram = await startHiram(
    inject('cluster'),
    { LOG_LEVEL: 'info' },
    {
      logTo: {
        write: (line) => void lines.push(line),
      },
    },
  );
});
afterAll(() => hiram.stop());

const displayLines = () =>
  lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((line) => line.msg === 'shown')
    .map(({ borrower, picture, contract, form }) => ({ borrower, picture, contract, form }));

/** The URL of a picture that the borrower uploads. */
async function pictureOf(context: Readonly<Record<string, string | undefined>>): Promise<URL> {
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('problemImage', new Blob([Uint8Array.from(photo)]), 'a.jpg');
  const query = new URLSearchParams(JSON.parse(JSON.stringify(context)));
  const sent = await fetch(`${hiram.origin}/api${uploadProblemImg.path}?${query}`, { method: 'POST', body });
  return new URL(JSON.parse(await sent.text()).data.url, hiram.origin);
}

test('the log records each showing of a picture or contract by id, never by its address [T182]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const picture = await pictureOf(borrower.context);
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  const contract = new URL(list[0]?.viewUrl ?? '', hiram.origin);
  const ofPicture = /picture\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.jpg$/.exec(picture.pathname) ?? [];
  const ofContract = /contract\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.html$/.exec(contract.pathname) ?? [];
  expect(displayLines()).toEqual([]);

  for (const address of [picture, contract]) {
    expect((await fetch(address)).status).toBe(200);
    const forged = new URL(address);
    forged.searchParams.set('signature', 'x');
    expect((await fetch(forged)).status).toBe(404);
  }
  expect(displayLines()).toEqual([
    { borrower: ofPicture[1], picture: ofPicture[2], contract: undefined, form: undefined },
    { borrower: ofContract[1], picture: undefined, contract: ofContract[2], form: 'html' },
  ]);
  for (const { searchParams } of [picture, contract])
    expect(lines.join('')).not.toContain(searchParams.get('signature'));
});

test('responses with pictures, contracts and code images forbid caching [T178]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  const body = { orderId: borrower.orderId, amount: 480_941, channelNumber: '10001' };
  expect(await hiram.send(payCode, body, borrower.context)).toMatchObject({ success: true });
  const { image_token: token } = await hiram.server.appContext.db
    .selectFrom('payment_code')
    .select('image_token')
    .where('order_id', '=', borrower.orderId)
    .executeTakeFirstOrThrow();
  const shown = [
    await pictureOf(borrower.context),
    ...[list[0]?.viewUrl, list[0]?.pdfUrl, `/api/code-image/${token}.svg`].map(
      (path) => new URL(path ?? '', hiram.origin),
    ),
  ];
  for (const address of shown) {
    const answer = await fetch(address);
    expect([address.pathname, answer.status, answer.headers.get('cache-control')]).toEqual([
      address.pathname,
      200,
      'private, no-store',
    ]);
  }
});
