import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  problemDetail,
  problemInit,
  problemList,
  problemSave,
  removeProblemImg,
  saveScore,
  uploadProblemImg,
} from '@hiram/contract/complaint';
import type { Envelope } from '@hiram/contract/envelope';
import { asId } from '@hiram/contract/ids';
import { sandboxComplaintAnswer } from '@hiram/contract/sandbox';
import { localDate } from '@hiram/loan';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { promisedBy } from '../../lending/complaints/promise.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { pictureUrl } from '../../pictures/store-picture.ts';

const hiram = setUpHiram();
let late: DemoBorrower;
beforeAll(async () => {
  await hiram.refuseUnnamed();
  late = await hiram.borrower({ state: '180' });
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const complaintOf = (borrower: DemoBorrower, input: Record<string, unknown> = {}) =>
  hiram.send(
    problemSave,
    { problemType: 4, problemDetail: 'My payment does not show.', orderNo: borrower.orderId, ...input },
    borrower.context,
    { key: randomUUID() },
  );

/** Sends bytes as the page does: multipart, in the field problemImage. */
async function upload(
  borrower: DemoBorrower,
  bytes: Uint8Array,
  { key = randomUUID(), field = 'problemImage', name = 'photo.jpg', type = 'image/jpeg' } = {},
): Promise<Envelope<{ url: string }> & { status: number }> {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name);
  const response = await fetch(
    `${hiram.origin}/api${uploadProblemImg.path}?${new URLSearchParams({ ...borrower.context })}`,
    { method: 'POST', body: form, headers: { 'idempotency-key': key } },
  );
  return { ...JSON.parse(await response.text()), status: response.status };
}

const photo = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#8a4b00' } })
    .jpeg()
    .toBuffer();

const pictureAt = (url: string) => fetch(hiram.origin + url);

test('CMP-02 problem-init returns the kinds, the current order as a card, and every order', async () => {
  const { data } = await hiram.send(problemInit, { orderId: late.orderId }, late.context);
  expect(data.problemType.map((item) => item.value)).toContain(1);
  expect(data.problemSonType.length).toBeGreaterThan(3);
  expect(data.orderDetail).toMatchObject({
    orderNo: late.orderId,
    productName: 'Salapi Loan',
    status: 180,
    isShow: 1,
  });
  expect(data.orderDetail?.list[0]).toEqual({ title: 'Loan amount', value: '₱12.000,00' });
  expect(data.orderList.map((item) => item.orderNo)).toEqual([late.orderId]);
  const bare = await hiram.send(problemInit, {}, late.context);
  expect(bare.data.orderDetail?.orderNo).toBe(late.orderId);
  const newcomer = await hiram.borrower({ state: 'new' });
  const withoutOrders = await hiram.send(problemInit, {}, newcomer.context);
  expect(withoutOrders.success).toBe(true);
  expect(withoutOrders.data.orderDetail).toBeUndefined();
  expect(withoutOrders.data.orderList).toEqual([]);
});

test('CMP-04 a collection complaint about an order that was not collected is rejected in Spanish', async () => {
  const early = await hiram.borrower({ state: '170' });
  const card = (await hiram.send(problemInit, {}, early.context)).data;
  expect(card.orderDetail?.isShow).toBe(0);
  const refused = await complaintOf(early, { problemType: 1, problemSonType: 1 });
  expect(refused).toMatchObject({ success: false, code: '61005', field: 'orderNo' });
  expect(refused.message).toBe('El pedido seleccionado no admite una reclamación de tipo cobranza.');
  expect(refused.message).toBe(card.refusedText);
  expect((await complaintOf(early, { problemType: 1, problemSonType: 1, orderNo: '' })).code).toBe('61005');
  expect((await complaintOf(late, { problemType: 1, problemSonType: 1 })).success).toBe(true);
  const collected = await hiram.borrower({ state: '170', with: { collectionAllowed: 1 } });
  expect((await hiram.send(problemInit, {}, collected.context)).data.orderDetail).toMatchObject({
    status: 170,
    isShow: 1,
  });
  const uncollected = await hiram.borrower({ state: '180', with: { collectionAllowed: 0 } });
  expect((await hiram.send(problemInit, {}, uncollected.context)).data.orderDetail?.isShow).toBe(0);
});

test('CMP-11 a sub-type is accepted for the collection type alone', async () => {
  expect(await complaintOf(late, { problemType: 99 })).toMatchObject({ code: '61003', field: 'problemType' });
  expect(await complaintOf(late, { problemType: 1 })).toMatchObject({
    code: '61004',
    field: 'problemSonType',
  });
  expect(await complaintOf(late, { problemType: 1, problemSonType: 77 })).toMatchObject({ code: '61004' });
  expect(await complaintOf(late, { problemType: 4, problemSonType: 2 })).toMatchObject({ code: '61004' });
  expect(await complaintOf(late, { problemType: 4, problemSonType: '' })).toMatchObject({ success: true });
});

test('CMP-07 CMP-08 a text has 1 to 200 characters, counted as a person counts', async () => {
  for (const problemDetail of ['', ' \n\t '])
    expect(await complaintOf(late, { problemDetail })).toMatchObject({
      code: '61001',
      message: 'Please fill in your comments and suggestions',
      field: 'problemDetail',
    });
  const family = '👨‍👩‍👧‍👦';
  const accent = 'e\u0301';
  for (const text of ['a', family, accent, '🇵🇭', '👍🏽']) {
    expect((await complaintOf(late, { problemDetail: text.repeat(200) })).success).toBe(true);
    expect(await complaintOf(late, { problemDetail: text.repeat(201) })).toMatchObject({
      code: '61002',
      field: 'problemDetail',
    });
    const other = await hiram.borrower({ state: '180' });
    late = other;
  }
});

test('CMP-09 a picture is re-encoded upright, without metadata, under an address of its owner [T141]', async () => {
  const sent = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0b6b57' } })
    .withExif({ IFD0: { Copyright: 'secret-place', Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(sent.includes('secret-place')).toBe(true);
  const { success, code, data } = await upload(late, sent, { name: '../../evil.jpg' });
  expect([success, code]).toEqual([true, '00']);
  const picture = await pictureAt(data.url);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
  const stored = Buffer.from(await picture.arrayBuffer());
  expect(stored.includes('secret-place')).toBe(false);
  const { width, height, exif, orientation } = await sharp(stored).metadata();
  expect([width, height, exif, orientation ?? 1]).toEqual([200, 300, undefined, 1]);
  expect(data.url).not.toContain('evil');
});

test('CMP-09 a picture’s address cannot be forged, changed or used for ever [T004]', async () => {
  const { data } = await upload(late, await photo());
  const url = new URL(hiram.origin + data.url);
  for (const change of [
    (address: URL) =>
      address.searchParams.set('until', String(Number(address.searchParams.get('until')) + 60)),
    (address: URL) => address.searchParams.set('signature', 'A'.repeat(43)),
    (address: URL) => address.searchParams.delete('signature'),
    (address: URL) => address.searchParams.set('until', '1'),
    (address: URL) => {
      address.pathname = address.pathname.replace(/[0-9a-f-]{36}\.jpg/, `${randomUUID()}.jpg`);
    },
  ]) {
    const forged = new URL(url);
    change(forged);
    const answer = await fetch(forged);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: '40400' });
  }
  // Signed URLs: one expires in a minute, the other has expired.
  const { appContext } = hiram.server;
  const [, borrowerId = '', id = ''] =
    /picture\/([0-9a-f-]{36})\/([0-9a-f-]{36})\.jpg$/.exec(url.pathname) ?? [];
  for (const [minutes, status] of [
    [59, 200],
    [61, 404],
  ] as const) {
    const signedAt = new Date(Date.now() - minutes * 60_000);
    expect(
      (await fetch(hiram.origin + pictureUrl(appContext, asId(borrowerId), asId(id), signedAt))).status,
    ).toBe(status);
  }
});

/** A PNG whose header declares this many pixels and whose body has none: a decompression bomb. */
function bombOf(width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc(Buffer.concat([Buffer.from(type), body])));
    return Buffer.concat([head, Buffer.from(type), body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

test('CMP-09 a file that is not a picture is rejected: bomb, SVG, HEIC, text, empty and broken [T062]', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(60)]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const fullPhoto = await photo(800, 600);
  for (const [bytes, code] of [
    [bombOf(10_000, 6_000), '61105'],
    // Within 40 megapixels and 80 kB, but a minute's work to decode: a side length that no camera produces.
    [bombOf(1, 39_999_999), '61105'],
    [bombOf(39_999_999, 1), '61105'],
    [bombOf(16_385, 8), '61105'],
    [svg, '61102'],
    [heic, '61103'],
    [Buffer.from('I am a text file that calls itself a photo.'), '61102'],
    [Buffer.alloc(0), '61101'],
    [fullPhoto.subarray(0, fullPhoto.length / 2), '61102'],
    [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10_485_800)]), '61104'],
  ] as const) {
    const answer = await upload(late, bytes);
    expect([answer.status, answer.success, answer.code, answer.field]).toEqual([
      200,
      false,
      code,
      'problemImage',
    ]);
    expect(answer.message.length).toBeGreaterThan(10);
  }
});

test('CMP-09 a picture with a page appended keeps the picture only [T063]', async () => {
  const polyglot = Buffer.concat([await photo(), Buffer.from('<script>alert(document.domain)</script>')]);
  const { data, success } = await upload(late, polyglot, { name: 'page.html', type: 'text/html' });
  expect(success).toBe(true);
  const picture = await pictureAt(data.url);
  expect(Buffer.from(await picture.arrayBuffer()).includes('<script>')).toBe(false);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
});

test('CMP-09 one attempt sent twice, also in parallel, stores one picture; another field is rejected', async () => {
  const bytes = await photo();
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => upload(late, bytes, { key })));
  const ids = answers.map((answer) => answer.data.url.split('?')[0]);
  expect(new Set(ids).size).toBe(1);
  expect(await upload(late, bytes, { field: 'other' })).toMatchObject({ status: 400, code: '40000' });
});

test('CMP-10 CMP-11 a complaint takes nine pictures of its own borrower [T223]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const urls: string[] = [];
  for (let index = 0; index < 10; index += 1) urls.push((await upload(borrower, await photo())).data.url);
  expect(await complaintOf(borrower, { problemImage: urls.join(',') })).toMatchObject({
    code: '61006',
    field: 'problemImage',
  });
  const foreign = (await upload(late, await photo())).data.url;
  for (const problemImage of [
    [urls[0], urls[0]].join(','),
    foreign,
    'https://elsewhere.example/a.jpg',
    `${urls[0]?.replace(/[0-9a-f-]{36}\.jpg/, `${randomUUID()}.jpg`)}`,
    ',',
  ])
    expect(await complaintOf(borrower, { problemImage })).toMatchObject({
      code: '61007',
      field: 'problemImage',
    });
  const saved = await complaintOf(borrower, { problemImage: urls.slice(0, 9).join(',') });
  expect(saved.success).toBe(true);
  const { data } = await hiram.send(problemDetail, { problemId: saved.data.problemId }, borrower.context);
  expect(data.images).toHaveLength(9);
  expect((await pictureAt(data.images[8] ?? '')).status).toBe(200);
  expect(await complaintOf(borrower, { problemImage: urls[0] ?? '' })).toMatchObject({ code: '61007' });
});

test('CMP-10 a removed picture is not shown or attached and its file is deleted; a sent picture stays', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const [first, second] = [
    (await upload(borrower, await photo())).data.url,
    (await upload(borrower, await photo())).data.url,
  ];
  const remove = (url: string, owner = borrower) => hiram.send(removeProblemImg, { url }, owner.context);
  await remove(first, late);
  expect((await pictureAt(first)).status).toBe(200);
  await remove(first);
  expect((await pictureAt(first)).status).toBe(404);
  expect(await complaintOf(borrower, { problemImage: first })).toMatchObject({ code: '61007' });
  expect((await complaintOf(borrower, { problemImage: second })).success).toBe(true);
  await remove(second);
  expect((await pictureAt(second)).status).toBe(200);
});

test('pictures that are never sent are deleted after three days', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { url } = (await upload(borrower, await photo())).data;
  const id = /([0-9a-f-]{36})\.jpg/.exec(url)?.[1] ?? '';
  await hiram.server.appContext.db
    .selectFrom('picture')
    .select('file')
    .where('id', '=', asId(id))
    .executeTakeFirstOrThrow();
  await asOwner(inject('cluster'), await databaseName(), (client) =>
    client.query("update picture set created_at = now() - interval '4 days' where id = $1", [id]),
  );
  await hiram.days(1);
  expect((await pictureAt(url)).status).toBe(404);
});

async function databaseName(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    hiram.server.appContext.db,
  );
  return rows[0]?.name ?? '';
}

test('CMP-13 three weekdays skip the market’s weekends and holidays', () => {
  const noMatches = new Set<string>();
  const holidays = new Set(['2026-11-30', '2026-12-08']);
  for (const [received, due, days] of [
    ['2026-11-16', '2026-11-19', noMatches],
    ['2026-11-20', '2026-11-25', noMatches],
    ['2026-11-21', '2026-11-25', noMatches],
    ['2026-11-26', '2026-12-02', holidays],
    ['2026-12-04', '2026-12-10', holidays],
  ] as const)
    expect(promisedBy(localDate(received), days)).toBe(due);
});

test('CMP-14 CMP-15 a complaint is listed and read, and the lender’s answer is shown with its history', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const saved = (await complaintOf(borrower, { problemType: 1, problemSonType: 3 })).data;
  expect(saved.reference).toMatch(/^C\d{6}-[2-9A-Y]{6}$/);
  const open = (await hiram.send(problemList, {}, borrower.context)).data.tabs;
  expect(open[0]?.list[0]?.promisedBy).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(open.map((tab) => [tab.title, tab.list.length])).toEqual([
    ['Open', 1],
    ['Answered', 0],
  ]);
  expect(open[0]?.list[0]).toMatchObject({
    id: saved.problemId,
    type: 'How a payment was collected',
    content: 'My payment does not show.',
  });
  const ask = () => hiram.send(problemDetail, { problemId: saved.problemId }, borrower.context);
  expect((await ask()).data).toMatchObject({
    type: 'How a payment was collected',
    sonType: 'My family, friends or employer were contacted',
    problemId: saved.problemId,
    content: 'My payment does not show.',
    images: [],
    disposeDetail: '',
    disposeImages: [],
    isNeedScore: 0,
    promisedBy: saved.promisedBy,
    orderNo: borrower.orderId,
  });
  const answer = { problemId: saved.problemId, disposeDetail: 'We found it.', isNeedScore: 1 } as const;
  expect((await hiram.send(sandboxComplaintAnswer, answer)).success).toBe(true);
  expect((await hiram.send(sandboxComplaintAnswer, answer)).code).toBe('90401');
  const { data } = await ask();
  expect(data).toMatchObject({ disposeDetail: 'We found it.', isNeedScore: 1 });
  expect(data.history.map((item) => item.text)).toEqual(['We received your complaint', 'We replied']);
  const answered = (await hiram.send(problemList, {}, borrower.context)).data.tabs;
  expect(answered.map((tab) => tab.list.length)).toEqual([0, 1]);
});

test('CMP-17 an existing answer is rated once with one to five stars', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { problemId } = (await complaintOf(borrower)).data;
  const rate = (score: number, author = borrower) =>
    hiram.send(saveScore, { score, problemId }, author.context);
  expect((await rate(5)).code).toBe('61201');
  await hiram.send(sandboxComplaintAnswer, { problemId, disposeDetail: 'Done.', isNeedScore: 1 });
  for (const score of [0, 6, -1, 2.5]) expect((await rate(score)).status).toBe(400);
  const answers = await Promise.all([rate(4), rate(2)]);
  expect(answers.map((answer) => answer.code).sort()).toEqual(['00', '61202']);
  const { data } = await hiram.send(problemDetail, { problemId }, borrower.context);
  expect(data.isNeedScore).toBe(0);
  expect([4, 2]).toContain(data.score);
});

test('another borrower’s order, complaint and rating are answered like ones that do not exist [T003]', async () => {
  const owner = await hiram.borrower({ state: '180' });
  const { problemId } = (await complaintOf(owner)).data;
  const other = await hiram.borrower({ state: '180' });
  for (const answer of [
    await complaintOf(other, { orderNo: owner.orderId }),
    await complaintOf(other, { orderNo: randomUUID() }),
    await hiram.send(problemInit, { orderId: owner.orderId }, other.context),
    await hiram.send(problemDetail, { problemId }, other.context),
    await hiram.send(problemDetail, { problemId: 'x' }, other.context),
    await hiram.send(saveScore, { problemId, score: 5 }, other.context),
  ])
    expect([answer.status, answer.code, answer.message]).toEqual([404, '40400', 'This does not exist.']);
});

test('a double tap saves one complaint', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const input = { problemType: 2, problemDetail: 'Twice?', orderNo: borrower.orderId };
  const key = randomUUID();
  const send = () => hiram.send(problemSave, input, borrower.context, { key });
  const [first, second] = await Promise.all([send(), send()]);
  expect(second.data).toEqual(first.data);
  const { tabs } = (await hiram.send(problemList, {}, borrower.context)).data;
  expect(tabs[0]?.list).toHaveLength(1);
});

test('a complaint’s history cannot be rewritten', async () => {
  const { db } = hiram.server.appContext;
  await expect(sql`update complaint_event set kind = 'scored'`.execute(db)).rejects.toThrow(
    /permission denied/,
  );
  await expect(db.deleteFrom('complaint_event').execute()).rejects.toThrow();
});
