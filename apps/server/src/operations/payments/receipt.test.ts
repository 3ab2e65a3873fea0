import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadReceipt, utrSubmit } from '@hiram/contract/repay';
import sharp from 'sharp';
import { beforeAll, expect, inject, test } from 'vitest';
import { codeAndText, runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { reviewQueue } from '../../lending/review/waiting.ts';
import { newUtr } from '../../sandbox/fill/bank-statement.ts';

const cluster = inject('cluster');
const folder = mkdtempSync(join(tmpdir(), 'hiram-receipts-'));
const hiram = setUpHiram({ DATA_DIR: folder });
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const receiptOf = (...words: string[]) =>
  codeAndText(
    runHiram(['payments', 'receipt', ...words], settingsOf(cluster, hiram.database, { DATA_DIR: folder })),
  );

async function upload(borrower: DemoBorrower, bytes: Uint8Array): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'receipt.jpg');
  const query = new URLSearchParams({ ...borrower.context });
  const response = await fetch(`${hiram.origin}/api${uploadReceipt.path}?${query}`, {
    method: 'POST',
    body: form,
    headers: { 'idempotency-key': randomUUID() },
  });
  const { data } = JSON.parse(await response.text());
  return data.url;
}

/** A transfer that a borrower reported, by its id in the review queue. */
async function report(borrower: DemoBorrower, image?: string): Promise<string> {
  const utr = newUtr();
  const options = { orderId: borrower.orderId, channelNumber: '10005', utr, amount: 480_941 };
  const sent = await hiram.send(utrSubmit, { ...options, ...(image ? { image } : {}) }, borrower.context, {
    key: randomUUID(),
  });
  expect(sent.success, sent.message).toBe(true);
  const { entries: all } = await reviewQueue(hiram.server.appContext.db);
  return all.find((entry) => entry.description.startsWith(`${utr} `))?.id ?? '';
}

test('KEY-07 the picture of a reported transfer becomes a file that only the operator can read', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const receipt = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8a4b00' } })
    .jpeg()
    .toBuffer();
  const id = await report(borrower, await upload(borrower, receipt));
  const file = join(mkdtempSync(join(folder, 'receipt-')), 'receipt.jpg');
  const written = await receiptOf(id, '--to', file);
  const bytes = readFileSync(file);
  expect(written).toEqual({ code: 0, output: `${file}: ${bytes.length} bytes, a JPEG.\n` });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // An existing file with that name is not changed.
  expect(await receiptOf(id, '--to', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('EEXIST'),
  });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  // Reading changes nothing: the transfer is still in the queue.
  expect((await reviewQueue(hiram.server.appContext.db)).entries.map((entry) => entry.id)).toContain(id);
});

test('KEY-07 a transfer without a picture, an unknown one and an incomplete command write no file', async () => {
  const id = await report(await hiram.borrower({ state: '180' }));
  const file = join(folder, 'none.jpg');
  for (const named of [id, randomUUID()])
    expect(await receiptOf(named, '--to', file)).toEqual({
      code: 1,
      output: `${named} has no picture.\n`,
    });
  for (const wrong of [[id], ['--to', file], ['x', '--to', file], [id, '--to', file, '--by', 'Ana']])
    expect(await receiptOf(...wrong)).toMatchObject({ code: 2, output: expect.stringMatching(/^error: /) });
  expect(() => statSync(file)).toThrow('ENOENT');
});
