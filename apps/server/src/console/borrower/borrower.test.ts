import { profile } from '@hiram/contract/account';
import type { ActionCalls, Submitted } from '@hiram/contract/console/action-calls';
import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import {
  addNote,
  blockBorrower,
  changeNumber,
  endBorrowerSessions,
  eraseBorrower,
  exportBorrowerData,
  holdErasure,
  listTimeline,
  proposeNumber,
  readBorrowerField,
  showBorrower,
  showOrderPage,
  unblockBorrower,
} from '@hiram/contract/console/borrower';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { rejectionOf, type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { asTwoPersons } from '../../../test/support/console/two-persons.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { addStop } from '../../lending/contact/stops.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { eraseAccounts } from '../../scheduler/retention/erasure.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const support = setUpStaffMember(hiram, 'support');
const controller = setUpStaffMember(hiram, 'controller');
const officer = setUpStaffMember(hiram, 'officer');
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const spec = { brand: 'spec' };
const idOf = ({ orderId }: DemoBorrower) => borrowerIdOf(hiram, orderId);
const card = async (borrowerId: string, by = support) =>
  (await by.browser.send(showBorrower, { borrowerId }, spec)).data;
const entries = async (borrowerId: string, input: object = {}) =>
  (await support.browser.send(listTimeline, { borrowerId, ...input }, spec)).data.entries;

async function submit(calls: ActionCalls, request: object, by: StaffMember) {
  const shown = await by.browser.send(calls.preview, { request }, spec);
  if (!shown.success) return rejectionOf<Submitted>(shown);
  const { digest } = shown.data;
  return by.browser.send(calls.submit, { request, digest, reference: '', reason: 'lost SIM' }, spec);
}
async function approve({ data: { approvalId } }: { readonly data: Submitted }, by = controller) {
  const offered = await by.browser.send(approvalOptions, { approvalId }, spec);
  if (!offered.success) return offered;
  const { publicKey, digest } = offered.data;
  const passkey = by.authenticator.sign(publicKey);
  return by.browser.send(approveRequest, { approvalId, digest, passkey }, spec);
}

test('the card masks everything personal, and one field opens with a reason that is recorded [T353]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  const shown = await card(borrowerId);
  expect(shown.orders[0]).toMatchObject({ orderId: borrower.orderId, status: 'overdue' });
  const { due = 0, owed = 0 } = shown.orders[0] ?? {};
  expect(due).toBeGreaterThan(0);
  expect(owed).toBeGreaterThan(due);
  expect(JSON.stringify(shown)).not.toContain(borrower.phone.slice(-7));
  expect(shown.fields[0]).toMatchObject({ field: 'phone', shown: `••• ${borrower.phone.slice(-3)}` });
  const open = (field: string, by = support, reason = 'to call back') =>
    by.browser.send(readBorrowerField, { borrowerId, field, reason }, spec);
  expect((await open('phone')).data.value).toContain(borrower.phone.slice(-7));
  for (const { field } of shown.fields.slice(0, 6)) expect((await open(field)).success).toBe(true);
  expect(await open('password')).toMatchObject({ code: 'noSuchField' });
  for (const reason of ['', ' ', 'x'.repeat(201)])
    expect(await open('phone', support, reason)).toMatchObject({ status: 400, field: 'reason' });
  const cashier = await staffMember(hiram, 'cashier');
  expect(await open('phone', cashier)).toMatchObject({ status: 403, right: 'borrower.readEncrypted' });
  expect((await card(borrowerId)).readsLeft).toBe(shown.readsLeft - 1 - Math.min(6, shown.fields.length));
  const reads = await entries(borrowerId, { group: 'access' });
  expect(reads[0]).toMatchObject({ kind: 'read', reason: 'to call back', who: support.name });
});

test('their order page is what their own call answers, and they read by which role it was opened [T355]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  const { orderId } = borrower;
  const page = await support.browser.send(showOrderPage, { borrowerId, orderId }, spec);
  const { data } = await hiram.send(loanDetails, { orderId }, borrower.context);
  expect(page.data).toMatchObject({
    statusTitle: data.noticeStatusText,
    statusText: data.noticeDesText,
    due: { amount: data.userOrderDetail.due?.repayAmount, owedInAll: data.userOrderDetail.due?.owedInAll },
  });
  const other = await hiram.borrower({ state: '180' });
  const foreign = { borrowerId, orderId: other.orderId };
  expect(await support.browser.send(showOrderPage, foreign, spec)).toMatchObject({ status: 404 });
  await support.browser.send(readBorrowerField, { borrowerId, field: 'phone', reason: 'call back' }, spec);
  // Opened again within an hour: one line.
  for (const _ of [1, 2]) {
    await card(borrowerId);
    await entries(borrowerId);
  }
  const { staffReads } = (await hiram.send(profile, {}, borrower.context)).data;
  expect(staffReads.map(({ role, dataName }) => [role, dataName])).toEqual([
    ['Customer service', 'your account’s page'],
    ['Customer service', 'your phone number'],
    ['Customer service', 'your loan’s page'],
  ]);
  expect((await hiram.send(profile, {}, other.context)).data.staffReads).toEqual([]);
});

test('a payout that was booked later shows the day from which it counts [T2586]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  const [order] = (await card(borrowerId)).orders;
  expect(order?.paidOutOn).toMatch(/^\d{4}-/);
  expect((order?.paidOutOn ?? '') < (order?.dueOn ?? '')).toBe(true);
  const money = await entries(borrowerId, { group: 'money' });
  const payout = money.find(({ kind }) => kind === 'event disbursed');
  expect(payout?.recordedAt).toBeDefined();
  expect(dayIn('Asia/Manila', new Date(payout?.at ?? ''))).toBe(order?.paidOutOn);
  // It stands there, below what happened since.
  expect(money.map(({ at }) => at)).toEqual(
    money
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  expect(money.at(-1)?.kind).toBe('event disbursed');
  expect(money.find(({ kind }) => kind === 'order applied')).not.toHaveProperty('recordedAt');
});

test('notes, sessions and everything else are in the timeline, page by page', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  const text = '<b>calls after 17:00</b> مرحبا 👍🏽 % _';
  expect(await support.browser.send(addNote, { borrowerId, text }, spec)).toMatchObject({ success: true });
  for (const bad of ['', ' \n', 'x'.repeat(2_001)])
    expect(await support.browser.send(addNote, { borrowerId, text: bad }, spec)).toMatchObject({
      status: 400,
    });
  expect((await card(borrowerId)).notes).toMatchObject([{ text, author: support.name }]);
  for (let index = 0; index < 60; index += 1)
    await support.browser.send(addNote, { borrowerId, text: `note ${index}` }, spec);
  const first = await support.browser.send(listTimeline, { borrowerId }, spec);
  expect(first.data).toMatchObject({ isLast: false });
  const second = await entries(borrowerId, { before: first.data.entries.at(-1)?.at });
  const keys = [...first.data.entries, ...second].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(second.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['event disbursed', 'order applied']),
  );
  const money = await entries(borrowerId, { group: 'money' });
  expect(new Set(money.map(({ group }) => group))).toEqual(new Set(['money']));
  // A decision from the shell names the two persons who stand for it.
  const note = { reference: 'MEMO-17', reason: 'goodwill', by: 'Ana Cruz', second: 'Ben Reyes' };
  await asTwoPersons(hiram, (trx) =>
    sql`insert into loan_event (borrower_id, order_id, seq, id, kind, value_date, arrived_at, body) values (${borrowerId},
      ${borrower.orderId}, 90, ${newId()}, 'writtenOff', (now() at time zone 'Asia/Manila')::date, now(), ${JSON.stringify({ note })}::jsonb)`.execute(
      trx,
    ),
  );
  const [written] = await entries(borrowerId, { group: 'money' });
  expect(written).toMatchObject({ kind: 'event writtenOff', who: 'Ana Cruz + Ben Reyes' });
  expect(await support.browser.send(endBorrowerSessions, { borrowerId }, spec)).toMatchObject({
    success: true,
  });
  expect((await card(borrowerId)).sessions).toBe(0);
  expect(await hiram.send(profile, {}, borrower.context)).toMatchObject({ code: '-2' });
});

test('a message in the timeline says what it told, not the name of its event [T3998]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  for (const kind of ['promiseBroken', 'ofAnEarlierVersion'])
    await sql`insert into notice (borrower_id, id, order_id, kind, event, variables, state, created_at)
      values (${borrowerId}, ${newId()}, ${borrower.orderId}, ${kind}, ${`promise broken ${kind}`}, '{}', 'inbox', now())`.execute(
      hiram.owner,
    );
  const messages = (await entries(borrowerId, { group: 'words' })).filter(({ kind }) => kind === 'text');
  expect(messages.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining(['promise broken', 'ofAnEarlierVersion']),
  );
});

test('who looked at a borrower is apart from what happened with them [T2200]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  await card(borrowerId);
  const kindsOf = async (group?: 'access') =>
    (await entries(borrowerId, group ? { group } : {})).map(({ kind }) => kind);
  expect(await kindsOf()).toContain('event disbursed');
  expect(await kindsOf()).not.toContain('read');
  expect(await kindsOf('access')).toContain('read');
});

test('one person blocks, two lift it, and the database for an approved request alone [T2136]', async () => {
  const borrowerId = await idOf(await hiram.borrower({ state: '200' }));
  const blocked = await submit(blockBorrower, { borrowerId }, support);
  expect(blocked.data).toMatchObject({ state: 'done' });
  expect((await card(borrowerId)).blocked).toBe('lost SIM');
  expect(await submit(blockBorrower, { borrowerId }, support)).toMatchObject({ code: 'blockedAlready' });
  const asked = await submit(unblockBorrower, { borrowerId }, support);
  const { approvalId } = asked.data;
  const { db } = hiram.server.appContext;
  for (const approval of [approvalId, blocked.data.approvalId, newId()])
    await expect(
      actAs('a test', () => sql`select unblock_borrower(${borrowerId}, ${approval})`.execute(db)),
    ).rejects.toThrow('approved request alone');
  expect((await card(borrowerId)).blocked).toBe('lost SIM');
  expect(await approve(asked)).toMatchObject({ success: true });
  expect((await card(borrowerId)).blocked).toBeUndefined();
  expect(await submit(unblockBorrower, { borrowerId }, support)).toMatchObject({ code: 'notBlocked' });
});

test('a number is changed by two persons, ends every session, and is in no request [T354]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const other = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  const propose = (phone: string) => support.browser.send(proposeNumber, { borrowerId, phone }, spec);
  for (const phone of ['', '123', '+1 555 0100', 'x', '13800138000; drop table'])
    expect(await propose(phone)).toMatchObject({ code: 'malformedNumber' });
  expect(await propose(other.phone)).toMatchObject({ code: 'numberTaken' });
  const phone = `139${String(Date.now()).slice(-8)}`;
  const proposed = await propose(phone);
  const request = { borrowerId, changeId: proposed.data.changeId };
  const asked = await submit(changeNumber, request, support);
  expect(asked.data).toMatchObject({ state: 'waiting' });
  const approval = await hiram.owner
    .selectFrom('approval')
    .selectAll()
    .where('id', '=', asked.data.approvalId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify([approval.request, approval.effect])).not.toContain(phone.slice(-6));
  await expect(
    actAs('a test', () =>
      sql`select change_borrower_number(${request.changeId}, ${approval.id})`.execute(
        hiram.server.appContext.db,
      ),
    ),
  ).rejects.toThrow('approved request alone');
  expect(await approve(asked)).toMatchObject({ success: true });
  expect((await card(borrowerId)).fields[0]?.shown).toBe(`••• ${phone.slice(-3)}`);
  expect(await hiram.send(profile, {}, borrower.context)).toMatchObject({ code: '-2' });
  expect(await submit(changeNumber, request, support)).toMatchObject({ code: 'noSuchChange' });
});

test('that a number answers as somebody else ends when it is changed, other stops stay [T1992]', async () => {
  const borrowerId = asId<'borrower'>(await idOf(await hiram.borrower({ state: '180' })));
  const { db } = hiram.server.appContext;
  const stop = { borrower: borrowerId, now: new Date(Date.now() - 1_000) };
  await actAs('a test', () =>
    inTransaction(db, async (trx) => {
      await addStop(trx, { ...stop, kind: 'wrongPerson' });
      await addStop(trx, { ...stop, kind: 'doNotCall', channels: ['call'] });
    }),
  );
  const phone = `137${String(Date.now()).slice(-8)}`;
  const { data } = await support.browser.send(proposeNumber, { borrowerId, phone }, spec);
  expect(
    await approve(await submit(changeNumber, { borrowerId, changeId: data.changeId }, support)),
  ).toMatchObject({ success: true });
  const { rows } = await sql`select kind from contact_stopped where borrower_id = ${borrowerId}
    and (until is null or until > now())`.execute(db);
  expect(rows).toEqual([{ kind: 'doNotCall' }]);
});

test('an erasure is run by two persons, and never of an account under a hold [T402]', async () => {
  const borrowerId = await idOf(await hiram.borrower({ state: '200' }));
  const hold = (isHeld: boolean) =>
    officer.browser.send(holdErasure, { borrowerId, isHeld, reason: 'a court asks' }, spec);
  expect(await submit(eraseBorrower, { borrowerId }, officer)).toMatchObject({ code: 'notAskedFor' });
  await hiram.owner
    .insertInto('erasure_request')
    .values({ borrower_id: asId(borrowerId), requested_at: new Date(), erase_on: '2020-01-01' })
    .execute();
  expect(await hold(false)).toMatchObject({ code: 'erasureNotHeld' });
  expect(await hold(true)).toMatchObject({ success: true });
  expect(await hold(true)).toMatchObject({ code: 'erasureHeldAlready' });
  expect((await card(borrowerId)).hold).toMatchObject({ reason: 'a court asks', by: officer.name });
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, 'Asia/Manila');
  await actAs('a test', () => eraseAccounts(appContext, 'spec', today));
  expect((await card(borrowerId)).erasedAt).toBeUndefined();
  expect(await submit(eraseBorrower, { borrowerId }, officer)).toMatchObject({ code: 'erasureHeld' });
  expect(await hold(false)).toMatchObject({ success: true });
  const asked = await submit(eraseBorrower, { borrowerId }, officer);
  // The database refuses it without the second person, whatever the server's code does.
  const eraseBySql = (approval: string | null, actor: string) =>
    appContext.db.transaction().execute(async (trx) => {
      await sql`select set_config('hiram.actor', ${actor}, true)`.execute(trx);
      await sql`select erase_borrower(${borrowerId}::uuid, now(), ${approval}::uuid)`.execute(trx);
    });
  for (const approval of [null, asked.data.approvalId, newId()])
    await expect(eraseBySql(approval, `call x staff ${officer.id}`)).rejects.toMatchObject({ code: '23001' });
  await sql`update installation set sandbox = false`.execute(hiram.owner);
  await sql`update erasure_request set erase_on = current_date + 20 where borrower_id = ${borrowerId}`.execute(
    hiram.owner,
  );
  await expect(eraseBySql(null, 'system')).rejects.toMatchObject({ code: '23001' });
  const backdated = appContext.db.insertInto('erasure_request').values({
    borrower_id: asId(borrowerId),
    requested_at: new Date(),
    erase_on: '2020-01-01',
  });
  await expect(backdated.execute()).rejects.toMatchObject({ code: '23001' });
  await sql`update installation set sandbox = true`.execute(hiram.owner);
  await sql`update erasure_request set erase_on = '2020-01-01' where borrower_id = ${borrowerId}`.execute(
    hiram.owner,
  );
  expect(await approve(asked)).toMatchObject({ success: true });
  const erased = await card(borrowerId);
  expect(erased.erasedAt).toBeDefined();
  expect(erased.fields.find(({ field }) => field === 'phone')).toBeUndefined();
  expect(await support.browser.send(addNote, { borrowerId, text: 'x' }, spec)).toMatchObject({
    code: 'erased',
  });
});

test('an export holds everything as text that no spreadsheet computes, and is recorded as a read', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const borrowerId = await idOf(borrower);
  for (const text of ['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)'])
    await support.browser.send(addNote, { borrowerId, text }, spec);
  const input = { borrowerId, reason: 'data request 12' };
  const { data } = await officer.browser.send(exportBorrowerData, input, spec);
  expect(data.csv).toContain(borrower.phone.slice(-7));
  expect(data.csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  for (const line of data.csv.split('\r\n'))
    for (const field of line.split('","')) expect(field).not.toMatch(/^"?[=+@-]/);
  expect((await entries(borrowerId, { group: 'access' }))[0]).toMatchObject({
    kind: 'read',
    detail: 'everything',
    reason: 'data request 12',
    who: officer.name,
  });
  expect(await support.browser.send(exportBorrowerData, input, spec)).toMatchObject({ status: 403 });
});

test('another brand’s borrower does not exist here, for any call of the area', async () => {
  const borrowerId = await idOf(await hiram.borrower({ state: '180' }));
  const ph = { brand: 'ph' };
  const answers = [
    await support.browser.send(showBorrower, { borrowerId }, ph),
    await support.browser.send(listTimeline, { borrowerId }, ph),
    await support.browser.send(readBorrowerField, { borrowerId, field: 'phone', reason: 'a reason' }, ph),
    await support.browser.send(addNote, { borrowerId, text: 'x' }, ph),
    await support.browser.send(endBorrowerSessions, { borrowerId }, ph),
    await support.browser.send(proposeNumber, { borrowerId, phone: '13800138000' }, ph),
    await officer.browser.send(holdErasure, { borrowerId, isHeld: true, reason: 'a reason' }, ph),
    await officer.browser.send(exportBorrowerData, { borrowerId, reason: 'a reason' }, ph),
    await support.browser.send(blockBorrower.preview, { request: { borrowerId } }, ph),
    await officer.browser.send(eraseBorrower.preview, { request: { borrowerId } }, ph),
    await support.browser.send(showBorrower, { borrowerId: 'x' }, spec),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});
