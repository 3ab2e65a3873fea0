import { contactsOfLender, doNotCall, objectToContact, problemDetail } from '@hiram/contract/complaint';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { mayContact, startContacts } from '../../lending/contact/may-contact.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';

/** Noon in Manila. */
const noon = new Date('2026-11-26T04:00:00Z');
const hiram = setUpHiram({ BRAND: 'spec,id' }, { now: () => noon });

async function attempt(
  { orderId }: DemoBorrower,
  at = noon,
  purpose: 'reminder' | 'collection' = 'collection',
) {
  const { appContext } = hiram.server;
  const borrower = await borrowerIdOf(hiram, orderId);
  const request = { borrower, order: orderId, channel: 'call', purpose, by: { kind: 'system' } } as const;
  const made = await actAs('a test', () =>
    inTransaction(appContext.db, (trx) => startContacts(trx, appContext, [request], at)),
  );
  return { made, may: () => mayContact(appContext.db, appContext, [request], noon) };
}

test('a borrower sees who contacted them and objects once, with the contact attached [T1630]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { context } = borrower;
  const { made, may } = await attempt(borrower);
  expect(made).toMatchObject([{ ok: true }]);
  const { data } = await hiram.send(contactsOfLender, {}, context);
  expect(data).toMatchObject({ thisWeek: 1, mostAWeek: 7, list: [{ channel: 'call', by: 'system' }] });
  const contactId = data.list[0]?.contactId ?? '';
  const wrong = { contactId, subtype: 4, words: 'At night.' };
  const first = await hiram.send(objectToContact, wrong, context);
  expect(first).toMatchObject({ success: true });
  const second = await hiram.send(objectToContact, { ...wrong, words: 'Again.' }, context);
  expect(second.data).toEqual(first.data);
  const { data: complaint } = await hiram.send(problemDetail, { problemId: first.data.problemId }, context);
  expect(JSON.stringify(complaint)).toContain('call): At night.');
  // An open complaint about collection stops it.
  expect(await may()).toMatchObject([{ ok: false, why: 'dispute' }]);
  const stranger = await hiram.borrower({ state: '180' });
  expect(await hiram.send(objectToContact, wrong, stranger.context)).toMatchObject({ status: 404 });
  expect(await hiram.send(objectToContact, { ...wrong, subtype: 9 }, context)).toMatchObject({
    code: '61004',
  });
});

test('one contact after the other can be wrong, up to a day’s complaints, and never without a loan [T2613]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { context } = borrower;
  const object = async (contactId: string) =>
    hiram.send(objectToContact, { contactId, subtype: 4, words: '' }, context);
  for (let count = 0; count < 21; count += 1)
    await sql`insert into contact (borrower_id, id, channel, purpose, by_kind, started_at)
      select borrower_id, gen_random_uuid(), 'sms', 'service', 'system', ${new Date(noon.getTime() + count)} from loan_order
      where id = ${borrower.orderId}`.execute(hiram.owner);
  const { list } = (await hiram.send(contactsOfLender, {}, context)).data;
  const answers: string[] = [];
  for (const { contactId } of list) {
    const { success, code } = await object(contactId);
    answers.push(success ? 'saved' : code);
  }
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 'saved'), '61008']);
  const { rows } = await sql<{ order_id: string }>`select order_id from complaint where borrower_id = (
    select borrower_id from loan_order where id = ${borrower.orderId})`.execute(hiram.owner);
  expect(new Set(rows.map(({ order_id }) => order_id))).toEqual(new Set([borrower.orderId]));
  const none = await hiram.borrower({ state: 'new' });
  await sql`insert into contact (borrower_id, id, channel, purpose, by_kind, started_at)
    select id, gen_random_uuid(), 'sms', 'service', 'system', ${noon} from borrower where phone = ${none.phone}`.execute(
    hiram.owner,
  );
  const { contactId } = (await hiram.send(contactsOfLender, {}, none.context)).data.list[0] ?? {
    contactId: '',
  };
  expect(await hiram.send(objectToContact, { contactId, subtype: 4, words: '' }, none.context)).toMatchObject(
    {
      code: '61005',
    },
  );
});

test('the attempts of a week are counted as the guard does, so they are never more than the most [T2225]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const evening = (daysAgo: number) => new Date(noon.getTime() - (daysAgo * 24 - 6) * 3_600_000);
  for (const at of [evening(7), evening(3), noon])
    for (let count = 0; count < 3; count += 1)
      expect((await attempt(borrower, at)).made).toMatchObject([{ ok: true }]);
  await attempt(borrower, noon, 'reminder');
  const { data } = await hiram.send(contactsOfLender, {}, borrower.context);
  expect(data).toMatchObject({ thisWeek: 6, mostAWeek: 7 });
  expect(data.list.length).toBe(10);
  await sql`update contact set outcome = 'failed' where id = (
    select id from contact where order_id = ${borrower.orderId} and purpose = 'collection' order by started_at desc limit 1)`.execute(
    hiram.owner,
  );
  const { thisWeek } = (await hiram.send(contactsOfLender, {}, borrower.context)).data;
  expect(thisWeek).toBe(5);
});

test.each([
  [null, 'unknown'],
  ['noAnswer', 'nobody'],
  ['wrongPerson', 'another'],
  ['promise', 'borrower'],
] as const)('a call with the outcome %s was answered by: %s [T2620]', async (outcome, answeredBy) => {
  const borrower = await hiram.borrower({ state: '180' });
  await attempt(borrower, noon);
  await sql`update contact set outcome = ${outcome}, outcome_at = ${outcome === null ? null : noon}
    where order_id = ${borrower.orderId}`.execute(hiram.owner);
  const { data } = await hiram.send(contactsOfLender, {}, borrower.context);
  expect(data.list).toMatchObject([{ answeredBy }]);
});

test('a contact stands in the borrower’s own time, in which its hours are judged [T2226]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'id');
  await sql`update borrower set time_zone = 'Asia/Jayapura' where phone = ${borrower.phone} and brand = 'id'`.execute(
    hiram.owner,
  );
  // Ten past eight there, ten past six in Jakarta.
  expect((await attempt(borrower, new Date('2026-11-25T23:10:00Z'))).made).toMatchObject([{ ok: true }]);
  const { data } = await hiram.send(contactsOfLender, {}, borrower.context);
  expect(data.list).toMatchObject([{ timeZone: 'Asia/Jayapura' }]);
  const wrong = { contactId: data.list[0]?.contactId ?? '', subtype: 4, words: 'Early.' };
  const { problemId } = (await hiram.send(objectToContact, wrong, borrower.context)).data;
  const { data: complaint } = await hiram.send(problemDetail, { problemId }, borrower.context);
  expect(JSON.stringify(complaint)).toContain('26 Nov 2026, 08.10 WIT');
});

test('a borrower who does not want to be called is not called, and says so once [T1631]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { context } = borrower;
  const { may } = await attempt(borrower);
  expect(await may()).toMatchObject([{ ok: true }]);
  await hiram.send(doNotCall, {}, context);
  await hiram.send(doNotCall, {}, context);
  expect(await may()).toMatchObject([{ ok: false, why: 'doNotCall' }]);
  expect((await hiram.send(contactsOfLender, {}, context)).data).toMatchObject({ canStopCalls: 0 });
  const { rows } = await sql`select from contact_stop where kind = 'doNotCall'`.execute(hiram.owner);
  expect(rows.length).toBe(1);
});
