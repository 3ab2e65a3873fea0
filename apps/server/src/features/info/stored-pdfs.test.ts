import { asId } from '@hiram/contract/ids';
import { storedContracts } from '@hiram/contract/info';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { borrowerIdOfPhone } from '../../../test/support/database/rows.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { TooMany, Unavailable } from '../../platform/errors/rejection.ts';
import { countUsage } from '../../platform/usage-limits.ts';
import type { PrintedContract } from './contract-pdf.ts';
import { printedFace } from './pdf-face.ts';
import { createPdfRenderer, type PdfRenderer } from './pdf-renderer.ts';
import { storedPdfs } from './stored-pdfs.ts';

let hiram: Hiram;
let renderer: PdfRenderer;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
  renderer = createPdfRenderer();
});
afterAll(async () => {
  await renderer.close();
  await hiram.stop();
});

function brand() {
  const spec = hiram.server.appContext.brands.get('spec');
  if (!spec) throw new Error('there is no brand spec');
  return spec;
}

const contractOf = (title: string): PrintedContract => ({
  title,
  html: '<p>What was agreed to.</p><table><tr><td>Amount</td><td>₱10.000,00</td></tr></table>',
  summary: { figures: [], repayments: [] },
  note: 'Agreed 31 Jan 2026, 10:00 GMT+8.',
  agreedAt: new Date('2026-01-31T02:00:00Z'),
  language: 'en',
  face: printedFace(brand()),
});

const wanted = (borrowerId: string, title: string) => ({
  borrowerId: asId<'borrower'>(borrowerId),
  brand: 'spec',
  contract: contractOf(title),
  now: new Date(),
});

test('KEY-06 thirty parallel requests for a contract’s address render it once [T188]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const { list } = (await hiram.send(storedContracts, { orderId: borrower.orderId }, borrower.context)).data;
  const address = hiram.origin + list[0]?.pdfUrl;
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const answer = await fetch(address);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(1);
  expect(answers[0]?.bytes.startsWith('%PDF-')).toBe(true);
  const counted = await hiram.owner
    .selectFrom('usage_count')
    .select('times')
    .where('kind', '=', 'pdf borrower')
    .execute();
  expect(counted).toEqual([{ times: 1 }]);
});

test('a rendered contract is stored encrypted, and another server does not render it again', async () => {
  const { appContext } = hiram.server;
  const stored = new Map<string, Buffer>();
  const files = {
    ...appContext.ports.files,
    put: async (name: string, bytes: Buffer) => {
      stored.set(name, bytes);
    },
    get: async (name: string) => stored.get(name),
  };
  const own = { ...appContext, ports: { ...appContext.ports, files } };
  const first = await storedPdfs(own, renderer).get(wanted('b1', 'Kept'));
  expect(renderer.drawn).toBe(1);
  const [name = '', bytes = Buffer.alloc(0)] = [...stored][0] ?? [];
  expect(name).toMatch(/^[0-9a-f]{64}\.pdf$/);
  expect(bytes.includes('%PDF')).toBe(false);
  expect(await storedPdfs(own, renderer).get(wanted('b1', 'Kept'))).toEqual(first);
  expect(renderer.drawn).toBe(1);
  // A PDF that was altered in the store, or that the store does not return, is rendered again.
  stored.set(name, Buffer.from('nonsense that nobody encrypted'));
  expect((await storedPdfs(own, renderer).get(wanted('b1', 'Kept'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(renderer.drawn).toBe(2);
});

test('a borrower can have forty contracts rendered in a day, and read stored ones without limit', async () => {
  const { appContext } = hiram.server;
  const id = await borrowerIdOfPhone(appContext.db, (await hiram.borrower({ state: 'ready' })).phone);
  const limit = { kind: 'pdf borrower', subject: id, max: 40 };
  const usage = { brand: 'spec', limits: [limit], now: new Date() };
  for (let drawn = 0; drawn < 38; drawn += 1) await countUsage(appContext.db, appContext.cipher, usage);
  const pdfs = storedPdfs(appContext, renderer);
  const before = renderer.drawn;
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, (_, no) => pdfs.get(wanted(id, `No. ${no}`))),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const outcome of all)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(TooMany);
  expect(renderer.drawn - before).toBe(2);
  const index = all.findIndex(({ status }) => status === 'fulfilled');
  await pdfs.get(wanted(id, `No. ${index}`));
  expect(renderer.drawn - before).toBe(2);
});

test('a server renders one contract at a time and queues sixteen, no more [T189]', async () => {
  const busy = createPdfRenderer();
  const requests = Array.from({ length: 20 }, async (_, no) => busy.draw(contractOf(`Waits ${no}`)));
  const refused = await Promise.allSettled(requests.slice(17));
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: expect.any(Unavailable) });
  const first = Promise.allSettled(requests.slice(0, 17));
  await busy.close();
  expect((await first).every(({ status }) => status === 'rejected')).toBe(true);
});

/** Milliseconds of CPU time of the thread that answers calls. */
async function workOfThisThread(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('the event loop keeps running while contracts are rendered [T248]', async () => {
  const { contractPdf } = await import('./contract-pdf.ts');
  await contractPdf(contractOf('warm'));
  await renderer.draw(contractOf('warm'));
  const ownThreadMs = await workOfThisThread(() =>
    Promise.all(Array.from({ length: 6 }, (_, no) => contractPdf(contractOf(`Here ${no}`)))),
  );
  const ownThread = await workOfThisThread(() =>
    Promise.all(Array.from({ length: 6 }, (_, no) => renderer.draw(contractOf(`There ${no}`)))),
  );
  expect(ownThread).toBeLessThan(ownThreadMs / 2);
});

test('a thread that dies fails its contract, and another thread renders the next one', async () => {
  const broken = createPdfRenderer();
  const drawing = broken.draw(contractOf('Lost'));
  await broken.close();
  await expect(drawing).rejects.toThrow();
  expect((await broken.draw(contractOf('Next'))).subarray(0, 5).toString()).toBe('%PDF-');
  await broken.close();
});
