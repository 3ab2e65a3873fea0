import { showLoan } from '@hiram/contract/console/loan';
import {
  cancelPayout,
  explainStop,
  listPayouts,
  listRefundsDue,
  releasePayout,
  retryPayout,
  setCeiling,
  settleReturn,
  showMoneyOut,
  startPayouts,
  stopPayouts,
} from '@hiram/contract/console/money-out';
import { listWork } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import { withdraw } from '@hiram/contract/order';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { bindAgain } from '../../../test/support/borrowers/bind-again.ts';
import { payoutState, waitingPayout } from '../../../test/support/borrowers/waiting-payout.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf, orderRowOf, payoutOf } from '../../../test/support/database/rows.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { sendPayout } from '../../lending/payouts/send-payout.ts';
import { settlePayout } from '../../lending/payouts/settle-payout.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { trackRefund } from '../../lending/tasks.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const cashier = setUpStaffMember(hiram, 'cashier');
const controller = setUpStaffMember(hiram, 'controller');
const secondController = setUpStaffMember(hiram, 'controller');
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const spec = { brand: 'spec' };
const ph = { brand: 'ph' };
const show = async (options = spec) => (await cashier.browser.send(showMoneyOut, {}, options)).data;
const list = async (name: string, options = spec) =>
  (await cashier.browser.send(listPayouts.page, { list: name }, options)).data.rows;
const send = (payoutId: string) =>
  actAs('job payout', () => sendPayout(hiram.server.appContext, asId(payoutId)));

/** Sets the limits of a day by two people. */
async function limitTo(request: { maxAmount?: number; maxFirstLoans?: number }, brand = 'spec') {
  const asked = await submitAction(controller, setCeiling, request, { brand });
  expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
  expect(await approveAs(secondController, asked.data.approvalId, brand)).toMatchObject({ success: true });
}

test('one person stops a brand’s payouts at once, and two start them [T374]', async () => {
  const { payoutId } = await waitingPayout(hiram);
  const stopped = await cashier.browser.send(stopPayouts, { reason: '' }, spec);
  expect(stopped).toMatchObject({ success: true, data: { stopped: ['spec'] } });
  // Pressed again, by somebody else: nothing changes.
  expect((await controller.browser.send(stopPayouts, { reason: 'me too' }, spec)).data.stopped).toEqual([]);
  const { stop } = await show();
  expect(stop).toMatchObject({ by: cashier.name, reason: '' });
  const stopId = stop?.stopId ?? '';
  expect((await show(ph)).stop).toBeUndefined();
  const reason = 'holder names wrong in batch 24-3';
  expect(await cashier.browser.send(explainStop, { stopId, reason }, spec)).toMatchObject({ success: true });
  expect((await show()).stop?.reason).toBe(reason);
  await send(payoutId);
  expect(await payoutState(hiram, payoutId)).toBe('requested');
  expect(await submitAction(cashier, retryPayout, { payoutId }, spec)).toMatchObject({
    code: 'payoutsStopped',
  });

  const asked = await submitAction(controller, startPayouts, { stopId }, spec);
  expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ code: 'ownRequest' });
  expect((await show()).stop).toBeDefined();
  expect(await approveAs(secondController, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  expect((await show()).stop).toBeUndefined();
  await hiram.until(
    () => payoutState(hiram, payoutId),
    (state) => state === 'paid',
  );
  expect(await submitAction(controller, startPayouts, { stopId }, spec)).toMatchObject({
    code: 'notStopped',
  });
  expect(await cashier.browser.send(explainStop, { stopId, reason }, spec)).toMatchObject({
    code: 'notStopped',
  });
  const { rows: trail } = await sql<{ action: string; actor: string }>`select action, actor from audit_entry
    where subject = 'payout_stop' and subject_id = ${stopId} order by id`.execute(hiram.owner);
  expect(trail.map(({ action }) => action)).toEqual(['insert', 'update', 'update']);
  expect(trail[0]?.actor).toBe(`call stopPayouts staff ${cashier.id}`);
  expect(trail[2]?.actor).toContain(`staff ${secondController.id} approval ${asked.data.approvalId}`);
});

test('all brands are stopped with one key, by whoever has the right in all brands alone', async () => {
  const ofPh = await staffMember(hiram, 'cashier ph');
  expect(await ofPh.browser.send(stopPayouts, { reason: 'a reason' }, { brand: '*' })).toMatchObject({
    status: 403,
    right: 'moneyOut.stop',
  });
  const all = await cashier.browser.send(stopPayouts, { reason: 'the ledger differs' }, { brand: '*' });
  expect(all.data.stopped).toEqual(['ph', 'spec']);
  for (const brand of ['ph', 'spec']) {
    const { stop } = await show({ brand });
    const asked = await submitAction(cashier, startPayouts, { stopId: stop?.stopId }, { brand });
    expect(asked.data.state).toBe('waiting');
    // A stop of one brand is none of another's.
    const foreign = brand === 'ph' ? spec : ph;
    expect(await submitAction(cashier, startPayouts, { stopId: stop?.stopId }, foreign)).toMatchObject({
      status: 404,
    });
    expect(await approveAs(controller, asked.data.approvalId, brand)).toMatchObject({ success: true });
  }
});

test('a payout over the day’s ceiling waits, and the cashier needs a second person for it [T375]', async () => {
  const [first, second] = [await waitingPayout(hiram), await waitingPayout(hiram)];
  const { day } = await show();
  await limitTo({ maxAmount: day.amount + first.amount });
  expect((await show()).day).toMatchObject({ maxAmount: day.amount + first.amount });
  await send(first.payoutId);
  await send(second.payoutId);
  const [held] = await list('held');
  expect(held).toMatchObject({
    payoutId: second.payoutId,
    holdReason: 'ceiling',
    state: 'requested',
    isHandedOver: false,
  });
  const task = await hiram.owner
    .selectFrom('task')
    .selectAll()
    .where('subject_id', '=', second.payoutId)
    .executeTakeFirstOrThrow();
  expect(task).toMatchObject({ kind: 'heldPayout', brand: 'spec', amount: second.amount, closed_at: null });
  expect((await show()).lists).toContainEqual({ list: 'held', count: 1, amount: second.amount });
  const request = { payoutId: second.payoutId };
  expect(await submitAction(cashier, releasePayout, request, ph)).toMatchObject({ status: 404 });
  expect(await submitAction(cashier, retryPayout, request, spec)).toMatchObject({ code: 'payoutNotWaiting' });
  const asked = await submitAction(cashier, releasePayout, request, spec);
  expect(asked).toMatchObject({ data: { state: 'waiting' } });
  // The same request twice at once: one stands.
  expect(await submitAction(cashier, releasePayout, request, spec)).toMatchObject({
    code: 'alreadyRequested',
  });
  const approvals = await Promise.all(
    [controller, secondController].map((person) => approveAs(person, asked.data.approvalId, 'spec')),
  );
  expect(approvals.filter(({ success }) => success)).toHaveLength(1);
  await hiram.until(
    () => payoutState(hiram, second.payoutId),
    (state) => state === 'paid',
  );
  expect(await list('held')).toEqual([]);
  expect(await submitAction(cashier, releasePayout, request, spec)).toMatchObject({ code: 'notHeld' });
  expect((await list('paid')).map(({ payoutId }) => payoutId)).toContain(second.payoutId);
  await limitTo({});
  expect((await show()).day.maxAmount).toBeUndefined();
  expect(await submitAction(controller, setCeiling, {}, spec)).toMatchObject({ code: 'sameCeiling' });
  expect(await submitAction(controller, setCeiling, {}, { brand: '*' })).toMatchObject({ code: 'oneBrand' });
});

test('the database takes exactly the limits of a day that two persons approved last [T2133]', async () => {
  await limitTo({ maxAmount: 5_000 });
  const { db } = hiram.server.appContext;
  const { approval_id } = await db
    .selectFrom('payout_limit')
    .select('approval_id')
    .where('brand', '=', 'spec')
    .executeTakeFirstOrThrow();
  const approved = { max_amount: 5_000, max_first_loans: null };
  const write = (row: { max_amount: number | null; max_first_loans: number | null }) =>
    actAs('a test', () =>
      inTransaction(db, (trx) =>
        trx
          .updateTable('payout_limit')
          .set({ ...row, approval_id })
          .where('brand', '=', 'spec')
          .execute(),
      ),
    );
  await write(approved);
  for (const other of [
    { max_amount: null, max_first_loans: null },
    { max_amount: 5_001, max_first_loans: null },
    { max_amount: 5_000, max_first_loans: 9 },
  ])
    await expect(write(other)).rejects.toThrow('set by two persons');
  await limitTo({});
  // What was replaced does not come back by its own approval.
  await expect(write(approved)).rejects.toThrow('set by two persons');
});

test('a held payout that is cancelled between request and approval is not released', async () => {
  const { payoutId, borrower } = await waitingPayout(hiram);
  await limitTo({ maxAmount: 1 });
  await send(payoutId);
  const asked = await submitAction(cashier, releasePayout, { payoutId }, spec);
  const cancelled = await submitAction(cashier, cancelPayout, { payoutId }, spec);
  expect(cancelled).toMatchObject({ success: true, data: { state: 'done' } });
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ code: 'changed' });
  expect(await payoutState(hiram, payoutId)).toBe('returned');
  await send(payoutId);
  expect(
    await sql`select from sandbox_payout where reference = ${payoutId}`.execute(hiram.owner),
  ).toMatchObject({ rows: [] });
  // Nothing was posted, and the borrower can withdraw again.
  const lines = await hiram.owner
    .selectFrom('journal')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(lines).toEqual([]);
  const order = await orderRowOf(hiram, borrower.orderId);
  expect(order.withdrawn_at).toBeNull();
  await limitTo({});
});

test('a payout that a provider was given cannot be cancelled; a waiting one is sent again on request', async () => {
  const { payoutId } = await waitingPayout(hiram);
  await hiram.owner
    .updateTable('payout')
    .set({ counted_on: '2026-01-02' })
    .where('id', '=', payoutId)
    .execute();
  expect(await submitAction(cashier, cancelPayout, { payoutId }, spec)).toMatchObject({ code: 'handedOver' });
  const retried = await submitAction(cashier, retryPayout, { payoutId }, spec);
  expect(retried).toMatchObject({ success: true, data: { state: 'done' } });
  await hiram.until(
    () => payoutState(hiram, payoutId),
    (state) => state === 'paid',
  );
  expect(await submitAction(cashier, retryPayout, { payoutId }, spec)).toMatchObject({
    code: 'payoutNotWaiting',
  });
});

test('lists go on page by page, oldest first where somebody waits, and show no foreign brand', async () => {
  await waitingPayout(hiram, 'ph');
  const { borrower } = await waitingPayout(hiram);
  const template = await payoutOf(hiram, borrower.orderId);
  const rows = Array.from({ length: 55 }, () => ({ ...template, id: newId(), state: 'returned' as const }));
  await hiram.owner.insertInto('payout').values(rows).execute();
  const first = (await cashier.browser.send(listPayouts.page, { list: 'returned' }, spec)).data;
  expect(first.rows).toHaveLength(50);
  const after = first.next;
  const rest = (await cashier.browser.send(listPayouts.page, { list: 'returned', after }, spec)).data;
  expect(rest.next).toBeUndefined();
  const ids = [...first.rows, ...rest.rows].map(({ payoutId }) => payoutId);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort().reverse()).toEqual(ids);
  const { rows: brands } = await sql<{ brand: string }>`select distinct brand from payout`.execute(
    hiram.owner,
  );
  expect(brands.map(({ brand }) => brand).sort()).toEqual(['ph', 'spec']);
  expect(await list('waiting', ph)).toHaveLength(1);
});

/** A payout that its provider returned. */
async function returnedPayout() {
  const waiting = await waitingPayout(hiram);
  const { payoutId: reference } = waiting;
  await actAs('a test', () =>
    inTransaction(hiram.server.appContext.db, (trx) =>
      settlePayout(trx, hiram.server.appContext, {
        reference,
        result: 'returned',
        on: new Date(),
        reason: 'account closed',
      }),
    ),
  );
  return waiting;
}

test('what came back and what has no result yet is taken off what was handed over: the rest was paid out [T2769]', async () => {
  const before = (await show()).day;
  const paid = await waitingPayout(hiram);
  await send(paid.payoutId);
  await hiram.until(
    () => payoutState(hiram, paid.payoutId),
    (state) => state === 'paid',
  );
  const arrived = (await show()).day;
  const more = (of: typeof before.paidOut, by: number) => ({ count: of.count + 1, amount: of.amount + by });
  expect(arrived.paidOut).toEqual(more(before.paidOut, paid.amount));
  expect(arrived.noResult).toEqual(before.noResult);
  // Handed over, and no answer yet.
  const open = await waitingPayout(hiram);
  await hiram.owner
    .updateTable('payout')
    .set({ counted_on: arrived.on })
    .where('id', '=', open.payoutId)
    .execute();
  const { day } = await show();
  expect(day.noResult).toEqual(more(before.noResult, open.amount));
  expect(day.paidOut).toEqual(arrived.paidOut);
});

const openReturns = async () =>
  (await cashier.browser.send(listWork.page, { part: 'open', only: { kind: ['returnedPayout'] } }, spec)).data
    .rows;

test('a returned payout keeps a task until a person settles it with a note, once [T1301]', async () => {
  const { payoutId, borrower, amount } = await returnedPayout();
  const isOpen = async () => (await list('returned')).find((one) => one.payoutId === payoutId)?.isReturnOpen;
  expect(await openReturns()).toContainEqual(
    expect.objectContaining({ subjectId: payoutId, orderId: borrower.orderId, amount }),
  );
  expect(await isOpen()).toBe(true);
  expect(await checkTasks(hiram.server.appContext.db)).toEqual([]);
  const settled = { payoutId, note: 'called: adds another account tomorrow' };
  expect(await cashier.browser.send(settleReturn, settled, ph)).toMatchObject({ status: 404 });
  const both = await Promise.all([1, 2].map(() => cashier.browser.send(settleReturn, settled, spec)));
  expect(both.map(({ code }) => code).sort()).toEqual(['done', 'returnSettled']);
  expect((await openReturns()).filter(({ subjectId }) => subjectId === payoutId)).toEqual([]);
  expect(await isOpen()).toBe(false);
  const notes = await hiram.owner
    .selectFrom('note')
    .innerJoin('payout', 'payout.borrower_id', 'note.borrower_id')
    .select(['note.text', 'note.staff_id'])
    .where('payout.id', '=', payoutId)
    .execute();
  expect(notes).toEqual([{ text: settled.note, staff_id: cashier.id }]);
  expect(await checkTasks(hiram.server.appContext.db)).toEqual([]);
});

test('a payout to another account closes the task of the returned one', async () => {
  const { payoutId, borrower } = await returnedPayout();
  await bindAgain(hiram, borrower, {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09179998888',
    holderName: 'Maria Santos',
    product_id: borrower.productId,
  });
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  expect((await openReturns()).filter(({ subjectId }) => subjectId === payoutId)).toEqual([]);
  expect(await checkTasks(hiram.server.appContext.db)).toEqual([]);
});

test('bad input is named by its field', async () => {
  const bad = async (request: unknown) =>
    (await controller.browser.send(setCeiling.preview, { request } as never, spec)).field;
  for (const maxAmount of [0, -1, 2 ** 53, '1.234,56', 1.5])
    expect(await bad({ maxAmount })).toBe('request.maxAmount');
  expect(await bad({ maxFirstLoans: 1_000_001 })).toBe('request.maxFirstLoans');
  expect(await bad({ maxAmount: 1, also: 1 })).toBe('request.also');
  const stop = async (reason: unknown) =>
    (await cashier.browser.send(stopPayouts, { reason } as never, ph)).field;
  for (const reason of ['x'.repeat(501), 'x']) expect(await stop(reason)).toBe('reason');
  expect(await cashier.browser.send(listPayouts.page, { list: 'all' } as never, spec)).toMatchObject({
    status: 400,
    field: 'list',
  });
  expect(await cashier.browser.send(listPayouts.page, { list: 'paid', after: '%' }, spec)).toMatchObject({
    status: 400,
    field: 'after',
  });
  expect(await submitAction(cashier, retryPayout, { payoutId: newId() }, spec)).toMatchObject({
    status: 404,
  });
});

test('credit of a borrower is listed as a refund due, in its own brand alone', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  const { db, clock } = hiram.server.appContext;
  const today = await clock.today(db, 'Asia/Manila');
  await actAs('a test', () =>
    inTransaction(db, (trx) =>
      trackRefund(
        trx,
        { borrower_id: borrowerId, id: borrower.orderId, brand: 'spec' },
        { credit: 115_440, refundableOn: today, today, now: clock.now() },
      ),
    ),
  );
  const { rows: refunds } = (await cashier.browser.send(listRefundsDue.page, {}, spec)).data;
  expect(refunds.find(({ orderId }) => orderId === borrower.orderId)).toMatchObject({
    borrowerId,
    amount: 115_440,
  });
  expect((await cashier.browser.send(listRefundsDue.count, {}, spec)).data.count).toBe(refunds.length);
  const larger = { only: { amount: { from: 115_441 } } };
  expect((await cashier.browser.send(listRefundsDue.page, larger, spec)).data.rows).toEqual([]);
  expect((await cashier.browser.send(listRefundsDue.page, {}, ph)).data.rows).toEqual([]);
});

test('the loan of a held payout says by what it is held [T2650]', async () => {
  const { borrower, payoutId } = await waitingPayout(hiram);
  const { day } = await show();
  await limitTo({ maxAmount: day.amount + 1 });
  await send(payoutId);
  const request = { orderId: borrower.orderId, knowledge: 'now' };
  const { payouts } = (await cashier.browser.send(showLoan, request, spec)).data;
  expect(payouts).toMatchObject([{ payoutId, state: 'requested', holdReason: 'ceiling' }]);
});

test('a held payout keeps what had counted and the limit of then, also when the limit is raised [T2761]', async () => {
  const { payoutId } = await waitingPayout(hiram);
  const { day } = await show();
  await limitTo({ maxAmount: day.amount + 2 });
  await send(payoutId);
  await limitTo({ maxAmount: day.amount + 100_000_000 });
  expect((await list('held')).find((row) => row.payoutId === payoutId)).toMatchObject({
    passed: { counted: day.amount, atMost: day.amount + 2 },
  });
});
