import { uploadProblemImg } from '@hiram/contract/complaint';
import { keptContracts } from '@hiram/contract/info';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from './running-server.ts';

const lines: string[] = [];
let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { LOG_LEVEL: 'info' }, undefined, {
    write: (line) => void lines.push(line),
  });
});
afterAll(() => hiram.stop());

const shown = () =>
  lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((line) => line.msg === 'shown')
    .map(({ borrower, picture, contract, form }) => ({ borrower, picture, contract, form }));

test('the log has each showing of a picture and of a contract, by their ids and never by the address that opens them', async () => {
  const who = await hiram.borrower({ state: '170' });
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('problemImage', new Blob([Uint8Array.from(photo)]), 'a.jpg');
  const query = new URLSearchParams({ ...who.context });
  const sent = await fetch(`${hiram.origin}/api${uploadProblemImg.path}?${query}`, { method: 'POST', body });
  const picture = new URL(JSON.parse(await sent.text()).data.url, hiram.origin);
  const { list } = (await hiram.send(keptContracts, { orderId: who.orderId }, who.context)).data;
  const contract = new URL(list[0]?.viewUrl ?? '', hiram.origin);
  const ofPicture = /picture\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.jpg$/.exec(picture.pathname) ?? [];
  const ofContract = /contract\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.html$/.exec(contract.pathname) ?? [];
  expect(shown()).toEqual([]);

  for (const address of [picture, contract]) {
    expect((await fetch(address)).status).toBe(200);
    const forged = new URL(address);
    forged.searchParams.set('signature', 'x');
    expect((await fetch(forged)).status).toBe(404);
  }
  expect(shown()).toEqual([
    { borrower: ofPicture[1], picture: ofPicture[2], contract: undefined, form: undefined },
    { borrower: ofContract[1], picture: undefined, contract: ofContract[2], form: 'html' },
  ]);
  for (const { searchParams } of [picture, contract])
    expect(lines.join('')).not.toContain(searchParams.get('signature'));
});
