import { randomUUID } from 'node:crypto';
import { problemReply } from '@hiram/contract/complaint';
import { countApprovals } from '@hiram/contract/console/approval';
import { claimLoan, inCallOrder, listLateLoans } from '@hiram/contract/console/collections';
import { answerComplaint } from '@hiram/contract/console/complaint';
import { waiveDebt } from '@hiram/contract/console/loan';
import { endEmployment, previewRoles, requestRoles } from '@hiram/contract/console/staff';
import {
  claimTasks,
  countTodo,
  countWork,
  deferTasks,
  listColleagues,
  listWork,
  lookAtCase,
  passOnTasks,
  showTaskLoan,
  takeNextTask,
} from '@hiram/contract/console/work';
import { asId, type TaskId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { complain } from '../../../test/support/borrowers/complaints.ts';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpBorrower, setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { computeLateFigures } from '../../lending/collections/late-figures.ts';
import { addStop } from '../../lending/contact/stops.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { closeTask, openTask } from '../../lending/tasks.ts';
import { actAs } from '../../platform/database/actor.ts';
import { newId } from '../../platform/ids.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' }, { now: () => new Date(Date.now() + ahead) });
const ana = setUpStaffMember(hiram, 'support ph');
const ben = setUpStaffMember(hiram, 'support ph');
const borrower = setUpBorrower(hiram, { state: '180' }, 'ph');
const ahead = 0;
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const ph = { brand: 'ph' };
const tasksOf = async (by: StaffMember, input: object = {}, options = ph) =>
  (await by.browser.send(listWork.page, { part: 'open', ...input }, options)).data.rows;
const taskOf = async (complaintId: string) => {
  const { id } = await hiram.server.appContext.db
    .selectFrom('task')
    .select('id')
    .where('subject_id', '=', complaintId)
    .executeTakeFirstOrThrow();
  return id;
};
const counts = async (by: StaffMember, options = ph) =>
  (await by.browser.send(countWork, { part: 'open' }, options)).data;

test('each role sees its own kinds, and how many wait for others [T332]', async () => {
  const complaintId = await complain(hiram, borrower, { problemDetail: 'Charged twice' });
  expect(await tasksOf(ana)).toMatchObject([
    {
      kind: 'complaint',
      subjectId: complaintId,
      excerpt: 'Charged twice',
      brand: 'ph',
      orderId: borrower.orderId,
    },
  ]);
  const cashier = await staffMember(hiram, 'cashier ph');
  expect(await tasksOf(cashier)).toEqual([]);
  expect(await tasksOf(cashier, { only: { kind: ['complaint'] } })).toEqual([]);
  const taskId = await taskOf(complaintId);
  for (const [call, input] of [
    [claimTasks, { taskIds: [taskId], isMine: true }],
    [listColleagues, { taskIds: [taskId] }],
    [passOnTasks, { taskIds: [taskId], staffId: ana.id }],
    [deferTasks, { taskIds: [taskId], hours: 1, reason: 'a reason' }],
  ] as const)
    expect([call.name, (await cashier.browser.send(call, input, ph)).status]).toEqual([call.name, 404]);
  // The complaint, and that the loan is late.
  expect(await counts(cashier)).toMatchObject({ parts: { open: 0 }, others: 2 });
  expect((await cashier.browser.send(takeNextTask, {}, ph)).data.task).toBeUndefined();
  expect((await ana.browser.send(listWork.page, { part: 'open' }, { brand: 'spec' })).right).toBe(
    'work.read',
  );
});

test('a collector’s work is the late loans, until they are paid [T878]', async () => {
  const collector = await staffMember(hiram, 'collector ph');
  const late = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const notLate = await hiram.borrower({ state: '170' }, 'ph');
  const orders = async () => (await tasksOf(collector)).map(({ kind, orderId }) => `${kind} ${orderId}`);
  expect(await orders()).toContain(`lateLoan ${late.orderId}`);
  expect(await orders()).not.toContain(`lateLoan ${notLate.orderId}`);
  await payByCode(hiram, late);
  expect(await orders()).not.toContain(`lateLoan ${late.orderId}`);
});

test('a late loan’s task has what is due on it, and is found by that amount [T2642]', async () => {
  const late = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const { clock, db, brands, defaultBrand } = hiram.server.appContext;
  await computeLateFigures(db, 'ph', await clock.today(db, (brands.get('ph') ?? defaultBrand).timeZone));
  const collector = await staffMember(hiram, 'collector ph');
  const found = async (amount: { readonly from: number }) =>
    (await tasksOf(collector, { only: { amount } })).find(({ orderId }) => orderId === late.orderId);
  const due = (await found({ from: 1 }))?.amount ?? 0;
  expect(due).toBeGreaterThan(0);
  expect(await found({ from: due })).toBeDefined();
  expect(await found({ from: due + 1 })).toBeUndefined();
});

test('a late loan is whose its task is: claimed, given back, passed on or assigned in either place [T3434]', async () => {
  const late = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const collector = await staffMember(hiram, 'collector ph');
  const other = await staffMember(hiram, 'collector ph');
  const task = async () => (await tasksOf(collector)).find(({ subjectId }) => subjectId === late.orderId);
  const taskIds = [(await task())?.taskId as string];
  const owners = async () => {
    const { data } = await collector.browser.send(listLateLoans, { most: 200 } as never, ph);
    const inQueue = data.rows.find(({ orderId }) => orderId === late.orderId)?.owner;
    return [(await task())?.owner?.name, inQueue?.name];
  };
  expect(await owners()).toEqual([undefined, undefined]);
  await collector.browser.send(claimTasks, { taskIds, isMine: true }, ph);
  expect(await owners()).toEqual([collector.name, collector.name]);
  await collector.browser.send(passOnTasks, { taskIds, staffId: other.id }, ph);
  expect(await owners()).toEqual([other.name, other.name]);
  // Nobody takes a colleague's loan who may not assign loans.
  for (const staffId of [collector.id, other.id])
    expect(await collector.browser.send(passOnTasks, { taskIds, staffId }, ph)).toMatchObject({
      code: 'ownedByOther',
    });
  expect(await owners()).toEqual([other.name, other.name]);
  await other.browser.send(claimTasks, { taskIds, isMine: false }, ph);
  expect(await owners()).toEqual([undefined, undefined]);
  await collector.browser.send(claimLoan, { orderId: late.orderId } as never, ph);
  expect(await owners()).toEqual([collector.name, collector.name]);
  const admin = await staffMember(hiram, 'admin');
  await admin.browser.send(endEmployment, { staffId: collector.id, reason: 'left us' });
  const seen = (await tasksOf(other)).find(({ subjectId }) => subjectId === late.orderId);
  const { data } = await other.browser.send(listLateLoans, { most: 200 } as never, ph);
  const row = data.rows.find(({ orderId }) => orderId === late.orderId);
  expect([seen?.owner, row?.owner]).toEqual([undefined, undefined]);
  // What decides on its place is the same in both.
  expect(
    inCallOrder({ may: { ok: true }, bucket: 'days1', expected: 0, daysLate: 0, ...seen }, row as never),
  ).toBe(0);
});

test('a late loan’s task says what is open about it and is promised no sooner than two days after calls are allowed again; an agency’s is none [T3488]', async () => {
  const late = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const agencys = await hiram.borrower({ state: '180', kind: 'single' }, 'ph');
  const collector = await staffMember(hiram, 'collector ph');
  const taskFor = async ({ orderId }: DemoBorrower) =>
    (await tasksOf(collector)).find((task) => task.kind === 'lateLoan' && task.orderId === orderId);
  expect((await taskFor(late))?.open).toBeUndefined();
  expect(await taskFor(agencys)).toBeDefined();
  await complain(hiram, late);
  expect((await taskFor(late))?.open).toEqual({ complaints: 1, waiting: 0, requests: [] });
  // Whatever the hour of the test, nobody may call for a week.
  const now = new Date();
  const until = new Date(now.getTime() + 7 * 86_400_000);
  const stop = {
    borrower: await borrowerIdOf(hiram, agencys.orderId),
    kind: 'promise',
    now,
    until,
  } as const;
  await actAs('a test', () => addStop(hiram.server.appContext.db, stop));
  const stopped = await taskFor(agencys);
  expect(stopped?.may).toEqual({ ok: false, why: 'promise', from: expect.any(String) });
  expect(Date.parse(stopped?.dueAt ?? '')).toBe(until.getTime() + 2 * 86_400_000);
  const agencyId = randomUUID();
  await hiram.owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into agency values (${agencyId}, 'ph', 'Tala', 0, '2026-01-01', '2030-01-01', gen_random_uuid(), '2026-01-01')`.execute(
      trx,
    );
    await sql`insert into collection_assignment (borrower_id, id, order_id, brand, agency_id, assigned_by, assigned_at)
      select borrower_id, gen_random_uuid(), id, brand, ${agencyId}, ${collector.id}, now() from loan_order
      where id = ${agencys.orderId}`.execute(trx);
  });
  expect(await taskFor(agencys)).toBeUndefined();
  // Nor is it taken from the agency by its id.
  for (const [call, more] of [
    [claimTasks, { isMine: true }],
    [passOnTasks, { staffId: collector.id }],
  ] as const)
    expect(
      await collector.browser.send(
        call as typeof claimTasks,
        { taskIds: [stopped?.taskId], ...more } as never,
        ph,
      ),
    ).toMatchObject({ status: 404 });
});

test('a task of another brand is not found, and in all brands every brand’s are listed [T333]', async () => {
  await complain(hiram, borrower);
  const foreign = await complain(hiram, await hiram.borrower({ state: '180' }, 'spec'));
  const taskId = await taskOf(foreign);
  expect((await ana.browser.send(claimTasks, { taskIds: [taskId], isMine: true }, ph)).status).toBe(404);
  const everywhere = await staffMember(hiram, 'officer');
  const listed = await tasksOf(everywhere, {}, { brand: '*' });
  expect(new Set(listed.map(({ brand }) => brand))).toEqual(new Set(['spec', 'ph']));
});

test('a task’s loan shows what it owes, to whoever sees the task alone [T1393]', async () => {
  const taskId = await taskOf(await complain(hiram, borrower));
  const { owed } = (await ana.browser.send(showTaskLoan, { taskId }, ph)).data;
  expect(owed?.daysLate).toBeGreaterThan(0);
  expect(owed?.due).toBeGreaterThan(0);
  expect(owed?.owedToday).toBeGreaterThanOrEqual(owed?.due ?? 0);
  const collector = await staffMember(hiram, 'collector ph');
  expect((await collector.browser.send(showTaskLoan, { taskId }, ph)).status).toBe(404);
  const foreign = await taskOf(await complain(hiram, await hiram.borrower({ state: '180' }, 'spec')));
  expect((await ana.browser.send(showTaskLoan, { taskId: foreign }, ph)).status).toBe(404);
});

test('a task is claimed once, given back, and passed on to somebody who may settle it', async () => {
  const taskId = await taskOf(await complain(hiram, borrower));
  const both = await Promise.all(
    [ana, ben].map((person) => person.browser.send(claimTasks, { taskIds: [taskId], isMine: true }, ph)),
  );
  expect(both.map(({ code }) => code).sort()).toEqual(['done', 'ownedByOther']);
  const [owner, other] = both[0]?.success ? [ana, ben] : [ben, ana];
  expect(await counts(owner)).toMatchObject({ parts: { own: 1 } });
  const named = (await owner.browser.send(listColleagues, { taskIds: [taskId] }, ph)).data.colleagues;
  expect(named).toContainEqual({ staffId: other.id, name: other.name });
  expect(named.map(({ staffId }) => staffId)).not.toContain(owner.id);
  const cashier = await staffMember(hiram, 'cashier ph');
  const pass = (staffId: string) => owner.browser.send(passOnTasks, { taskIds: [taskId], staffId }, ph);
  expect(await pass(cashier.id)).toMatchObject({ code: 'cannotOwn', field: 'staffId' });
  expect(await pass('01900000-0000-7000-8000-000000000000')).toMatchObject({ code: 'cannotOwn' });
  expect(await pass(other.id)).toMatchObject({ success: true });
  expect(await tasksOf(other, { part: 'own' })).toMatchObject([{ taskId, owner: { staffId: other.id } }]);
  expect(await other.browser.send(claimTasks, { taskIds: [taskId], isMine: false }, ph)).toMatchObject({
    success: true,
  });
  expect((await tasksOf(owner, { part: 'unassigned' })).map((task) => task.taskId)).toContain(taskId);
});

test('at most 200 tasks are claimed and passed on at once, and the others counted [T611]', async () => {
  const ids: TaskId[] = [];
  for (let count = 0; count < 4; count += 1) ids.push(await taskOf(await complain(hiram, borrower)));
  const [first = '', second = '', third = ''] = ids as string[];
  const claims = (by: StaffMember, taskIds: readonly string[], isMine = true) =>
    by.browser.send(claimTasks, { taskIds, isMine }, ph);
  await claims(ben, [first]);
  await hiram.owner
    .updateTable('task')
    .set({ closed_at: new Date() })
    .where('id', '=', asId(second))
    .execute();
  const counted = { moved: 2, closed: 1, ownedByOther: 1 };
  expect((await claims(ana, [...ids, third.toUpperCase()])).data).toEqual(counted);
  expect(await tasksOf(ana, { part: 'own' })).toHaveLength(2);
  expect(await claims(ana, ids.slice(0, 2), false)).toMatchObject({ code: 'ownedByOther' });

  // Another brand's among them: nothing is moved.
  const foreign = await taskOf(await complain(hiram, await hiram.borrower({ state: '180' }, 'spec')));
  const pass = (taskIds: readonly string[], staffId: string) =>
    ana.browser.send(passOnTasks, { taskIds, staffId }, ph);
  expect(await pass([...ids, foreign], ben.id)).toMatchObject({ status: 404 });
  const cashier = await staffMember(hiram, 'cashier ph');
  expect(await pass(ids, cashier.id)).toMatchObject({ code: 'cannotOwn', field: 'staffId' });
  expect((await pass(ids, ben.id)).data).toEqual({ moved: 3, closed: 1, ownedByOther: 0 });
  const named = await ana.browser.send(listColleagues, { taskIds: ids }, ph);
  expect(named.data.colleagues).toContainEqual({ staffId: ben.id, name: ben.name });
  expect((await claims(ben, ids, false)).data).toMatchObject({ moved: 3 });

  const many = (count: number) => Array.from({ length: count }, () => newId<'task'>());
  for (const count of [0, 201, 10_000])
    for (const answer of [
      await claims(ana, many(count)),
      await pass(many(count), ben.id),
      await ana.browser.send(listColleagues, { taskIds: many(count) }, ph),
    ])
      expect([count, answer]).toMatchObject([count, { status: 400, field: 'taskIds' }]);
  expect(await claims(ana, many(200))).toMatchObject({ status: 404 });
  expect(await claims(ana, ['%'])).toMatchObject({ status: 404 });
  await hiram.owner.updateTable('task').set({ closed_at: null }).where('id', '=', asId(second)).execute();
});

test('a deferred task leaves the list until then, or until its cause is new again', async () => {
  const complaintId = await complain(hiram, borrower);
  const taskId = await taskOf(complaintId);
  const deferred = (more: object) =>
    ana.browser.send(
      deferTasks,
      { taskIds: [taskId], hours: 4, reason: 'waits for the counter', ...more },
      ph,
    );
  for (const [more, field] of [
    [{ hours: -1 }, 'hours'],
    [{ hours: 721 }, 'hours'],
    [{ hours: 2 ** 53 }, 'hours'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'a reason'.repeat(201) }, 'reason'],
  ] as const)
    expect(await deferred(more)).toMatchObject({ status: 400, field });
  expect(await deferred({})).toMatchObject({ success: true });
  expect((await tasksOf(ana)).map((task) => task.taskId)).not.toContain(taskId);
  const [waiting] = await tasksOf(ana, { part: 'deferred' });
  expect(waiting).toMatchObject({ taskId, deferred: { reason: 'waits for the counter' } });
  await hiram.send(problemReply, { problemId: complaintId, problemDetail: 'Well?' }, borrower.context);
  expect((await tasksOf(ana)).map((task) => task.taskId)).toContain(taskId);
  await deferred({});
  expect(await deferred({ hours: 0 })).toMatchObject({ success: true });
  expect(await tasksOf(ana, { part: 'deferred' })).toEqual([]);
});

test('of two who take the next each gets another one, the one that is due first', async () => {
  for (let count = 0; count < 3; count += 1) await complain(hiram, borrower);
  const due = (await tasksOf(ana, { part: 'unassigned' })).slice(0, 2).map(({ taskId }) => taskId);
  const taken = await Promise.all([ana, ben].map((person) => person.browser.send(takeNextTask, {}, ph)));
  expect(new Set(taken.map(({ data }) => data.task?.taskId))).toEqual(new Set(due));
});

test('who takes the next call gets a loan about which nothing is open, if there is one [T3492]', async () => {
  const first = await hiram.borrower({ state: '180', kind: 'single' }, 'spec');
  const second = await hiram.borrower({ state: '180', kind: 'single' }, 'spec');
  await complain(hiram, first);
  const collector = await staffMember(hiram, 'collector spec');
  const spec = { brand: 'spec' };
  const ids = [first.orderId, second.orderId];
  await hiram.owner
    .updateTable('task')
    .set({ owner: ben.id })
    .where('kind', '=', 'lateLoan')
    .where('subject_id', 'not in', ids)
    .execute();
  const take = async () => (await collector.browser.send(takeNextTask, {}, spec)).data.task?.orderId;
  expect([await take(), await take()]).toEqual([second.orderId, first.orderId]);
});

test('a settled task is closed for everybody and counted for who settled it; who leaves owns none any more', async () => {
  const complaintId = await complain(hiram, borrower);
  const taskId = await taskOf(complaintId);
  const { closedToday: before, promises } = await counts(ben);
  const answer = { complaintId, seen: 0, text: 'done', asksForRating: false, pictures: [] };
  await ben.browser.send(answerComplaint, answer, ph);
  expect(await ana.browser.send(claimTasks, { taskIds: [taskId], isMine: true }, ph)).toMatchObject({
    code: 'taskClosed',
  });
  // Closed before it was due: its promise is kept. One that was closed too late is counted as broken.
  expect(await counts(ben)).toMatchObject({
    closedToday: before + 1,
    promises: { closed: promises.closed + 1, kept: promises.kept + 1 },
  });
  await hiram.owner
    .updateTable('task')
    .set({ due_at: new Date(0) })
    .where('id', '=', taskId)
    .execute();
  expect((await counts(ben)).promises).toEqual({ closed: promises.closed + 1, kept: promises.kept });

  const leaver = await staffMember(hiram, 'support ph');
  const own = await taskOf(await complain(hiram, borrower));
  await leaver.browser.send(claimTasks, { taskIds: [own], isMine: true }, ph);
  const admin = await staffMember(hiram, 'admin');
  const end = { staffId: leaver.id, reason: 'left us' };
  expect(await admin.browser.send(endEmployment, end)).toMatchObject({ success: true });
  expect((await tasksOf(ana, { part: 'unassigned' })).map((task) => task.taskId)).toContain(own);
});

test('a list is read in pages both ways, narrowed and counted; bad input names its field [T1060]', async () => {
  const { db } = hiram.server.appContext;
  const now = new Date();
  const made = Array.from({ length: 60 }, (_, index) => `put ${String(index).padStart(2, '0')}`);
  for (const [index, subjectId] of made.entries())
    await openTask(db, {
      kind: 'transfer',
      subjectId,
      brand: 'ph',
      amount: index * 100,
      now,
      dueAt: new Date(now.getTime() - (60 - index) * 60_000),
    });
  const cashier = await staffMember(hiram, 'cashier ph');
  const first = (await cashier.browser.send(listWork.page, { part: 'open' }, ph)).data;
  const second = (await cashier.browser.send(listWork.page, { part: 'open', after: first.next }, ph)).data;
  expect(second.next).toBeUndefined();
  expect([...first.rows, ...second.rows].map(({ subjectId }) => subjectId)).toEqual(made);
  const pageOf = async (input: object) =>
    (await cashier.browser.send(listWork.page, { part: 'open', ...input }, ph)).data;
  const last = await pageOf({ sort: '-due' });
  const beforeLast = await pageOf({ sort: '-due', after: last.next });
  expect([...last.rows, ...beforeLast.rows].map(({ subjectId }) => subjectId)).toEqual([...made].reverse());
  const only = { amount: { from: 1_000, to: 1_200 }, kind: ['transfer'], owner: ['nobody'] };
  expect((await pageOf({ only })).rows.map(({ amount }) => amount)).toEqual([1_000, 1_100, 1_200]);
  const countOf = async (input: object) =>
    (await cashier.browser.send(listWork.count, { part: 'open', ...input }, ph)).data;
  expect([await countOf({}), await countOf({ only })]).toEqual([
    { count: 60, isMore: false },
    { count: 3, isMore: false },
  ]);
  for (const [input, field] of [
    [{ only: { name: ['Ana'] } }, 'only.name'],
    [{ only: { kind: Array.from({ length: 10_000 }, () => 'transfer') } }, 'only.kind'],
    [{ only: { amount: { from: '1.234,56' } } }, 'only.amount.from'],
    [{ only: { due: { from: '2026-02-31' } } }, 'only.due.from'],
    [{ sort: 'amount' }, 'sort'],
  ] as const)
    expect(await cashier.browser.send(listWork.page, { part: 'open', ...input }, ph)).toMatchObject({
      status: 400,
      field,
    });
  expect((await checkTasks(db)).map(({ fault }) => fault)).toEqual(made.map(() => 'noCause'));
  await hiram.owner.updateTable('task').set({ closed_at: now }).where('subject_id', 'in', made).execute();
});

test('what the caller could do is counted by kind, and a request of one’s own is not [T1069]', async () => {
  const { db } = hiram.server.appContext;
  const now = new Date();
  const open = (subjectId: string, minutes: number) =>
    openTask(db, {
      kind: 'transfer',
      subjectId,
      brand: 'ph',
      now,
      dueAt: new Date(now.getTime() + minutes * 60_000),
    });
  await open('late', -5);
  await open('in time', 60);
  const cashier = await staffMember(hiram, 'cashier ph');
  const todo = async (by: StaffMember) => (await by.browser.send(countTodo, {}, ph)).data.kinds;
  expect((await todo(cashier)).find(({ kind }) => kind === 'transfer')).toEqual({
    kind: 'transfer',
    count: 2,
    over: 1,
  });
  expect((await todo(cashier)).some(({ kind }) => kind === 'complaint')).toBe(false);
  const foreign = await staffMember(hiram, 'cashier spec');
  expect((await foreign.browser.send(countTodo, {}, ph)).right).toBe('work.read');
  await hiram.owner
    .updateTable('task')
    .set({ closed_at: now })
    .where('subject_id', 'in', ['late', 'in time'])
    .execute();
});

test('an approval is counted for those who may decide it alone: in Work, beside it and in For me [T3480]', async () => {
  const cashier = await staffMember(hiram, 'cashier');
  const controller = await staffMember(hiram, 'controller');
  const risk = await staffMember(hiram, 'risk');
  const admin = await staffMember(hiram, 'admin');
  const late = await hiram.borrower({ state: '180' }, 'ph');
  const parts = { orderId: late.orderId, principal: 40_000, interest: 0, late: 0, penalty: 0 };
  const asked = await submitAction(cashier, waiveDebt, parts, ph);
  expect(asked.data.state).toBe('waiting');
  const everywhere = { brand: '*' };
  const roles = { staffId: ana.id, roles: ['reviewer'] };
  const { digest } = (await admin.browser.send(previewRoles, roles, everywhere)).data;
  const wanted = { ...roles, digest, reason: 'more work' };
  expect((await admin.browser.send(requestRoles, wanted, everywhere)).success).toBe(true);
  const other = await staffMember(hiram, 'admin');
  const numbers = async (by: StaffMember) => {
    const listed = (await tasksOf(by)).filter(({ kind }) => kind === 'approval').length;
    const todo = (await by.browser.send(countTodo, {}, ph)).data.kinds.find(
      ({ kind }) => kind === 'approval',
    );
    return [listed, todo?.count, (await by.browser.send(countApprovals, {}, ph)).data.forMe];
  };
  expect(await numbers(risk)).toEqual([0, 0, 0]);
  expect(await numbers(admin)).toEqual([0, 0, 0]);
  const [ofController = 0] = await numbers(controller);
  expect(ofController).toBeGreaterThan(0);
  expect(await numbers(controller)).toEqual([ofController, ofController, ofController]);
  // A request of the lender as a whole is a task under a brand as well.
  expect(await numbers(other)).toEqual([1, 1, 1]);
  const [task] = await tasksOf(other);
  const taskIds = [task?.taskId ?? ''];
  const pass = { taskIds, staffId: risk.id };
  expect(await other.browser.send(passOnTasks, pass, ph)).toMatchObject({ code: 'cannotOwn' });
  expect(await other.browser.send(claimTasks, { taskIds, isMine: true }, ph)).toMatchObject({
    success: true,
  });
});

test('a request about a loan names its borrower and its loan in Work [T2709]', async () => {
  const cashier = await staffMember(hiram, 'cashier');
  const controller = await staffMember(hiram, 'controller');
  const { orderId } = await hiram.borrower({ state: '180' }, 'ph');
  const parts = { orderId, principal: 40_000, interest: 0, late: 0, penalty: 0 };
  const { approvalId } = (await submitAction(cashier, waiveDebt, parts, ph)).data;
  const task = (await tasksOf(controller)).find(({ subjectId }) => subjectId === approvalId);
  expect(task).toMatchObject({ kind: 'approval', orderId, borrowerId: expect.any(String) });
});

test('a request about a loan is none about its refund [T3466]', async () => {
  const { db } = hiram.server.appContext;
  const cashier = await staffMember(hiram, 'cashier');
  const { orderId } = await hiram.borrower({ state: '180' }, 'ph');
  const parts = { orderId, principal: 40_000, interest: 0, late: 0, penalty: 0 };
  expect((await submitAction(cashier, waiveDebt, parts, ph)).data.state).toBe('waiting');
  const borrowerId = await borrowerIdOf(hiram, orderId);
  const task = { brand: 'ph', borrowerId, orderId, dueAt: new Date(), now: new Date() } as const;
  await actAs('a test', () => openTask(db, { ...task, kind: 'refund', subjectId: orderId }));
  const refund = (await tasksOf(cashier)).find(
    ({ kind, subjectId }) => kind === 'refund' && subjectId === orderId,
  );
  expect(refund).toBeDefined();
  expect(refund).not.toHaveProperty('askedBy');
  // It has no cause.
  await actAs('a test', () => closeTask(db, { kind: 'refund', subjectId: orderId }, new Date()));
});

test('who has a case open is told to others for a minute, in the brand, and nothing is locked [T1070]', async () => {
  const complaintId = await complain(hiram, borrower);
  const path = `/complaints/${complaintId}`;
  const look = (by: StaffMember, input: object, options = ph) => by.browser.send(lookAtCase, input, options);
  expect((await look(ben, { open: path })).data.readers).toEqual([]);
  expect((await look(ana, { open: path })).data.readers).toEqual([{ path, name: ben.name }]);
  expect((await look(ana, { among: [path] })).data.readers).toEqual([{ path, name: ben.name }]);
  const taskId = await taskOf(complaintId);
  expect((await ana.browser.send(claimTasks, { taskIds: [taskId], isMine: true }, ph)).success).toBe(true);
  await look(ben, { left: path });
  expect((await look(ana, { among: [path] })).data.readers).toEqual([]);
  await look(ben, { open: path });
  await hiram.owner
    .updateTable('case_lease')
    .set({ until: new Date(Date.now() - 1) })
    .execute();
  expect((await look(ana, { among: [path] })).data.readers).toEqual([]);
  const foreign = await staffMember(hiram, 'support spec');
  await look(ben, { open: path });
  expect((await look(foreign, { among: [path] }, { brand: 'spec' })).data.readers).toEqual([]);
  expect((await look(ana, { open: '/complaints/Ana Lim' })).field).toBe('open');
});
