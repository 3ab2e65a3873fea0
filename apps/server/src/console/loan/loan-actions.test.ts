import type { ActionCalls, Submitted } from '@hiram/contract/console/action-calls';
import { approvalOptions, approveRequest, listApprovals } from '@hiram/contract/console/approval';
import {
  extendLoan,
  refundCredit,
  showLoan,
  stopCharges,
  undoDecision,
  waiveDebt,
  writeOffLoan,
} from '@hiram/contract/console/loan';
import type { ApprovalId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { payOn } from '../../../test/support/borrowers/pay-on.ts';
import { rejectionOf, staffMember } from '../../../test/support/console/console.ts';
import { borrowerIdOf, orderRowOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const cashier = setUpStaffMember(hiram, 'cashier');
const controller = setUpStaffMember(hiram, 'controller');
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const spec = { brand: 'spec' };
const today = () => hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila');
const shown = async ({ orderId }: DemoBorrower) =>
  (await cashier.browser.send(showLoan, { orderId }, spec)).data;
const owed = async (borrower: DemoBorrower, part: string) =>
  (await shown(borrower)).position?.parts.find((one) => one.part === part)?.owed ?? 0;
const preview = (calls: ActionCalls, request: object, by = cashier, brand = 'spec') =>
  by.browser.send(calls.preview, { request }, { brand });

/** Previews and submits as the page does. */
async function submit(calls: ActionCalls, request: object, by = cashier) {
  const shownEffect = await preview(calls, request, by);
  if (!shownEffect.success) return rejectionOf<Submitted>(shownEffect);
  const { digest } = shownEffect.data;
  const input = { request, digest, reference: 'C-1', reason: 'the counter was down' };
  return by.browser.send(calls.submit, input, spec);
}

/** Approves as the controller does, signed with their passkey. */
async function approve(approvalId: ApprovalId, by = controller) {
  const offered = await by.browser.send(approvalOptions, { approvalId }, spec);
  if (!offered.success) return offered;
  const { publicKey, digest } = offered.data;
  return by.browser.send(
    approveRequest,
    { approvalId, digest, passkey: by.authenticator.sign(publicKey) },
    spec,
  );
}
const waiver = (borrower: DemoBorrower, amounts: object) => ({
  orderId: borrower.orderId,
  principal: 0,
  interest: 0,
  late: 0,
  penalty: 0,
  ...amounts,
});

test('a small waiver is done at once, a larger one when a second person approves it [T351]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const before = await shown(borrower);
  const small = await preview(waiveDebt, waiver(borrower, { principal: 10_000 }));
  expect(small.data).toMatchObject({ verdict: 'alone', amount: 10_000 });
  expect(small.data.borrowerReads).toContain('100,00');
  expect(await submit(waiveDebt, waiver(borrower, { principal: 10_000 }))).toMatchObject({
    data: { state: 'done' },
  });
  const asked = await submit(waiveDebt, waiver(borrower, { principal: 40_000 }));
  expect(asked.data).toMatchObject({ state: 'waiting' });
  expect((await shown(borrower)).position?.owed).toBe((before.position?.owed ?? 0) - 10_000);
  expect(await approve(asked.data.approvalId)).toMatchObject({ success: true });
  const after = await shown(borrower);
  expect(after.position?.owed).toBe((before.position?.owed ?? 0) - 50_000);
  expect(after.differences).toEqual([]);
  const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  expect(data.userOrderDetail.due?.owedInAll).toBe(after.position?.owed);
  const waived = after.events.filter(({ kind }) => kind === 'waived');
  expect(waived.map(({ requestedBy, approvedBy, reason }) => [requestedBy, approvedBy, reason])).toEqual([
    [cashier.name, controller.name, 'the counter was down'],
    [cashier.name, undefined, 'the counter was down'],
  ]);
  // The latest event of a day is first: its principal is what is owed now.
  expect(waived.map(({ principalAfter = 0 }) => principalAfter)).toEqual(
    waived.map(({ principalAfter = 0 }) => principalAfter).sort((a, b) => a - b),
  );
});

test('a preview shows exactly what is posted and owed afterwards, and an undo takes it back', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const before = await shown(borrower);
  const [principal] = before.position?.parts ?? [];
  const request = { orderId: borrower.orderId };
  const { data } = await preview(writeOffLoan, request, controller);
  const effect = data;
  expect(effect.journal).toEqual(
    expect.arrayContaining([
      { account: 'loss:writeOff', debit: principal?.owed, credit: 0 },
      { account: 'loan:principal', debit: 0, credit: principal?.owed },
    ]),
  );
  expect(effect).toMatchObject({ verdict: 'secondPerson', amount: principal?.owed });
  expect(effect.borrowerReads).toBeUndefined();
  const second = await staffMember(hiram, 'controller');
  const asked = await submit(writeOffLoan, request, controller);
  // Nobody approves what they asked for.
  expect(await approve(asked.data.approvalId)).toMatchObject({ code: 'ownRequest' });
  expect(await approve(asked.data.approvalId, second)).toMatchObject({ success: true });
  const writtenOff = await shown(borrower);
  expect(writtenOff.position).toMatchObject({ isWrittenOff: true, owed: before.position?.owed });
  expect(
    writtenOff.journals
      .at(-1)
      ?.lines.map(({ account }) => account)
      .sort(),
  ).toEqual(['loan:principal', 'loss:writeOff']);
  expect(await submit(writeOffLoan, request, controller)).toMatchObject({ code: 'writtenOffAlready' });
  const event = writtenOff.events.find(({ kind }) => kind === 'writtenOff');
  expect(event).toMatchObject({ canUndo: true });
  const undone = { orderId: borrower.orderId, eventId: event?.eventId ?? '' };
  const undo = await submit(undoDecision, undone);
  expect(await approve(undo.data.approvalId)).toMatchObject({ success: true });
  const after = await shown(borrower);
  expect(after.position).toEqual(before.position);
  expect(after.differences).toEqual([]);
  expect(await submit(undoDecision, undone)).toMatchObject({ code: 'cannotUndo' });
  const payout = after.events.find(({ kind }) => kind === 'disbursed');
  expect(await submit(undoDecision, { ...undone, eventId: payout?.eventId })).toMatchObject({
    code: 'cannotUndo',
  });
});

test('an undo that changes nothing for the borrower sends nothing, and of a credit names that [T1646]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { orderId } = borrower;
  const done = async (asked: Promise<Awaited<ReturnType<typeof submit>>>) => {
    const { data } = await asked;
    if (data.state === 'waiting') expect(await approve(data.approvalId)).toMatchObject({ success: true });
  };
  const undoneOf = async (kind: string) => ({
    orderId,
    eventId: (await shown(borrower)).events.find((one) => one.kind === kind)?.eventId ?? '',
  });
  const notes = (await preview(writeOffLoan, { orderId })).data.notes?.join(' ');
  expect(notes).toContain('Their statement of account names it');
  await done(submit(writeOffLoan, { orderId }));
  const writtenOff = await undoneOf('writtenOff');
  expect((await preview(undoDecision, writtenOff)).data.borrowerReads).toBeUndefined();
  await done(submit(undoDecision, writtenOff));
  const corrections = async () =>
    (await hiram.owner.selectFrom('notice').select('kind').where('order_id', '=', orderId).execute())
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'corrected' || kind === 'creditCorrected');
  expect(await corrections()).toEqual([]);
  await payOn(hiram, borrower, 2_000_000, await today());
  await done(submit(refundCredit, { orderId, amount: 10_000 }));
  const refunded = await undoneOf('refunded');
  expect((await preview(undoDecision, refunded)).data.borrowerReads).toContain('Your credit is now');
  await done(submit(undoDecision, refunded));
  expect(await corrections()).toEqual(['creditCorrected']);
});

test('charges stop for the days that were agreed, and a loan is extended without its price', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { today } = await shown(borrower);
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const request = (until: string) => ({ orderId: borrower.orderId, until });
  for (const until of [day(0), day(-1), day(91)])
    expect(await preview(stopCharges, request(until))).toMatchObject({ code: 'badStop' });
  const stopped = await submit(stopCharges, request(day(3)), controller);
  const second = await staffMember(hiram, 'controller');
  expect(await approve(stopped.data.approvalId, second)).toMatchObject({ success: true });
  const late = await owed(borrower, 'late');
  expect((await shown(borrower)).position).toMatchObject({ perDay: 0, chargesStoppedUntil: day(3) });
  await hiram.days(3);
  expect(await owed(borrower, 'late')).toBe(late);
  await hiram.days(1);
  expect(await owed(borrower, 'late')).toBeGreaterThan(late);
  const loan = await shown(borrower);
  const extended = await submit(extendLoan, { orderId: borrower.orderId }, controller);
  if (loan.noExtension !== undefined) expect(extended).toMatchObject({ code: 'cannotExtend' });
  else {
    expect(await approve(extended.data.approvalId, second)).toMatchObject({ success: true });
    expect((await shown(borrower)).position?.dueDate).not.toBe(loan.position?.dueDate);
    expect((await shown(borrower)).events.find(({ kind }) => kind === 'extended')).toMatchObject({
      canUndo: true,
    });
  }
  expect((await shown(borrower)).differences).toEqual([]);
});

test('an extension names the interest that it adds, also to the borrower [T3445]', async () => {
  const borrower = await hiram.borrower({ state: '180' }, 'ph');
  const request = { orderId: borrower.orderId };
  const effect = await preview(extendLoan, request, controller, 'ph');
  if (!effect.success) throw new Error(effect.code);
  const { lines, borrowerReads } = effect.data;
  const of = (label: string) => lines.find((line) => line.label === label);
  const added = Number(of('Interest')?.after) - Number(of('Interest')?.before);
  expect(added).toBeGreaterThan(0);
  expect(of('Interest added')).toMatchObject({ before: '0', after: String(added) });
  const sum = (added / 100).toLocaleString('en', { minimumFractionDigits: 2 });
  expect(borrowerReads).toContain(sum);
});

test('an approval does nothing when the loan changed meanwhile, and two at once do it once', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const asked = await submit(waiveDebt, waiver(borrower, { principal: 40_000 }));
  const { approvalId } = asked.data;
  expect(await submit(waiveDebt, waiver(borrower, { principal: 5_000 }))).toMatchObject({ success: true });
  expect(await approve(approvalId)).toMatchObject({ code: 'changed' });
  const again = await submit(waiveDebt, waiver(borrower, { principal: 40_000 }));
  const second = await staffMember(hiram, 'controller');
  const answers = await Promise.all([approve(again.data.approvalId), approve(again.data.approvalId, second)]);
  expect(answers.map(({ code }) => code).sort()).toEqual(['alreadyClosed', 'done']);
  expect((await shown(borrower)).events.filter(({ kind }) => kind === 'waived').length).toBe(2);
});

test('the limits of an item and a day hold to the cent, also for requests at once', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const person = await staffMember(hiram, 'cashier');
  const late = (amount: number) => preview(waiveDebt, waiver(borrower, { principal: amount }), person);
  expect((await late(29_999)).data).toMatchObject({ verdict: 'alone' });
  expect((await late(30_000)).data).toMatchObject({ verdict: 'secondPerson' });
  // The limit of a day counts what the person does alone.
  expect((await late(200_001)).data).toMatchObject({ verdict: 'secondPerson' });
  expect((await late(500_000)).data).toMatchObject({ verdict: 'secondPerson' });
  expect((await late(500_001)).data).toMatchObject({ verdict: 'overLimit' });
  // Under all brands there is no second limit: an action is of one brand.
  expect(await preview(waiveDebt, waiver(borrower, { principal: 1 }), person, '*')).toMatchObject({
    status: 404,
  });
  const digestOf = async (amount: number) => (await late(amount)).data.digest;
  const digests = await Promise.all(Array.from({ length: 9 }, (_, index) => digestOf(29_990 - index)));
  const answers = await Promise.all(
    digests.map((digest, index) =>
      person.browser.send(
        waiveDebt.submit,
        {
          request: waiver(borrower, { principal: 29_990 - index }),
          digest,
          reference: '',
          reason: 'goodwill',
        },
        spec,
      ),
    ),
  );
  // Each one changes the loan, so of those at once only the first has the effect that was shown.
  expect(answers.filter(({ success }) => success).length).toBe(1);
  expect(new Set(answers.filter(({ success }) => !success).map(({ code }) => code))).toEqual(
    new Set(['changed']),
  );
});

test('input that is none, too much or another brand’s is rejected by its name', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const late = await owed(borrower, 'late');
  expect(await preview(waiveDebt, waiver(borrower, {}))).toMatchObject({ code: 'nothingToWaive' });
  expect(await preview(waiveDebt, waiver(borrower, { late: late + 1 }))).toMatchObject({
    code: 'moreThanOwed',
  });
  for (const bad of [-1, 1.5, 2 ** 53, '1.234,56', '1e3', null])
    expect(await preview(waiveDebt, waiver(borrower, { late: bad }))).toMatchObject({
      status: 400,
      field: 'request.late',
    });
  expect(await preview(waiveDebt, { ...waiver(borrower, { late: 1 }), extra: 1 })).toMatchObject({
    status: 400,
  });
  expect(await preview(refundCredit, { orderId: borrower.orderId, amount: 1 })).toMatchObject({
    code: 'moreThanCredit',
  });
  expect(await preview(refundCredit, { orderId: borrower.orderId, amount: 0 })).toMatchObject({
    status: 400,
    field: 'request.amount',
  });
  expect(await preview(waiveDebt, waiver(borrower, { late: 1 }), cashier, 'ph')).toMatchObject({
    status: 404,
  });
  const digest = (await preview(waiveDebt, waiver(borrower, { late: 1 }))).data.digest;
  const send = (input: object) =>
    cashier.browser.send(
      waiveDebt.submit,
      { request: waiver(borrower, { late: 1 }), digest, reference: '', reason: 'a reason', ...input },
      spec,
    );
  for (const reason of ['', '  ', 'x'.repeat(501), '\u202e'])
    expect(await send({ reason })).toMatchObject({ status: 400, field: 'reason' });
  expect(await send({ digest: '0'.repeat(64) })).toMatchObject({ code: 'changed' });
  expect(await send({ reason: '<script>alert(1)</script> 👍🏽 مرحبا' })).toMatchObject({ success: true });
});

test('an event of an unknown kind, or a reversal of nothing, needs an approval [T792]', async () => {
  const action = async ({ kind, body = {} }: { kind: string; body?: object }) => {
    const { rows } = await sql<{ action: string | null }>`
      select manual_action(${newId()}, ${newId()}, ${kind}, ${JSON.stringify(body)}::jsonb) as action`.execute(
      hiram.server.appContext.db,
    );
    return rows[0]?.action;
  };
  expect(await action({ kind: 'forgiven' })).toBe('loan.forgiven');
  expect(await action({ kind: 'reversed', body: { target: newId() } })).toBe('loan.undo');
  expect(await action({ kind: 'paid' })).toBeNull();
});

test('the database refuses an event by hand without an approval of exactly this, whoever writes it [T352]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { db } = hiram.server.appContext;
  const order = await orderRowOf(hiram, borrower.orderId);
  const insert = (kind: string, body: object, id = newId()) =>
    actAs('a test', () =>
      inTransaction(db, (trx) =>
        sql`insert into loan_event (borrower_id, order_id, seq, id, kind, value_date, arrived_at, body) values (
          ${order.borrower_id}, ${borrower.orderId}, ${order.event_count + 90}, ${id}, ${kind}, current_date, now(),
          ${JSON.stringify(body)}::jsonb)`.execute(trx),
      ),
    );
  const note = { reference: 'x', reason: 'my cousin' };
  const amounts = { principal: 3_000_000, interest: 0, late: 0, penalty: 0 };
  const refused = 'needs an approval of exactly this';
  await expect(insert('waived', { ...amounts, note })).rejects.toThrow(refused);
  await expect(insert('refunded', { amount: 1, note })).rejects.toThrow(refused);
  await expect(insert('writtenOff', { note })).rejects.toThrow(refused);
  await expect(insert('chargesStopped', { until: '2027-01-01', note })).rejects.toThrow(refused);
  const own = newId();
  for (const paidBy of [own, newId()])
    await expect(
      insert('extended', { instalment: 1, newDueDate: '2027-01-01', paidBy }, own),
    ).rejects.toThrow(refused);
  // A request that waits is no approval.
  const asked = await submit(waiveDebt, waiver(borrower, { principal: 40_000 }));
  const { approvalId } = asked.data;
  const row = await db
    .selectFrom('approval')
    .select('effect_digest')
    .where('id', '=', approvalId)
    .executeTakeFirstOrThrow();
  const digest = row.effect_digest.toString('hex');
  const approved = { ...note, approval: approvalId, digest };
  const late = { principal: 40_000, interest: 0, late: 0, penalty: 0 };
  await expect(insert('waived', { ...late, note: approved })).rejects.toThrow(refused);
  expect(await approve(approvalId)).toMatchObject({ success: true });
  // A used one cannot be used again, nor for another amount, another digest or another action.
  await expect(insert('waived', { ...late, note: approved })).rejects.toThrow('loan_event_approval');
  await expect(insert('waived', { ...late, principal: 40_001, note: approved })).rejects.toThrow(/approval/);
  await expect(insert('waived', { ...late, note: { ...approved, digest: 'ab' } })).rejects.toThrow(
    /approval/,
  );
  await expect(insert('writtenOff', { note: approved })).rejects.toThrow(/approval/);
  const waived = (await shown(borrower)).events.find(({ kind }) => kind === 'waived');
  await expect(insert('reversed', { target: waived?.eventId, note })).rejects.toThrow(refused);
  await expect(
    sql`insert into break_glass values (${newId()}, 'loan_event', ${waived?.eventId}, null, 'a', 'b')`.execute(
      db,
    ),
  ).rejects.toThrow('permission denied');
});

test('the second person sees whose loan a request changes, with the amount, who asked and when [T840]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const asked = await submit(waiveDebt, waiver(borrower, { principal: 40_000 }));
  const { approvals } = (await controller.browser.send(listApprovals, { state: 'waiting' }, spec)).data;
  const shownApproval = approvals.find(({ approvalId }) => approvalId === asked.data.approvalId);
  expect(shownApproval).toMatchObject({
    orderId: borrower.orderId,
    amount: 40_000,
    requestedBy: cashier.name,
    borrower: { name: 'Maria Santos' },
  });
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  expect(shownApproval?.borrower?.borrowerId).toBe(borrowerId);
});
