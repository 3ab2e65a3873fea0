import { problemDetail, problemList, problemReply } from '@hiram/contract/complaint';
import {
  answerComplaint,
  claimComplaint,
  closeComplaint,
  countComplaints,
  escalateComplaint,
  listComplaints,
  noteOnComplaint,
  reopenComplaint,
  showComplaint,
  writeOnComplaint,
} from '@hiram/contract/console/complaint';
import { listWork } from '@hiram/contract/console/work';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { complain } from '../../../test/support/borrowers/complaints.ts';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';

let hiram: Hiram;
let ana: StaffMember;
let ben: StaffMember;
let borrower: DemoBorrower;
let stranger: DemoBorrower;
let ahead = 0;
beforeAll(async () => {
  ahead = 0;
  hiram = await startHiram(
    inject('cluster'),
    { BRAND: 'spec,ph' },
    { now: () => new Date(Date.now() + ahead) },
  );
  ana = await staffMember(hiram, 'support ph');
  ben = await staffMember(hiram, 'support');
  borrower = await hiram.borrower({ state: '180' }, 'ph');
  stranger = await hiram.borrower({ state: '180' }, 'spec');
});
afterAll(() => hiram.stop());
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const ph = { brand: 'ph' };
const show = async (complaintId: string, by = ana) =>
  (await by.browser.send(showComplaint, { complaintId }, ph)).data;
const asBorrower = async (problemId: string) =>
  (await hiram.send(problemDetail, { problemId }, borrower.context)).data;
const answer = async (complaintId: string, more: Record<string, unknown> = {}, by = ana) => {
  const { seen } = await show(complaintId);
  const input = {
    complaintId,
    seen,
    text: 'We have corrected it.',
    asksForRating: true,
    pictures: [],
    ...more,
  };
  return by.browser.send(answerComplaint, input, ph);
};

test('a complaint is opened, asked about and answered; the borrower reads all but the notes', async () => {
  const complaintId = await complain(hiram, borrower, { problemDetail: 'I paid <b>twice</b> at 7-Eleven' });
  const opened = await show(complaintId);
  expect(opened).toMatchObject({
    brand: 'ph',
    type: 'A payment',
    excerpt: 'I paid <b>twice</b> at 7-Eleven',
    state: 'open',
    isAcknowledged: false,
    borrowerWaits: true,
    seen: 0,
    order: { orderId: borrower.orderId, status: 'overdue' },
    messages: [{ kind: 'received', by: '', body: 'I paid <b>twice</b> at 7-Eleven' }],
  });
  expect(opened.clocks.acknowledged.doneAt).toBeUndefined();
  const acknowledged = { complaintId, seen: 0, kind: 'acknowledged', text: 'We are asking the counter.' };
  expect(await ana.browser.send(writeOnComplaint, acknowledged, ph)).toMatchObject({ success: true });
  await ana.browser.send(noteOnComplaint, { complaintId, text: 'the counter was down' }, ph);
  const question = { complaintId, seen: 2, kind: 'infoRequested', text: 'On which day was it?' };
  expect(await ben.browser.send(writeOnComplaint, question, ph)).toMatchObject({ success: true });
  expect(await asBorrower(complaintId)).toMatchObject({
    question: 'On which day was it?',
    disposeDetail: '',
  });
  expect((await show(complaintId)).borrowerWaits).toBe(false);

  const reply = { problemId: complaintId, problemDetail: 'On Monday' };
  expect(await hiram.send(problemReply, reply, borrower.context)).toMatchObject({ success: true });
  expect((await hiram.send(problemReply, reply, stranger.context)).success).toBe(false);
  const replied = await show(complaintId);
  expect(replied).toMatchObject({ borrowerWaits: true, isAcknowledged: true, seen: 4 });
  expect(replied.messages.map(({ kind, by }) => [kind, by])).toEqual([
    ['received', ''],
    ['acknowledged', ana.name],
    ['note', ana.name],
    ['infoRequested', ben.name],
    ['replied', ''],
  ]);

  expect(await answer(complaintId)).toMatchObject({ success: true });
  const read = await asBorrower(complaintId);
  expect(read).toMatchObject({ disposeDetail: 'We have corrected it.', isNeedScore: 1 });
  expect(read.question).toBeUndefined();
  const words = read.history.map(({ text }) => text).join(' | ');
  expect(words).toContain('We are asking the counter.');
  expect(words).toContain('On which day was it?');
  expect(words).toContain('On Monday');
  expect(JSON.stringify(read)).not.toContain('the counter was down');
  expect(await hiram.send(problemReply, reply, borrower.context)).toMatchObject({ code: '61301' });
  expect(await show(complaintId)).toMatchObject({ state: 'answered' });
});

test('of two who answer at once the second is told who did, and nothing of theirs is stored [T362]', async () => {
  const complaintId = await complain(hiram, borrower);
  const input = { complaintId, seen: 0, asksForRating: false, pictures: [] };
  const both = await Promise.all(
    [ana, ben].map((person) =>
      person.browser.send(answerComplaint, { ...input, text: `from ${person.name}` }, ph),
    ),
  );
  const first = both[0]?.success ? ana : ben;
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  const second = both.find(({ success }) => !success);
  expect(second).toMatchObject({ code: 'alreadyAnswered' });
  expect(second?.message).toMatch(
    new RegExp(`^${first.name} answered this at \\d\\d:\\d\\d\\. Your words are kept\\.$`),
  );
  const { messages } = await show(complaintId);
  expect(messages.filter(({ kind }) => kind === 'answered')).toMatchObject([{ by: first.name }]);
});

test('who did not read the latest message cannot send', async () => {
  const complaintId = await complain(hiram, borrower);
  const reply = { problemId: complaintId, problemDetail: 'It is urgent' };
  await hiram.send(problemReply, reply, borrower.context);
  const late = await answer(complaintId, { seen: 0 });
  expect(late).toMatchObject({ code: 'threadChanged' });
  expect(late.message).toMatch(/^The borrower wrote on this at \d\d:\d\d\./);
  const asked = { complaintId, seen: 0, kind: 'infoRequested', text: 'Why?' };
  expect(await ben.browser.send(writeOnComplaint, asked, ph)).toMatchObject({ code: 'threadChanged' });
  expect(await answer(complaintId)).toMatchObject({ success: true });
});

test('a complaint is escalated, closed in the borrower’s language, and opened again with a new promise', async () => {
  const complaintId = await complain(hiram, borrower);
  await ana.browser.send(claimComplaint, { complaintId, isMine: true }, ph);
  const reason = { complaintId, reason: 'a threat of a collector' };
  expect(await ana.browser.send(escalateComplaint, reason, ph)).toMatchObject({ success: true });
  expect(await ana.browser.send(escalateComplaint, reason, ph)).toMatchObject({ code: 'alreadyEscalated' });
  const escalated = await show(complaintId);
  expect(escalated).toMatchObject({ isEscalated: true });
  expect(escalated.owner).toBeUndefined();
  const listed = await ana.browser.send(listComplaints.page, { list: 'escalated' }, ph);
  expect(listed.data.rows.map((row) => row.complaintId)).toEqual([complaintId]);

  expect(await ana.browser.send(reopenComplaint, reason, ph)).toMatchObject({ code: 'notAnswered' });
  const closing = { complaintId, seen: escalated.seen, because: 'duplicate' };
  expect(await ana.browser.send(closeComplaint, closing, ph)).toMatchObject({ success: true });
  expect((await asBorrower(complaintId)).disposeDetail).toContain('so we close this complaint');
  expect(await ana.browser.send(escalateComplaint, reason, ph)).toMatchObject({ code: 'alreadyAnswered' });
  expect(await ana.browser.send(claimComplaint, { complaintId, isMine: true }, ph)).toMatchObject({
    code: 'alreadyAnswered',
  });

  expect(await ana.browser.send(reopenComplaint, reason, ph)).toMatchObject({ success: true });
  const waiting = await hiram.send(problemList, {}, borrower.context);
  expect(waiting.data.tabs[0]?.list.map(({ id }) => id)).toContain(complaintId);
  expect(await asBorrower(complaintId)).toMatchObject({ disposeDetail: '', isNeedScore: 0 });
  expect(await answer(complaintId, { text: 'Now it is right.' })).toMatchObject({ success: true });
  const { messages } = await show(complaintId);
  expect(messages.map(({ kind }) => kind)).toEqual([
    'received',
    'escalated',
    'answered',
    'reopened',
    'answered',
  ]);
});

test('a colleague’s complaint stays theirs until they give it back', async () => {
  const complaintId = await complain(hiram, borrower);
  const claim = (by: StaffMember, isMine: boolean) =>
    by.browser.send(claimComplaint, { complaintId, isMine }, ph);
  expect(await claim(ana, true)).toMatchObject({ success: true });
  expect(await claim(ben, true)).toMatchObject({ code: 'ownedByOther' });
  expect((await show(complaintId)).owner).toEqual({ staffId: ana.id, name: ana.name });
  const mine = await ana.browser.send(listComplaints.page, { list: 'mine' }, ph);
  expect(mine.data.rows.map((row) => row.complaintId)).toEqual([complaintId]);
  expect(await ana.browser.send(countComplaints, {}, ph)).toMatchObject({ data: { mine: 1 } });
  expect(await claim(ana, false)).toMatchObject({ success: true });
  expect(await claim(ben, true)).toMatchObject({ success: true });
  await answer(complaintId);
});

test('the list has the earliest promise first in pages of 50, and answered ones by their answer', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => hiram.borrower({ state: '180' }, 'ph')));
  for (const person of people)
    for (let count = 0; count < 13; count += 1) await complain(hiram, person, { problemType: 6 });
  const first = (await ana.browser.send(listComplaints.page, { list: 'open' }, ph)).data;
  expect(first.rows).toHaveLength(50);
  const next = (await ana.browser.send(listComplaints.page, { list: 'open', after: first.next }, ph)).data;
  expect(next.next).toBeUndefined();
  const all = [...first.rows, ...next.rows];
  expect(new Set(all.map(({ complaintId }) => complaintId)).size).toBe(52);
  const times = all.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
  expect(
    (await ana.browser.send(listComplaints.page, { list: 'open', only: { type: ['4'] } }, ph)).data.rows,
  ).toEqual([]);
  await answer(await complain(hiram, borrower));
  const answered = (await ana.browser.send(listComplaints.page, { list: 'answered' }, ph)).data.rows;
  // One that was answered twice is listed once.
  const { rows } = await sql`select distinct subject_id from task
    where kind = 'complaint' and brand = 'ph' and closed_at is not null`.execute(hiram.owner);
  expect(answered).toHaveLength(rows.length);
  const ends = answered.map(({ at }) => at);
  expect(ends).toEqual([...ends].sort().reverse());
  for (const after of ['x', '1.x', `${'9'.repeat(16)}.x`])
    expect((await ana.browser.send(listComplaints.page, { list: 'open', after }, ph)).status).toBe(404);
});

test('a complaint that nobody answers in time is overdue in the list', async () => {
  await complain(hiram, borrower);
  ahead = 8 * 86_400_000;
  ben = await staffMember(hiram, 'support');
  const { data } = await ben.browser.send(listComplaints.page, { list: 'open' }, ph);
  expect(Date.parse(data.rows[0]?.at ?? '')).toBeLessThan(Date.now() + ahead);
});

test('beside a complaint stand the payments that count on its loan, and their sum [T1506]', async () => {
  // The clock of an earlier test has ended the sessions of the others.
  const cleo = await staffMember(hiram, 'support ph');
  const payer = await hiram.borrower({ state: '180' }, 'ph');
  const complaintId = await complain(hiram, payer, { problemDetail: 'My payment does not show' });
  expect((await show(complaintId, cleo)).order).toMatchObject({ payments: [], paid: 0 });
  for (const amount of [100_000, 50_000]) await payByCode(hiram, payer, { amount });
  const { order } = await show(complaintId, cleo);
  expect(order?.payments.map(({ amount }) => amount)).toEqual([50_000, 100_000]);
  expect(order?.paid).toBe(150_000);
});

test('a promised day stays the same when the sandbox’s clock is set ahead [T2602]', async () => {
  // The clock of an earlier test has ended her session.
  ana = await staffMember(hiram, 'support ph');
  const complaintId = await complain(hiram, borrower, { problemDetail: 'The app shows another amount' });
  const shown = async () => {
    const { clocks } = await show(complaintId);
    // The last one first: earlier tests left more than a page.
    const { data } = await ana.browser.send(listWork.page, { part: 'open', sort: '-due' }, ph);
    return [clocks.promised.dueOn, data.rows.find(({ subjectId }) => subjectId === complaintId)?.dueOn];
  };
  const [promised, ofTask] = await shown();
  expect(ofTask).toBe(promised);
  await hiram.days(7);
  expect(await shown()).toEqual([promised, promised]);
});
