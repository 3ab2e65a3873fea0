import { problemDetail } from '@hiram/contract/complaint';
import {
  addAnswerPicture,
  answerComplaint,
  claimComplaint,
  complaintPicture,
  escalateComplaint,
  listComplaints,
  noteOnComplaint,
  reopenComplaint,
  showComplaint,
  writeOnComplaint,
} from '@hiram/contract/console/complaint';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { complain } from '../../../test/support/borrowers/complaints.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { setUpBorrower, setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph,id' });
const ana = setUpStaffMember(hiram, 'support ph');
const borrower = setUpBorrower(hiram, { state: '180' }, 'ph');
let own: string;
let foreign: string;
beforeAll(async () => {
  own = await complain(hiram, borrower);
  foreign = await complain(hiram, await hiram.borrower({ state: '180' }, 'spec'));
});

const ph = { brand: 'ph' };
const nobodys = '01900000-0000-7000-8000-000000000000';
const photo = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#8a4b00' } })
    .jpeg()
    .toBuffer();

/** Each call about one complaint, with an input that is accepted for one's own. */
const calls = (complaintId: string) =>
  [
    [showComplaint, { complaintId }],
    [claimComplaint, { complaintId, isMine: false }],
    [noteOnComplaint, { complaintId, text: 'a note' }],
    [escalateComplaint, { complaintId, reason: 'why it is' }],
    [reopenComplaint, { complaintId, reason: 'why it is' }],
    [writeOnComplaint, { complaintId, seen: 0, kind: 'infoRequested', text: 'when?' }],
    [answerComplaint, { complaintId, seen: 0, text: 'done', asksForRating: false, pictures: [] }],
    [complaintPicture, { complaintId, pictureId: nobodys }],
    [addAnswerPicture, { complaintId, picture: 'AAAA' }],
  ] as const;

test('a complaint of another brand is not found, by no call; nor is one that does not exist [T363]', async () => {
  for (const id of [foreign, nobodys, 'x'])
    for (const [call, input] of calls(id))
      expect([call.name, (await ana.browser.send(call, input, ph)).status]).toEqual([call.name, 404]);
  const { data } = await ana.browser.send(listComplaints.page, { list: 'open' }, ph);
  expect(data.rows.map(({ complaintId }) => complaintId)).toEqual([own]);
  expect((await ana.browser.send(showComplaint, { complaintId: foreign }, { brand: 'spec' })).right).toBe(
    'complaint.read',
  );
});

test('in all brands the list has each brand’s complaints', async () => {
  const everywhere = await staffMember(hiram, 'support');
  const { data } = await everywhere.browser.send(listComplaints.page, { list: 'open' }, { brand: '*' });
  expect(new Set(data.rows.map(({ complaintId }) => complaintId))).toEqual(new Set([own, foreign]));
});

const family = '👨‍👩‍👧‍👦';
test.each([
  ['an empty text', { text: ' \n ' }, 'text'],
  ['2001 letters', { text: 'a'.repeat(2_001) }, 'text'],
  ['a null character', { text: 'a\0b' }, 'text'],
  ['a negative count', { seen: -1 }, 'seen'],
  ['a fraction', { seen: 1.5 }, 'seen'],
  ['2^53', { seen: 2 ** 53 }, 'seen'],
  ['a word', { seen: '1.234,56' }, 'seen'],
  ['ten pictures', { pictures: Array.from({ length: 10 }, () => nobodys) }, 'pictures'],
  ['a rating of 2', { asksForRating: 2 }, 'asksForRating'],
  ['an unknown field', { extra: 1 }, 'extra'],
])('%s is rejected by its field', async (_, more, field) => {
  const input = { complaintId: own, seen: 0, text: 'ok', asksForRating: false, pictures: [], ...more };
  expect(await ana.browser.send(answerComplaint, input, ph)).toMatchObject({ status: 400, field });
});

test('right-to-left letters, emoji, script and percent signs are kept as they were typed', async () => {
  const complaintId = await complain(hiram, borrower);
  const words = `${family} مرحبا <script>alert(1)</script> 100% =cmd|' /C calc'!A0 ${'x'.repeat(500)}`;
  const note = { complaintId, text: words };
  expect(await ana.browser.send(noteOnComplaint, note, ph)).toMatchObject({ success: true });
  const { data } = await ana.browser.send(showComplaint, { complaintId }, ph);
  expect(data.messages.at(-1)?.body).toBe(words);
});

test('a picture of the lender goes out with one answer, decoded and encoded again', async () => {
  const complaintId = await complain(hiram, borrower);
  const add = (picture: string) => ana.browser.send(addAnswerPicture, { complaintId, picture }, ph);
  expect(await add('')).toMatchObject({ code: 'noPicture' });
  expect(await add(Buffer.from('GIF89a and more than sixteen').toString('base64'))).toMatchObject({
    code: 'notAPicture',
    field: 'picture',
  });
  expect(await add('no base64!')).toMatchObject({ status: 400, field: 'picture' });
  const { pictureId } = (await add((await photo(1200, 900)).toString('base64'))).data;
  const send = (more: object) =>
    ana.browser.send(
      answerComplaint,
      { complaintId, seen: 0, text: 'See the picture', asksForRating: false, pictures: [pictureId], ...more },
      ph,
    );
  expect(await send({ pictures: [pictureId, pictureId] })).toMatchObject({ code: 'unknownPicture' });
  expect(await send({ pictures: [nobodys] })).toMatchObject({ code: 'unknownPicture' });
  expect(await send({})).toMatchObject({ success: true });
  const read = await hiram.send(problemDetail, { problemId: complaintId }, borrower.context);
  expect(read.data.disposeImages).toHaveLength(1);
  expect((await fetch(hiram.origin + read.data.disposeImages[0])).status).toBe(200);
  const shown = await ana.browser.send(complaintPicture, { complaintId, pictureId }, ph);
  expect(Buffer.from(shown.data.jpeg, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
  expect((await ana.browser.send(complaintPicture, { complaintId: own, pictureId }, ph)).status).toBe(404);
});

test('templates are in the borrower’s language, with the loan’s figures, and those that fit come first', async () => {
  const indonesian = await hiram.borrower({ state: '180' }, 'id');
  const complaintId = await complain(hiram, indonesian);
  const clerk = await staffMember(hiram, 'support id');
  const { data } = await clerk.browser.send(showComplaint, { complaintId }, { brand: 'id' });
  expect(data.language).toBe('id');
  const charges = data.templates.find(({ id }) => id === 'charges');
  expect(charges?.title).toBe('How charges are counted');
  expect(charges?.text).toMatch(/Hari ini yang harus dibayar Rp\s?[\d.]+/);
  expect(data.templates.map(({ id }) => id).indexOf('conduct')).toBeGreaterThan(3);
});

test('a look at a complaint is recorded once an hour [T364]', async () => {
  const reader = await staffMember(hiram, 'support ph');
  const complaintId = await complain(hiram, borrower);
  for (let time = 0; time < 3; time += 1) await reader.browser.send(showComplaint, { complaintId }, ph);
  const reads = await hiram.server.appContext.db
    .selectFrom('staff_read')
    .select(['borrower_id', 'subject', 'subject_id', 'field'])
    .where('staff_id', '=', reader.id)
    .execute();
  expect(reads).toMatchObject([{ subject: 'complaint', subject_id: complaintId, field: 'complaint' }]);
});
