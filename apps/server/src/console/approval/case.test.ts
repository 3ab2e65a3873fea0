import { profile } from '@hiram/contract/account';
import {
  approvalOptions,
  approveRequest,
  countApprovals,
  listApprovals,
} from '@hiram/contract/console/approval';
import { askAboutApproval, openEvidence, showApprovalCase } from '@hiram/contract/console/approval-case';
import { waiveDebt } from '@hiram/contract/console/loan';
import type { ApprovalId, BorrowerId } from '@hiram/contract/ids';
import { expect, test } from 'vitest';
import { complain } from '../../../test/support/borrowers/complaints.ts';
import { approveByPasskey, type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { eraseNow } from '../../lending/borrowers/erase.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const cashier = setUpStaffMember(hiram, 'cashier');
const controller = setUpStaffMember(hiram, 'controller');

const spec = { brand: 'spec' };
const nothing = { principal: 0, interest: 0, late: 0, penalty: 0 };

/** Requests a waiver of principal that two persons decide. */
async function request(
  { orderId }: Pick<DemoBorrower, 'orderId'>,
  { by = cashier, principal = 40_000, reference = '' } = {},
): Promise<ApprovalId> {
  const wanted = { ...nothing, orderId, principal };
  const asked = await submitAction(by, waiveDebt, wanted, {
    ...spec,
    reference,
    reason: 'the counter was down',
  });
  expect(asked).toMatchObject({ data: { state: 'waiting' } });
  return asked.data.approvalId;
}

async function open(approvalId: ApprovalId, by = controller) {
  const answer = await by.browser.send(showApprovalCase, { approvalId }, spec);
  expect(answer).toMatchObject({ success: true });
  return answer.data;
}

const stateOf = async (id: ApprovalId) =>
  (await hiram.owner.selectFrom('approval').select('state').where('id', '=', id).executeTakeFirst())?.state;
const borrowerOf = ({ orderId }: DemoBorrower) => borrowerIdOf(hiram, orderId);

test('a case shows requester, effect on the debt, journal, text and evidence [T1080]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const first = await request(borrower);
  const approvalId = await request(borrower, { principal: 50_000 });
  const shown = await open(approvalId);
  const { effect, loan, checks } = shown;
  const line = (of: string) => effect.lines.find((one) => one.of === of);
  expect(line('owed')).toMatchObject({
    before: String(loan?.owed),
    after: String((loan?.owed ?? 0) - 50_000),
  });
  expect(line('due')).toMatchObject({ before: String(loan?.due) });
  const change = effect.lines
    .filter(({ of }) => of === 'part')
    .reduce((sum, { before, after }) => sum + Number(after) - Number(before), 0);
  expect(change).toBe(-50_000);
  const sums = (effect.journal ?? []).reduce((sum, { debit, credit }) => sum + debit - credit, 0);
  expect([effect.journal?.length, sums]).toEqual([2, 0]);
  expect(effect.borrowerReads).toContain('500,00');
  expect(shown).toMatchObject({
    approval: { amount: 50_000, requestedBy: cashier.name, isOwn: false, orderId: borrower.orderId },
    requester: { roles: ['cashier'], today: { count: 1, amount: 40_000 }, maxPerDay: 200_000 },
    similar: { count: 1, median: 40_000, smaller: 1, rows: [{ approvalId: first, state: 'waiting' }] },
    mayApprove: true,
    mayReject: true,
  });
  expect(shown.changedTo).toBeUndefined();
  expect(checks.map(({ name }) => name)).toEqual([
    'notYourRequest',
    'asRequested',
    'neverActedOnLoan',
    'firstOnLoan',
  ]);
  const own = await open(approvalId, cashier);
  expect(own).toMatchObject({ mayApprove: false, approval: { isOwn: true }, approvers: [controller.name] });
});

test('a case has the promise of the task that it closes, beside the end of the request [T2699]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const approvalId = await request(borrower);
  expect((await open(approvalId)).task).toBeUndefined();
  const dueAt = new Date(Date.now() + 3_600_000);
  const task = {
    brand: 'spec',
    subject_id: borrower.orderId,
    detail: '',
    due_at: dueAt,
    opened_at: new Date(),
  };
  // A refund of the loan is another matter than a waiver.
  await hiram.owner
    .insertInto('task')
    .values([
      { ...task, id: newId(), kind: 'refund', due_at: new Date() },
      { ...task, id: newId(), kind: 'heldPayout' },
    ])
    .execute();
  expect((await open(approvalId)).task).toEqual({ kind: 'heldPayout', dueAt: dueAt.toISOString() });
});

test('the list names for one’s own requests the people alone who may approve them [T2585]', async () => {
  const admin = await staffMember(hiram, 'admin');
  await request(await hiram.borrower({ state: '180' }));
  const { data } = await cashier.browser.send(countApprovals, {}, spec);
  expect(data.approvers).toContain(controller.name);
  expect(data.approvers).not.toContain(admin.name);
  expect(data.approvers).not.toContain(cashier.name);
});

test('a case says which rule makes a second person necessary [T1668]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const approvalId = await request(borrower);
  expect((await open(approvalId)).why).toEqual({ rule: 'fromAmount', limit: 30_000 });
});

test('a case names the cost of the day if a role of the requester allows the amount [T2091]', async () => {
  await hiram.owner
    .insertInto('authority')
    .values([
      { role: 'cashier', action: 'loan.waive', brand: 'spec', second_person_from: 10_000 },
      { role: 'collector', action: 'loan.waive', brand: '*', second_person_from: 100_000 },
    ])
    .execute();
  const by = await staffMember(hiram, 'cashier', 'collector');
  const waive = async () => {
    const { orderId } = await hiram.borrower({ state: '180' });
    const wanted = { ...nothing, orderId, principal: 90_000 };
    return (await submitAction(by, waiveDebt, wanted, { ...spec, reason: 'a mistake of ours' })).data;
  };
  expect([(await waive()).state, (await waive()).state]).toEqual(['done', 'done']);
  expect((await open((await waive()).approvalId)).why).toMatchObject({ rule: 'costOfDay', limit: 200_000 });
  await hiram.owner
    .deleteFrom('authority')
    .where('action', '=', 'loan.waive')
    .where((eb) => eb.or([eb('brand', '=', 'spec'), eb('role', '=', 'collector')]))
    .execute();
});

test('whoever requested reads until when nobody who may approve is at work [T1394]', async () => {
  const approvalId = await request(await hiram.borrower({ state: '180' }));
  const from = async () => (await open(approvalId, cashier)).approversFrom;
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  const duty = (by: StaffMember, starts: number, ends: number) =>
    hiram.owner
      .insertInto('staff_shift')
      .values({
        id: newId(),
        staff_id: by.id,
        brand: 'spec',
        kind: 'shift',
        starts_at: hours(starts),
        ends_at: hours(ends),
        state: 'accepted',
        planned_by: by.id,
        planned_at: hours(-9),
      })
      .execute();
  await duty(cashier, -1, 1);
  await duty(controller, -9, -1);
  expect(await from()).toBeUndefined();
  await duty(controller, 5, 8);
  expect(Date.parse((await from()) ?? '')).toBeGreaterThan(hours(4).getTime());
  await duty(controller, -1, 1);
  expect(Date.parse((await from()) ?? '')).toBeLessThan(Date.now());
});

test('a request whose requester lost the right meanwhile can be rejected but not approved [T1081]', async () => {
  const leaving = await staffMember(hiram, 'cashier');
  const approvalId = await request(await hiram.borrower({ state: '180' }), { by: leaving });
  await hiram.owner.deleteFrom('staff_role').where('staff_id', '=', leaving.id).execute();
  expect(await open(approvalId)).toMatchObject({
    mayApprove: false,
    mayReject: true,
    checks: [{ name: 'requesterLostRight', tone: 'danger' }, {}, {}, {}],
  });
  expect(await approveByPasskey(controller, approvalId, 'spec')).toMatchObject({
    code: 'requesterWithoutRight',
  });
  expect(await stateOf(approvalId)).toBe('waiting');
});

test('figures that change before the approval end it, and the case and both persons are told [T1082]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const approvalId = await request(borrower);
  const offered = await controller.browser.send(approvalOptions, { approvalId }, spec);
  const small = { ...nothing, orderId: borrower.orderId, principal: 10_000 };
  expect(await submitAction(cashier, waiveDebt, small, spec)).toMatchObject({ data: { state: 'done' } });
  const shown = await open(approvalId);
  expect(shown).toMatchObject({
    mayApprove: false,
    checks: [{}, { name: 'changed', tone: 'danger' }, {}, {}],
  });
  const owedIn = (lines: typeof shown.effect.lines = []) =>
    Number(lines.find(({ of }) => of === 'owed')?.after);
  expect(owedIn(shown.changedTo)).toBe(owedIn(shown.effect.lines) - 10_000);
  const { publicKey, digest } = offered.data;
  const signed = { approvalId, digest, passkey: controller.authenticator.sign(publicKey) };
  expect(await controller.browser.send(approveRequest, signed, spec)).toMatchObject({ code: 'changed' });
  expect(await stateOf(approvalId)).toBe('changed');
  const mine = await cashier.browser.send(listApprovals, { state: 'mine' }, spec);
  expect(mine.data.approvals.find((one) => one.approvalId === approvalId)).toMatchObject({
    state: 'changed',
  });
});

test('a request about a borrower who was erased meanwhile names nobody and does nothing [T1083]', async () => {
  const running = await hiram.borrower({ state: '180' });
  const approvalId = await request(running);
  expect((await open(approvalId)).approval.borrower?.name).not.toBe('');
  const { appContext } = hiram.server;
  const erased = await borrowerOf(running);
  await hiram.owner
    .insertInto('erasure_request')
    .values({ borrower_id: erased, requested_at: new Date('2020-01-01'), erase_on: '2020-01-02' })
    .execute();
  await actAs('a test', () => inTransaction(appContext.db, (trx) => eraseNow(trx, appContext, erased)));
  const shown = await open(approvalId);
  expect(shown.approval.borrower).toEqual({ borrowerId: erased, name: '' });
  expect(shown.checks).toContainEqual({ name: 'borrowerErased', tone: 'warn' });
  expect(shown.mayApprove).toBe(false);
  expect(await approveByPasskey(controller, approvalId, 'spec')).toMatchObject({ code: 'changed' });
});

test('who approves and has the borrower’s surname is warned, and that is kept [T2228]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const approvalId = await request(borrower);
  const cousin = await staffMember(hiram, 'controller');
  await hiram.owner.updateTable('staff').set({ name: 'Ben Santos' }).where('id', '=', cousin.id).execute();
  const check = { name: 'sameSurname', tone: 'warn' };
  expect((await open(approvalId)).checks).not.toContainEqual(check);
  expect((await open(approvalId, cousin)).checks).toContainEqual(check);
  const kept = await hiram.owner
    .selectFrom('staff_read')
    .select('staff_id')
    .where('subject_id', '=', borrower.orderId)
    .where('field', '=', 'sameSurname')
    .execute();
  expect(kept).toEqual([{ staff_id: cousin.id }]);
});

test('evidence says who opened it, and nothing else of the borrower opens by it [T1084]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const complaintId = await complain(hiram, borrower, { problemDetail: 'The counter refused my code.' });
  const foreign = await complain(hiram, await hiram.borrower({ state: '180' }));
  const approvalId = await request(borrower);
  const before = await open(approvalId);
  expect(before.evidence).toMatchObject([
    { kind: 'complaint', id: complaintId, isOpenedByMe: false, isOpenedByRequester: false },
  ]);
  expect(before.checks).toContainEqual({ name: 'complaintOpen', tone: 'warn', count: 1 });
  const piece = (id: string) =>
    controller.browser.send(openEvidence, { approvalId, kind: 'complaint', id }, spec);
  expect(await piece(complaintId)).toMatchObject({ data: { text: 'The counter refused my code.' } });
  expect(await piece(foreign)).toMatchObject({ status: 404 });
  expect((await open(approvalId)).evidence).toMatchObject([
    { isOpenedByMe: true, isOpenedByRequester: false },
  ]);
  const read = await hiram.owner
    .selectFrom('staff_read')
    .select(['staff_id', 'field'])
    .where('subject_id', '=', complaintId)
    .execute();
  expect(read).toEqual([{ staff_id: controller.id, field: 'complaint' }]);
});

test('a question and its answer stand on the case, and a closed request takes none [T1085]', async () => {
  const approvalId = await request(await hiram.borrower({ state: '180' }));
  const { expiresAt } = (await open(approvalId)).approval;
  const write = (by: StaffMember, body: string) =>
    by.browser.send(askAboutApproval, { approvalId, body }, spec);
  expect(await write(controller, 'Which counter?')).toMatchObject({ success: true });
  const mine = (await cashier.browser.send(listApprovals, { state: 'mine' }, spec)).data.approvals;
  expect(mine.find((one) => one.approvalId === approvalId)).toMatchObject({ isAsked: true, messages: 1 });
  expect(await write(cashier, 'Talamban, store 2290.')).toMatchObject({ success: true });
  const shown = await open(approvalId);
  expect(shown.messages).toMatchObject([
    { by: controller.name, isOwn: true, body: 'Which counter?' },
    { by: cashier.name, isOwn: false, body: 'Talamban, store 2290.' },
  ]);
  expect(shown.approval.expiresAt).toBe(expiresAt);
  expect(await approveByPasskey(controller, approvalId, 'spec')).toMatchObject({ success: true });
  expect(await write(controller, 'Too late?')).toMatchObject({ code: 'alreadyClosed' });
});

test('the list shows names to who may read them, as one read of the page that its borrowers see [T1086]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const approvalId = await request(borrower);
  const admin = await staffMember(hiram, 'admin');
  const nameFor = async ({ browser }: StaffMember) => {
    const { data } = await browser.send(listApprovals, { state: 'waiting' }, spec);
    return data.approvals.find((one) => one.approvalId === approvalId)?.borrower?.name;
  };
  expect([await nameFor(controller), await nameFor(admin)]).toEqual(['Maria Santos', '']);
  await nameFor(controller);
  const borrowerId: BorrowerId = await borrowerOf(borrower);
  const pages = await hiram.owner
    .selectFrom('staff_read')
    .select(['staff_id', 'borrower_ids'])
    .where('subject', '=', 'list')
    .where('subject_id', '=', 'approvals')
    .execute();
  const own = pages.filter(({ borrower_ids }) => borrower_ids?.includes(borrowerId));
  expect(own.map(({ staff_id }) => staff_id)).toEqual([controller.id]);
  const { data } = await hiram.send(profile, {}, borrower.context);
  expect(JSON.stringify(data)).toContain('Full name');
});
