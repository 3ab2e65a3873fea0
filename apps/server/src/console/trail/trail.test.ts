import { findAnything } from '@hiram/contract/console/find';
import { previewRoles, requestRoles } from '@hiram/contract/console/staff';
import { filePath, type StaffInput } from '@hiram/contract/console/staff-call';
import {
  exportTrail,
  listTrail,
  listTrailPeople,
  showCheckpoints,
  showTrailApproval,
  type TrailEntry,
  verifyApproval,
  verifyCheckpoints,
} from '@hiram/contract/console/trail';
import { listWork } from '@hiram/contract/console/work';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { type RichBorrower, richBorrower } from '../../../test/support/borrowers/rich-borrower.ts';
import { type StaffMember, staffBrowser, staffMember } from '../../../test/support/console/console.ts';
import { approveAs } from '../../../test/support/console/console-actions.ts';
import { asOwner } from '../../../test/support/database/throwaway-cluster.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { csvCell } from '../../platform/files/csv-line.ts';

const cluster = inject('cluster');
const hiram = setUpHiram({ BRAND: 'spec,ph' });
const officer = setUpStaffMember(hiram, 'officer');
const admin = setUpStaffMember(hiram, 'admin');
let borrower: RichBorrower;
beforeAll(async () => {
  await hiram.refuseUnnamed();
  borrower = await richBorrower(hiram, 'ph');
});

/** Prepares an export and downloads it. */
const exported = async (by: StaffMember, input: StaffInput<typeof exportTrail>) => {
  const { data } = await by.browser.send(exportTrail, input, ph);
  const answer = await by.browser.download(filePath(exportTrail, 'ph', data.ticket));
  return { headers: answer.headers, file: await answer.text() };
};
const ph = { brand: 'ph' };
const all = { brand: '*' };
async function list(input: object, options = ph, by = officer) {
  const { data, status, code, field } = await by.browser.send(listTrail, { kind: 'all', ...input }, options);
  return { status, code, field, entries: data.entries ?? [], next: data.next };
}
async function everyPage(input: object, options = ph): Promise<TrailEntry[]> {
  const entries: TrailEntry[] = [];
  for (let after: string | undefined; ; ) {
    const page = await list({ ...input, ...(after === undefined ? {} : { after }) }, options);
    entries.push(...page.entries);
    after = page.next;
    if (after === undefined) return entries;
    expect(page.entries.length).toBe(50);
  }
}

/** Does what triggers forbid, as somebody who disabled them. */
const withoutGuards = (statement: string) =>
  asOwner(cluster, hiram.database, async (owner) => {
    await owner.query('begin; set local session_replication_role = replica');
    await owner.query(statement);
    await owner.query('commit');
  });

/** A role that two people assigned, with a passkey's signature. */
async function approvedRole(): Promise<string> {
  const person = await staffMember(hiram);
  const controller = await staffMember(hiram, 'controller');
  const roles = { staffId: person.id, roles: ['risk'] };
  const { data } = await admin.browser.send(previewRoles, roles, ph);
  const asked = await admin.browser.send(
    requestRoles,
    { ...roles, digest: data.digest, reason: 'joins the risk team' },
    ph,
  );
  const { approvalId } = asked.data;
  expect(await approveAs(controller, approvalId, 'ph')).toMatchObject({ success: true });
  return approvalId;
}

test('the entries of a borrower and of an order are listed by pages, each once, the newest first', async () => {
  const { borrowerId, orderId } = borrower;
  await sql`insert into audit_entry (at, login, actor, action, subject, subject_id, borrower_id)
    select date_trunc('second', now()), 'x', 'system', 'update', 'borrower', ${borrowerId}, ${borrowerId}::uuid
    from generate_series(1, 60)`.execute(hiram.owner);
  await sql`insert into staff_read (id, staff_id, borrower_id, subject, subject_id, field, reason, at)
    select gen_random_uuid(), ${officer.id}, ${borrowerId}, 'borrower', ${borrowerId}, 'name', 'to call back',
      date_trunc('second', now())
    from generate_series(1, 60)`.execute(hiram.owner);
  const entries = await everyPage({ about: borrowerId });
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from audit_entry where borrower_id = ${borrowerId})
      + (select count(*) from staff_read where borrower_id = ${borrowerId}) as count`.execute(hiram.owner);
  expect(entries.length).toBe(rows[0]?.count);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  const times = entries.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
  expect(entries.filter(({ kind }) => kind === 'read')[0]).toMatchObject({
    staffName: officer.name,
    detail: 'name',
    reason: 'to call back',
    action: 'read',
    isCovered: false,
  });
  for (const about of [orderId, orderId.slice(-8), orderId.slice(-8).toUpperCase()]) {
    const subjects = new Set((await everyPage({ about })).map(({ subject }) => subject));
    expect([about, subjects.has('loan_order'), subjects.has('payout')]).toEqual([about, true, true]);
    expect([about, subjects.has('bank_account')]).toEqual([about, false]);
  }
  const payout = await hiram.owner
    .selectFrom('payout')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(entries.filter(({ subjectId }) => subjectId === payout.id)).not.toEqual([]);
  for (const entry of entries.filter(({ subjectId }) => subjectId === payout.id))
    expect(entry).toMatchObject({ amount: payout.amount, brand: 'ph' });
  const { reference } = await hiram.owner.selectFrom('complaint').selectAll().executeTakeFirstOrThrow();
  expect((await list({ about: reference.toLowerCase() })).entries.map(({ subject }) => subject)).toContain(
    'complaint',
  );
  expect((await list({ about: borrowerId, kind: 'did' })).entries.every(({ kind }) => kind === 'did')).toBe(
    true,
  );
});

test('entries are listed by person, by table and by day of the brand', async () => {
  await admin.browser.send(listTrailPeople, {}, ph);
  const approvalId = await approvedRole();
  const own = await everyPage({ staffId: admin.id }, all);
  expect(own.every(({ staffId }) => staffId === admin.id)).toBe(true);
  expect(own.find((entry) => entry.subject === 'approval')).toMatchObject({
    actor: 'call requestRoles',
    staffName: admin.name,
    detail: 'state waiting',
    approvalId,
    reason: 'joins the risk team',
    name: 'staff.assignRoles',
    brand: 'ph',
  });
  expect((await list({ staffId: admin.id, subject: 'approval' }, all)).entries.length).toBe(1);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' }).format(
    hiram.server.appContext.clock.now(),
  );
  expect((await list({ day: today, subject: 'loan_order' })).entries.length).toBeGreaterThan(0);
  expect((await list({ day: '2020-01-01' })).entries).toEqual([]);
});

test('a search by a number is an entry without the number', async () => {
  const support = await staffMember(hiram, 'support');
  await support.browser.send(findAnything, { text: '0917 123 4567' }, ph);
  const { entries } = await list({ staffId: support.id, kind: 'read' }, all);
  expect(entries).toMatchObject([
    { subject: 'search', detail: 'search by mobile number', reason: 'found 0' },
  ]);
  expect(JSON.stringify(entries)).not.toContain('1234567');
});

test('a kept signature is verified without a session, and an altered one is found [T395]', async () => {
  const approvalId = await approvedRole();
  const shown = await officer.browser.send(showTrailApproval, { approvalId }, ph);
  expect(shown.data).toMatchObject({
    action: 'staff.assignRoles',
    state: 'done',
    reference: '',
    requestedBy: admin.name,
    isSigned: true,
    isWithinLimit: false,
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(shown.data.effect).toContainEqual({ label: 'Roles', before: '', after: 'risk', format: 'words' });
  expect(JSON.parse(shown.data.statement)).toMatchObject({ action: 'staff.assignRoles', brand: 'ph' });
  const check = async () => (await officer.browser.send(verifyApproval, { approvalId }, ph)).data;
  // Neither the session nor the key's later use is needed.
  await hiram.owner.deleteFrom('staff_challenge').execute();
  expect(await check()).toMatchObject({ result: 'holds', signer: 'Person controller', fault: '' });

  const altered = `statement = replace(statement, '"ph"', '"in"')`;
  await expect(
    sql`update approval set ${sql.raw(altered)} where id = ${approvalId}`.execute(hiram.owner),
  ).rejects.toThrow();
  const digest = `effect_digest = sha256(convert_to(replace(statement, '"ph"', '"in"'), 'UTF8'))`;
  await withoutGuards(`update approval set ${altered}, ${digest} where id = '${approvalId}'`);
  expect(await check()).toMatchObject({ result: 'broken', fault: 'The signature is not of this statement.' });
  const unsigned = await hiram.owner
    .selectFrom('approval')
    .select('id')
    .where('signing_key', 'is', null)
    .executeTakeFirst();
  if (unsigned)
    expect((await officer.browser.send(verifyApproval, { approvalId: unsigned.id }, all)).data).toMatchObject(
      {
        result: 'unsigned',
      },
    );
});

test('the checkpoints are compared with the entries, and an altered entry is found with its times [T396]', async () => {
  // The server's own first checkpoint covers nothing and ends ten minutes ago.
  await withoutGuards('delete from audit_checkpoint');
  await sql`insert into audit_entry (at, login, actor, action, subject, subject_id)
    values (now() - interval '2 hours', 'x', 'system', 'update', 'borrower', 'covered')`.execute(hiram.owner);
  await sql`select write_audit_checkpoint()`.execute(hiram.owner);
  const state = await officer.browser.send(showCheckpoints, {}, ph);
  expect(state.data).toMatchObject({ checkpoints: 1, last: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const verified = await officer.browser.send(verifyCheckpoints, { all: true }, ph);
  expect(verified.data).toEqual(state.data);
  expect((await list({ about: 'b7a0c1de-0000-4000-8000-000000000000' }, all)).entries).toEqual([]);
  const [covered] = (await everyPage({ kind: 'did' }, all)).slice(-1);
  expect(covered).toMatchObject({ isCovered: true });
  await withoutGuards(`update audit_entry set detail = 'phone' where subject_id = 'covered'`);
  const broken = await officer.browser.send(verifyCheckpoints, { all: false }, ph);
  expect(broken.data.broken).toMatchObject({ no: 1, to: state.data.upto });
});

test('an export of 10,000 entries is streamed, and no cell of it runs in a spreadsheet [T398]', async () => {
  await sql`insert into staff_read (id, staff_id, borrower_id, subject, subject_id, field, reason, at)
    select gen_random_uuid(), ${officer.id}, ${borrower.borrowerId}, 'borrower', ${borrower.borrowerId}, 'name',
      '=HYPERLINK("http://x")', now() - n * interval '1 second' from generate_series(1, 10000) n`.execute(
    hiram.owner,
  );
  const input = { kind: 'read', about: borrower.borrowerId, reason: 'yearly audit' } as const;
  const { headers, file } = await exported(officer, input);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="trail-\d{4}-\d\d-\d\d\.csv"$/);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  // It is sent as it is made: its length is not known before.
  expect(headers.get('content-length')).toBeNull();
  const lines = file.trimEnd().split('\r\n');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from staff_read where borrower_id = ${borrower.borrowerId}`.execute(hiram.owner);
  expect(lines.length).toBe(Number(rows[0]?.count) + 1);
  expect(new Set(lines.slice(1).map((text) => text.split(',')[0])).size).toBeGreaterThan(9_990);
  expect(lines[0]).toMatch(/^at,kind,staffName/);
  expect(lines.filter((text) => text.includes(`"'=HYPERLINK(""http://x"")"`))).toHaveLength(10_000);
  expect(lines.filter((text) => /(^|,)"?=/.test(text))).toEqual([]);
  const [recorded] = (await list({ kind: 'read', staffId: officer.id }, all)).entries;
  expect(recorded).toMatchObject({ subject: 'trail', detail: 'export' });
  expect(recorded?.reason).toMatch(/^yearly audit \(brand ph, kind read, about /);
  const unknown = await officer.browser.send(exportTrail, { ...input, about: 'none' }, ph);
  expect([unknown.code, unknown.data]).toEqual(['unknownAbout', {}]);
  for (const value of ['=1', '+1', '-1', '@x', ' =1', '\t=1', '"', 'a,b', 'a\nb', "'"])
    expect(csvCell(value)).toMatch(/^("|')/);
  expect(csvCell('João, 𠮷 שלום')).toBe('"João, 𠮷 שלום"');
});

test('an export is downloaded once, by whom it was prepared for, from the console’s page alone [T610]', async () => {
  const input = { kind: 'read', reason: 'yearly audit' };
  const both = await staffMember(hiram, 'officer ph', 'officer spec');
  const ticketOf = async () => (await both.browser.send(exportTrail, input, ph)).data.ticket;
  const ticket = await ticketOf();
  const path = filePath(exportTrail, 'ph', ticket);
  const stranger = await staffMember(hiram, 'officer spec');
  const refused: [Response, number, string][] = [
    [await staffBrowser(hiram).download(path), 401, 'notSignedIn'],
    [await stranger.browser.download(path), 403, 'missingRight'],
    [await admin.browser.download(path), 403, 'missingRight'],
    [await both.browser.download(path, { 'sec-fetch-site': 'cross-site' }), 403, 'foreignOrigin'],
    [await both.browser.download(path, { 'sec-fetch-site': 'none' }), 403, 'foreignOrigin'],
    [await both.browser.download(path.replace(/ticket=.*/, 'ticket=%27')), 404, 'notFound'],
    [await both.browser.download(path.replace(/&ticket=.*/, '')), 404, 'notFound'],
    [await both.browser.download(path.replace('brand=ph', 'brand=none')), 403, 'missingRight'],
    [await both.browser.download(filePath(exportTrail, 'spec', await ticketOf())), 404, 'notFound'],
    [await officer.browser.download(filePath(exportTrail, 'ph', await ticketOf())), 404, 'notFound'],
  ];
  for (const [answer, status, code] of refused) {
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([status, null]);
    expect(await answer.json()).toMatchObject({ success: false, code, data: {} });
  }
  const first = await both.browser.download(path);
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await first.text()).toMatch(/^at,kind/);
  expect((await both.browser.download(path)).status).toBe(404);
  expect(await stranger.browser.send(exportTrail, input, ph)).toMatchObject({ status: 403, data: {} });
});

test('another brand’s entries are not listed, and without the right nothing is', async () => {
  const { borrowerId, orderId } = borrower;
  const stranger = await staffMember(hiram, 'officer spec');
  const spec = { brand: 'spec' };
  expect((await list({ about: borrowerId }, spec, stranger)).entries).toEqual([]);
  expect((await list({ about: orderId }, spec, stranger)).entries).toEqual([]);
  expect(await list({ about: orderId.slice(-8) }, spec, stranger)).toMatchObject({ code: 'unknownAbout' });
  expect((await list({}, spec, stranger)).entries.filter((entry) => entry.borrowerId === borrowerId)).toEqual(
    [],
  );
  expect(await list({}, ph, stranger)).toMatchObject({ status: 403, code: 'missingRight' });
  expect(await list({}, all, stranger)).toMatchObject({ status: 403 });
  expect(await list({}, ph, admin)).toMatchObject({ status: 403, code: 'missingRight' });
  const approvalId = await approvedRole();
  for (const call of [showTrailApproval, verifyApproval]) {
    expect(await stranger.browser.send(call, { approvalId }, spec)).toMatchObject({ status: 404 });
    expect(await officer.browser.send(call, { approvalId: 'none' }, ph)).toMatchObject({ status: 404 });
  }
  // Entries that belong to no brand are the lender's.
  expect((await everyPage({ staffId: admin.id, kind: 'did' })).filter(({ borrowerId: id }) => !id)).toEqual(
    [],
  );
});

test('bad input is rejected with its field', async () => {
  const bad: [object, string][] = [
    [{ kind: 'none' }, 'kind'],
    [{ about: 'x'.repeat(500) }, 'about'],
    [{ about: '  ' }, 'about'],
    [{ staffId: 'x' }, 'staffId'],
    [{ staffId: '%' }, 'staffId'],
    [{ subject: "a' or 1=1" }, 'subject'],
    [{ subject: 'payment' }, 'day'],
    [{ day: '2026-02-31' }, 'day'],
    [{ day: '9' }, 'day'],
    [{ after: '0' }, 'after'],
    [{ after: '-1 did 1' }, 'after'],
    [{ after: '9007199254740993 did 1' }, 'after'],
    [{ after: '1 read 1' }, 'after'],
    [{ limit: 1 }, 'limit'],
  ];
  for (const [input, field] of bad)
    expect([input, await list(input)]).toMatchObject([input, { status: 400, code: 'badRequest', field }]);
  for (const about of ['%', '____-____', 'שלום', '𠮷', '<script>', '1.234,56', '2^53'])
    expect(await list({ about })).toMatchObject({ code: 'unknownAbout', entries: [] });
  const empty = await officer.browser.send(exportTrail, { kind: 'all', reason: ' ' }, ph);
  expect(empty).toMatchObject({ status: 400, field: 'reason' });
});

test('the readings of lists with names can be left out, and nothing else is [T3440]', async () => {
  await hiram.borrower({ state: '180' }, 'ph');
  const collector = await staffMember(hiram, 'collector ph');
  await collector.browser.send(listWork.page, { part: 'open' }, ph);
  const subjectsOf = async (input: object) => {
    const { entries } = await list({ staffId: collector.id, ...input }, all);
    return entries.map(({ subject }) => subject);
  };
  const every = await subjectsOf({});
  expect(every).toContain('list');
  expect(await subjectsOf({ withoutLists: true })).toEqual(every.filter((subject) => subject !== 'list'));
});
