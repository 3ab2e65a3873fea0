import { randomUUID } from 'node:crypto';
import { profile } from '@hiram/contract/account';
import { listApprovals } from '@hiram/contract/console/approval';
import { importStatement, listImports, postLine, undoImport } from '@hiram/contract/console/bank-statement';
import { showLoan } from '@hiram/contract/console/loan';
import {
  countMoneyIn,
  listHeldPayments,
  listMessages,
  listStatementLines,
  listTransfers,
  postMoney,
  refuseMoney,
  setLineAside,
  showTransfer,
  transferReceipt,
} from '@hiram/contract/console/money-in';
import { type ApprovalId, asId } from '@hiram/contract/ids';
import { payCode, payType, utrSubmit } from '@hiram/contract/repay';
import { addDays, type LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { asTwoPersons } from '../../../test/support/console/two-persons.ts';
import { borrowerIdOf, orderRowOf, paymentOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { openMessageTask } from '../../lending/payments/message-tasks.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { storePicture } from '../../pictures/store-picture.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { ProviderEvent } from '../../providers/ports/webhook.ts';
import { newUtr, plainMap } from '../../sandbox/fill/bank-statement.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const cashier = setUpStaffMember(hiram, 'cashier');
const controller = setUpStaffMember(hiram, 'controller');
/** Imports the bank's statements: whoever does, does not post their lines alone. */
const importer = setUpStaffMember(hiram, 'cashier');
let day: string;
beforeAll(async () => {
  await hiram.refuseUnnamed();
  const { clock, db, defaultBrand } = hiram.server.appContext;
  day = await clock.today(db, defaultBrand.timeZone);
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const spec = { brand: 'spec' };
const ph = { brand: 'ph' };
const map = plainMap;

async function claim(amount = 100_000, utr = newUtr(), by?: DemoBorrower) {
  const borrower = by ?? (await hiram.borrower({ state: '180' }));
  const input = { orderId: borrower.orderId, channelNumber: '10005', utr, amount };
  expect(await hiram.send(utrSubmit, input, borrower.context, { key: randomUUID() })).toMatchObject({
    success: true,
  });
  const { id } = await hiram.owner
    .selectFrom('utr_submission')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .where('utr', 'like', `${utr}%`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { borrower, utr, transferId: id, amount };
}

const importText = (text: string, changed: object = {}, options = spec) =>
  importer.browser.send(
    importStatement,
    {
      account: '10005',
      fileName: 'bank.csv',
      map,
      isTrial: false,
      ...changed,
      content: Buffer.from(text).toString('base64'),
    },
    options,
  );
const line = (utr: string, amount: number, on = day) => `${on},${utr},${(amount / 100).toFixed(2)}\n`;
const head = 'Date,Reference,Amount\n';
/** The request that posts a claim by the line of the statement that names it. */
async function byItsLine(transferId: string) {
  const { lines } = (await cashier.browser.send(showTransfer, { transferId }, spec)).data;
  return {
    entry: 'transfer',
    id: transferId,
    lineId: lines.find(({ fits }) => fits.reference)?.lineId ?? '',
  };
}
const sentOf = async (borrower: DemoBorrower) =>
  (await hiram.send(payType, { orderId: borrower.orderId }, borrower.context)).data.sent;

test('a loan says of a reported payment that the bank has it, by reference and amount alone [T2728]', async () => {
  const { utr, borrower } = await claim(43_210);
  const { orderId } = borrower;
  const isAtBank = async () => {
    const { data } = await cashier.browser.send(showLoan, { orderId } as never, spec);
    return data.waiting.map((one) => one.isAtBank);
  };
  expect(await isAtBank()).toEqual([undefined]);
  const { utr: another } = await claim(10_000);
  const lines = line(utr, 43_200) + line(another, 43_210);
  expect((await importText(head + lines)).data).toMatchObject({ added: 2 });
  expect(await isAtBank()).toEqual([undefined]);
  expect((await importText(head + line(utr, 43_210))).data).toMatchObject({ added: 1 });
  expect(await isAtBank()).toEqual([true]);
});

test('a claim beside its line of the bank’s statement is posted once, by the line’s amount and day [T377]', async () => {
  const { transferId, utr, borrower } = await claim(100_000);
  const trial = await importText(head + line(utr, 99_900), { isTrial: true });
  expect(trial).toMatchObject({ success: true, data: { added: 1, matched: 1, amount: 99_900, lines: 1 } });
  expect((await cashier.browser.send(listStatementLines, {}, spec)).data.lines).toEqual([]);
  expect((await importText(head + line(utr, 99_900))).data).toMatchObject({ added: 1, repeated: 0 });
  // The same line again, in another file: it counts once.
  expect((await importText(`x\n${line(utr, 99_900)}`)).data).toMatchObject({ added: 0, repeated: 1 });
  const { transfers } = (await cashier.browser.send(listTransfers, {}, spec)).data;
  expect(transfers.find((one) => one.transferId === transferId)).toMatchObject({ match: 'otherAmount' });
  const shown = (await cashier.browser.send(showTransfer, { transferId }, spec)).data;
  expect(shown.claims).toMatchObject([{ transferId, state: 'review', acceptedBefore: 0 }]);
  expect(shown.lines).toMatchObject([{ fits: { reference: true, amount: false, day: true }, isUsed: false }]);
  const lineId = shown.lines[0]?.lineId ?? '';
  const request = { entry: 'transfer', id: transferId, lineId };
  expect(await submitAction(cashier, postMoney, request, ph)).toMatchObject({ status: 404 });
  const preview = await cashier.browser.send(postMoney.preview, { request } as never, spec);
  expect(preview.data).toMatchObject({ amount: 99_900, verdict: 'alone' });
  const [first, second] = await Promise.all([
    submitAction(cashier, postMoney, request, spec),
    submitAction(controller, postMoney, request, spec),
  ]);
  expect([first.success, second.success].filter(Boolean)).toHaveLength(1);
  expect(await sentOf(borrower)).toMatchObject([{ utr, state: 'accepted' }]);
  const payment = await paymentOf(hiram, borrower.orderId);
  expect(payment).toMatchObject({ state: 'posted', amount: 99_900, paid_on: day });
  const approvalId = first.success ? first.data.approvalId : second.data.approvalId;
  expect(payment.approval_id).toBe(approvalId);
  expect(await submitAction(cashier, postMoney, request, spec)).toMatchObject({ code: 'notWaitingHere' });
  const { transferId: other } = await claim(99_900);
  expect(
    await submitAction(cashier, postMoney, { entry: 'transfer', id: other, lineId }, spec),
  ).toMatchObject({ code: 'lineIsUsed' });
});

test('the line of a transfer that was posted by hand is its line, whichever came first [T1373]', async () => {
  const typed = async ({ transferId: id, amount }: { transferId: string; amount: number }) => {
    const asked = await submitAction(cashier, postMoney, { entry: 'transfer', id, amount, on: day }, spec);
    expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
    expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  };
  const usedOf = async (transferId: string) =>
    (await cashier.browser.send(showTransfer, { transferId }, spec)).data.lines.map(({ isUsed }) => isUsed);
  const [first, later, other] = [await claim(41_000), await claim(42_000), await claim(43_000)];
  await typed(first);
  await typed(other);
  // The second line has the reference of the first one, but is not of its day.
  const text =
    head + line(first.utr, 41_000) + line(first.utr, 41_000, addDays(day as never, -1)) + line(other.utr, 1);
  const imported = (await importText(text)).data;
  expect(imported).toMatchObject({ added: 3, results: { posted: { count: 3 }, nobody: { count: 0 } } });
  expect((await usedOf(first.transferId)).sort()).toEqual([false, true]);
  expect(await usedOf(other.transferId)).toEqual([false]);
  const { lines } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  expect(lines.map(({ amount }) => amount)).toEqual([41_000, 1]);
  // Nobody used the line that was recognised.
  const { importId = '' } = imported;
  const { imports } = (await importer.browser.send(listImports, {}, spec)).data;
  expect(imports.find((one) => one.importId === importId)).toMatchObject({ state: 'open' });
  expect((await importer.browser.send(undoImport, { importId }, spec)).data).toEqual({ lines: 3 });
  const again = (await importText(head + line(first.utr, 41_000) + line(later.utr, 42_000))).data;
  expect(again).toMatchObject({ added: 2, results: { posted: { count: 1 }, matches: { count: 1 } } });
  expect(await usedOf(later.transferId)).toEqual([false]);
  await typed(later);
  expect([await usedOf(first.transferId), await usedOf(later.transferId)]).toEqual([[true], [true]]);
  expect(await importer.browser.send(undoImport, { importId: again.importId ?? '' }, spec)).toMatchObject({
    code: 'importUsed',
  });
});

test('a cashier posts a line up to their limit alone; a cent more needs a second person', async () => {
  const { transferId, borrower, utr } = await claim(2_000_000);
  const small = await claim(1_999_999);
  await importText(head + line(utr, 2_000_000) + line(small.utr, 1_999_999));
  const request = await byItsLine(transferId);
  const asked = await submitAction(cashier, postMoney, request, spec);
  expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
  expect(await sentOf(borrower)).toMatchObject([{ state: 'review' }]);
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  expect(await sentOf(borrower)).toMatchObject([{ state: 'accepted' }]);
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ code: 'alreadyClosed' });
  const alone = await byItsLine(small.transferId);
  expect(await submitAction(cashier, postMoney, alone, spec)).toMatchObject({ data: { state: 'done' } });
});

test('money that no line of its claim shows needs two persons, and so does one’s own import [T832]', async () => {
  const typed = await claim(5_000);
  const own = await claim(6_000);
  const other = await claim(7_000);
  const reference = newUtr();
  await importText(head + line(own.utr, 6_000) + line(reference, 7_000));
  const { lines } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  const lineId = lines.find((one) => one.reference === reference)?.lineId ?? '';
  const verdicts = await Promise.all(
    [
      [cashier, { entry: 'transfer', id: typed.transferId, amount: 5_000, on: day }],
      [importer, await byItsLine(own.transferId)],
      // Another's money, which has the right amount.
      [cashier, { entry: 'transfer', id: other.transferId, lineId }],
      [cashier, await byItsLine(own.transferId)],
    ].map(async ([person, request]) => {
      const sent = await (person as StaffMember).browser.send(postMoney.preview, { request } as never, spec);
      return [sent.data.verdict, sent.data.isAlwaysTwo, sent.data.isOwnWork, sent.data.cost];
    }),
  );
  expect(verdicts).toEqual([
    ['secondPerson', true, false, 5_000],
    ['secondPerson', false, true, 0],
    ['secondPerson', true, false, 7_000],
    ['alone', false, false, 0],
  ]);
  expect(await sentOf(typed.borrower)).toMatchObject([{ state: 'review' }]);
  await cashier.browser.send(setLineAside, { lineId, reason: 'a test of lines' }, spec);
});

test('of two claims of one transfer one is posted, and the other one’s borrower reads why', async () => {
  const first = await claim(50_000);
  const second = await claim(50_000, first.utr);
  const shown = (await cashier.browser.send(showTransfer, { transferId: first.transferId }, spec)).data;
  expect(shown.claims.map(({ transferId }) => transferId).sort()).toEqual(
    [first.transferId, second.transferId].sort(),
  );
  await importText(head + line(first.utr, 50_000));
  const request = await byItsLine(first.transferId);
  expect(await submitAction(cashier, postMoney, request, spec)).toMatchObject({ data: { state: 'done' } });
  expect(await sentOf(second.borrower)).toMatchObject([
    { state: 'rejected', reason: expect.stringContaining('Another borrower showed') },
  ]);
  const again = await claim(50_000, first.utr, second.borrower);
  const back = { entry: 'transfer', id: again.transferId, amount: 50_000, on: day };
  expect(await submitAction(cashier, postMoney, back, spec)).toMatchObject({ code: 'givenElsewhere' });
  // Who takes a payment back from a loan does it with a second person.
  const asked = await submitAction(cashier, postMoney, { ...back, takesBack: true }, spec);
  expect(asked).toMatchObject({ data: { state: 'waiting' } });
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  expect(await sentOf(first.borrower)).toMatchObject([{ state: 'rejected' }]);
});

test('a refused claim is explained to its borrower in their words, as the preview shows', async () => {
  const { transferId, borrower } = await claim();
  const request = { entry: 'transfer', id: transferId, because: 'notArrived' };
  const preview = await cashier.browser.send(refuseMoney.preview, { request } as never, spec);
  const { borrowerReads } = preview.data;
  expect(borrowerReads).toContain('did not arrive');
  expect(await submitAction(cashier, refuseMoney, request, spec)).toMatchObject({ data: { state: 'done' } });
  expect(await sentOf(borrower)).toMatchObject([{ state: 'rejected', reason: borrowerReads }]);
  expect(await submitAction(cashier, refuseMoney, request, spec)).toMatchObject({ code: 'notWaitingHere' });
});

test('a claim of another amount than arrived is refused with that reason, in the borrower’s words [T882]', async () => {
  const { transferId } = await claim(150_000);
  const request = { entry: 'transfer', id: transferId, because: 'wrongAmount' };
  const preview = await cashier.browser.send(refuseMoney.preview, { request } as never, spec);
  expect(preview.data.borrowerReads).toContain('Another amount arrived');
  expect(await submitAction(cashier, refuseMoney, request, spec)).toMatchObject({ data: { state: 'done' } });
});

test('the trial of an import, the tab and its list agree on which lines are claimed [T883]', async () => {
  const lines = async () => {
    const { data } = await cashier.browser.send(listStatementLines, {}, spec);
    const counted = (await cashier.browser.send(countMoneyIn, {}, spec)).data.lines;
    return { counted, references: data.lines.map(({ reference }) => reference) };
  };
  const before = await lines();
  expect(before.counted).toBe(before.references.length);
  const [claimed, unclaimed] = [await claim(12_300), newUtr()];
  const text = head + line(claimed.utr, 12_300) + line(unclaimed, 45_600);
  expect((await importText(text, { isTrial: true })).data).toMatchObject({ added: 2, matched: 1 });
  expect((await importText(text)).data).toMatchObject({ added: 2, matched: 1 });
  const after = await lines();
  expect(after.counted).toBe(before.counted + 1);
  expect(after.references).toContain(unclaimed);
  expect(after.references).not.toContain(claimed.utr);
  // Once the claim is refused nobody claims the line any more.
  const no = { entry: 'transfer', id: claimed.transferId, because: 'usedElsewhere' };
  await submitAction(cashier, refuseMoney, no, spec);
  expect((await lines()).references).toContain(claimed.utr);
  const { lines: open } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  for (const { lineId, reference } of open)
    if ([claimed.utr, unclaimed].includes(reference))
      await cashier.browser.send(setLineAside, { lineId, reason: 'a test of counts' }, spec);
});

test('a held payment names who paid, and the amount that the code asked for [T2765]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { amount } = await payByCode(hiram, borrower, { date: addDays(day as never, -1), excess: 700 });
  const { payments } = (await cashier.browser.send(listHeldPayments, {}, spec)).data;
  expect(payments.find(({ orderId }) => orderId === borrower.orderId)).toMatchObject({
    amount: amount + 700,
    codeAmount: amount,
    name: expect.stringMatching(/\w+ \w+/),
  });
});

test('a held payment is posted only if its provider confirms it, and refused within the same limit [T406]', async () => {
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const borrower = await hiram.borrower({ state: '180', kind: 'single' });
    await payByCode(hiram, borrower, { date: addDays(day as never, -1) });
    const { payments } = (await cashier.browser.send(listHeldPayments, {}, spec)).data;
    const id = payments.find(({ orderId }) => orderId === borrower.orderId)?.paymentId;
    if (id === undefined) throw new Error('not held');
    ids.push(id);
  }
  const [posted = '', refused = ''] = ids;
  expect((await cashier.browser.send(listHeldPayments, {}, ph)).data.payments).toEqual([]);
  const request = { entry: 'held', id: posted };
  expect(await submitAction(cashier, postMoney, request, ph)).toMatchObject({ status: 404 });
  // The provider answers while nobody holds a lock on the order.
  const { payments: asked } = hiram.server.appContext.ports;
  const port = asked.get('sandbox');
  if (!port) throw new Error('no provider');
  const orderIsFree: boolean[] = [];
  const watched: typeof port = {
    async payment(id) {
      await sql`select id from loan_order where id = (select order_id from payment where id = ${posted})
        for update nowait`
        .execute(hiram.owner)
        .then(
          () => orderIsFree.push(true),
          () => orderIsFree.push(false),
        );
      return port.payment(id);
    },
  };
  (asked as Map<string, typeof port>).set('sandbox', watched);
  expect(await submitAction(controller, postMoney, request, spec)).toMatchObject({ data: { state: 'done' } });
  (asked as Map<string, typeof port>).set('sandbox', port);
  // Once for the preview, once before the lock.
  expect(orderIsFree).toEqual([true, true]);
  expect(await submitAction(controller, postMoney, request, spec)).toMatchObject({ code: 'notWaitingHere' });
  const no = { entry: 'held', id: refused, because: 'notArrived' };
  // As when it is posted: from the limit's amount on a second person decides.
  const previewed = await cashier.browser.send(refuseMoney.preview, { request: no } as never, spec);
  expect(previewed.data).toMatchObject({ amount: expect.any(Number), verdict: 'alone' });
  const limitRefusals = (second_person_from: number) =>
    hiram.owner
      .updateTable('authority')
      .set({ second_person_from })
      .where('action', '=', 'moneyIn.refuse')
      .execute();
  await limitRefusals(previewed.data.amount ?? 0);
  expect(
    (await cashier.browser.send(refuseMoney.preview, { request: no } as never, spec)).data,
  ).toMatchObject({
    verdict: 'secondPerson',
  });
  await limitRefusals(2_000_000);
  expect(await submitAction(cashier, refuseMoney, no, spec)).toMatchObject({ data: { state: 'done' } });
  // What the provider did not receive is not posted.
  await hiram.owner.updateTable('payment').set({ state: 'held' }).where('id', '=', asId(refused)).execute();
  await sql`update sandbox_payment set amount = amount + 1
    where id = (select provider_payment_id from payment where id = ${refused})`.execute(hiram.owner);
  expect(await submitAction(controller, postMoney, { entry: 'held', id: refused }, spec)).toMatchObject({
    code: 'notConfirmed',
  });
  await asTwoPersons(hiram, (trx) =>
    trx.updateTable('payment').set({ state: 'rejected' }).where('id', '=', asId(refused)).execute(),
  );
  // What the provider says otherwise later is shown beside our record.
  const kept = await hiram.owner
    .selectFrom('payment')
    .select(['code_id', 'provider_payment_id', 'amount'])
    .where('id', '=', asId(refused))
    .executeTakeFirstOrThrow();
  const said = { amount: kept.amount + 1, reference: kept.code_id, paymentId: kept.provider_payment_id };
  const messageId = `m-${randomUUID()}`;
  await hiram.report({ kind: 'payment', id: messageId, ...said, paidOn: day });
  const contradicted = { outcome: 'contradicted' } as const;
  expect((await cashier.browser.send(listMessages, contradicted, spec)).data.messages).toMatchObject([
    { amount: kept.amount + 1, ours: { state: 'rejected', amount: kept.amount } },
  ]);
  const settled = { entry: 'message', id: `sandbox/${messageId}`, because: 'notArrived' };
  expect(await submitAction(cashier, refuseMoney, settled, spec)).toMatchObject({ data: { state: 'done' } });
});

test('a payment with an unknown code is shown in every brand, and refused by its name', async () => {
  const notice = { kind: 'payment', id: `m-${randomUUID()}`, paymentId: `pay_${randomUUID()}` };
  await hiram.report({ ...notice, reference: randomUUID(), amount: 12_345, paidOn: day });
  for (const brand of [spec, ph]) {
    const { messages } = (await cashier.browser.send(listMessages, { outcome: 'unknown' }, brand)).data;
    expect(messages).toMatchObject([{ about: notice.paymentId, amount: 12_345 }]);
  }
  const id = `sandbox/${notice.id}`;
  expect((await cashier.browser.send(countMoneyIn, {}, spec)).data).toMatchObject({ unknown: 1 });
  expect(await submitAction(cashier, postMoney, { entry: 'message', id }, spec)).toMatchObject({
    code: 'orderMissing',
  });
  const no = { entry: 'message', id, because: 'notArrived' };
  expect(await submitAction(cashier, refuseMoney, no, spec)).toMatchObject({ data: { state: 'done' } });
  expect((await cashier.browser.send(listMessages, { outcome: 'unknown' }, spec)).data.messages).toEqual([]);
});

test('who looks at a claim and its receipt is recorded, and its borrower reads it [T403]', async () => {
  const { borrower, transferId } = await claim();
  const { appContext } = hiram.server;
  const owned = await appContext.db
    .selectFrom('utr_submission')
    .select('borrower_id')
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow();
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#8a4b00' } })
    .jpeg()
    .toBuffer();
  const picture = await actAs('a test', () =>
    storePicture(appContext.db, appContext, {
      brand: 'spec',
      borrowerId: owned.borrower_id,
      purpose: 'receipt',
      bytes,
      key: undefined,
      now: new Date(),
    }),
  );
  await hiram.owner
    .updateTable('utr_submission')
    .set({ picture_id: 'id' in picture ? picture.id : null })
    .where('id', '=', transferId)
    .execute();
  for (const _ of [1, 2]) {
    expect((await cashier.browser.send(showTransfer, { transferId }, spec)).success).toBe(true);
    const { data } = await cashier.browser.send(transferReceipt, { transferId }, spec);
    expect(data.jpeg.length).toBeGreaterThan(100);
  }
  expect(await cashier.browser.send(transferReceipt, { transferId }, ph)).toMatchObject({ status: 404 });
  const { staffReads } = (await hiram.send(profile, {}, borrower.context)).data;
  expect(staffReads.map(({ role, dataName }) => `${role}: ${dataName}`)).toEqual([
    'Payments: the picture of your receipt',
    'Payments: your report of a transfer',
  ]);
});

test('the database refuses a payment that is posted by hand without an approval of its amount [T378]', async () => {
  const { borrower } = await claim();
  const row = await orderRowOf(hiram, borrower.orderId);
  await sql`update installation set sandbox = false`.execute(hiram.owner);
  const insert = (approval: ApprovalId | null, actor = 'call forged') =>
    hiram.server.appContext.db.transaction().execute(async (trx) => {
      await sql`select set_config('hiram.actor', ${actor}, true)`.execute(trx);
      await trx
        .insertInto('payment')
        .values({
          borrower_id: row.borrower_id,
          id: newId(),
          order_id: borrower.orderId,
          provider: 'transfer',
          provider_payment_id: randomUUID(),
          amount: 5,
          paid_on: day,
          confirmed_on: day,
          state: 'posted',
          received_at: new Date(),
          approval_id: approval,
        })
        .execute();
      throw new Error('allowed');
    });
  await expect(insert(null)).rejects.toMatchObject({ code: '23001' });
  await expect(insert(newId())).rejects.toMatchObject({ code: '23001' });
  // Whatever the server's login calls itself.
  await expect(insert(null, 'command payments post by Ana Cruz and Ben Reyes')).rejects.toMatchObject({
    code: '23001',
  });
  await sql`update installation set sandbox = true`.execute(hiram.owner);
});

test('the database refuses a decision on waiting money without its approval [T401]', async () => {
  const { borrower, transferId } = await claim();
  const another = await claim();
  const order = await orderRowOf(hiram, borrower.orderId);
  const paymentId = newId();
  const messageId = randomUUID();
  const { db } = hiram.server.appContext;
  await actAs('a test', () =>
    inTransaction(db, async (trx) => {
      await trx
        .insertInto('payment')
        .values({
          borrower_id: order.borrower_id,
          id: paymentId,
          order_id: borrower.orderId,
          provider: 'sandbox',
          provider_payment_id: randomUUID(),
          amount: 5,
          paid_on: day,
          confirmed_on: day,
          state: 'held',
          received_at: new Date(),
        })
        .execute();
      await trx
        .insertInto('provider_message')
        .values({
          provider: 'sandbox',
          message_id: messageId,
          received_at: new Date(),
          outcome: 'unknown',
          body: JSON.stringify({ kind: 'payment' }),
        })
        .execute();
    }),
  );
  await sql`update installation set sandbox = false`.execute(hiram.owner);
  const request = { entry: 'transfer', id: another.transferId, because: 'unreadable' };
  const { approvalId } = (await submitAction(cashier, refuseMoney, request, spec)).data;
  const decisions = [
    (approval: string | null) => sql`update payment set state = 'posted', reviewed_at = now(),
      approval_id = ${approval} where id = ${paymentId}`,
    (approval: string | null) => sql`update payment set state = 'rejected', reviewed_at = now(),
      approval_id = ${approval} where id = ${paymentId}`,
    (approval: string | null) => sql`update utr_submission set state = 'accepted', decided_at = now(),
      approval_id = ${approval} where id = ${transferId}`,
    (approval: string | null) => sql`update utr_submission set state = 'rejected', decided_at = now(),
      reason = 'usedElsewhere', approval_id = ${approval} where id = ${transferId}`,
    (approval: string | null) => sql`update provider_message set settled_at = now(), detail = 'posted',
      approval_id = ${approval} where message_id = ${messageId}`,
    (approval: string | null) => sql`update provider_message set settled_at = now(), detail = 'rejected',
      approval_id = ${approval} where message_id = ${messageId}`,
  ];
  for (const decide of decisions) {
    // None, and that of another row.
    for (const approval of [null, approvalId])
      await expect(
        actAs('command payments reject by Ana Cruz and Ben Reyes', () =>
          inTransaction(db, (trx) => decide(approval).execute(trx)),
        ),
      ).rejects.toMatchObject({ code: '23001' });
    // The owner's login without two names.
    for (const persons of [{}, { by: 'Ana Cruz' }, { by: 'Ana Cruz', second: ' ' }])
      await expect(asTwoPersons(hiram, (trx) => decide(null).execute(trx), persons)).rejects.toMatchObject({
        code: '23001',
      });
    await expect(
      asTwoPersons(hiram, (trx) => decide(null).execute(trx), { by: 'Ana Cruz', second: 'ana cruz' }),
    ).rejects.toThrow('check');
    const recorded = asTwoPersons(hiram, async (trx) => {
      await decide(null).execute(trx);
      const rows = await trx
        .selectFrom('break_glass')
        .selectAll()
        .where('at', '=', sql<Date>`now()`)
        .execute();
      throw new Error(`recorded ${rows.length}`);
    });
    await expect(recorded).rejects.toThrow('recorded 1');
  }
  await sql`update installation set sandbox = true`.execute(hiram.owner);
  for (const index of [1, 5])
    await actAs('a test', () => inTransaction(db, async (trx) => decisions[index]?.(null).execute(trx)));
});

test('lines that nobody claimed wait with one task for their file, until each is set aside', async () => {
  const added = await importText(head + line('', 777) + line('=CMD12345678', 888));
  expect(added.data).toMatchObject({ added: 2, matched: 0 });
  const { lines } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  const own = lines.filter(({ amount }) => amount === 777 || amount === 888);
  expect(own.map(({ reference }) => reference)).toEqual(['', 'CMD12345678']);
  const [first] = own;
  const input = { lineId: first?.lineId ?? '', reason: 'interest of the bank' };
  expect(await cashier.browser.send(setLineAside, input, ph)).toMatchObject({ status: 404 });
  for (const { lineId } of own)
    expect(await cashier.browser.send(setLineAside, { lineId, reason: 'interest' }, spec)).toMatchObject({
      success: true,
    });
  expect(await cashier.browser.send(setLineAside, input, spec)).toMatchObject({ code: 'lineIsUsed' });
});

test('no money is posted on a day before its loan was paid out, and a day must be in the calendar [T1377]', async () => {
  const { borrower, transferId, utr } = await claim(66_000);
  const { disbursed_on: payout } = await orderRowOf(hiram, borrower.orderId);
  const before = addDays(payout as LocalDate, -1);
  const notice = { kind: 'payment', id: `m-${randomUUID()}`, paymentId: `pay_${randomUUID()}` };
  const paid = { reference: randomUUID(), amount: 66_000 };
  const row = { ...paid, id: notice.paymentId, paid_on: day as LocalDate };
  await hiram.owner.insertInto('sandbox_payment').values(row).execute();
  await hiram.report({ ...notice, ...paid, paidOn: day });
  await importText(head + line(utr, 66_000, before));
  const typed = { entry: 'transfer', id: transferId, amount: 66_000 };
  const message = { entry: 'message', id: `sandbox/${notice.id}`, orderId: borrower.orderId };
  const code = async (request: object) =>
    (await cashier.browser.send(postMoney.preview, { request } as never, spec)).code;
  expect(await code({ ...typed, on: '2020-01-01' })).toBe('beforeLoan');
  expect(await code({ ...typed, on: before })).toBe('beforeLoan');
  expect(await code(await byItsLine(transferId))).toBe('beforeLoan');
  expect(await code({ ...message, on: before })).toBe('beforeLoan');
  const bad = await cashier.browser.send(
    postMoney.preview,
    { request: { ...typed, on: '2026-02-30' } } as never,
    spec,
  );
  expect(bad).toMatchObject({ status: 400, message: expect.stringContaining('on') });
  // The day of the payout itself counts.
  expect(await code({ ...typed, on: payout })).toBe('done');
  for (const no of [typed, message])
    await submitAction(cashier, refuseMoney, { entry: no.entry, id: no.id, because: 'notArrived' }, spec);
});

test('a line that nobody claimed is posted to a loan once, by two persons, with its reference [T523]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const reference = newUtr();
  const other = await hiram.borrower({ state: '180' }, 'ph');
  expect((await importText(head + line(reference, 55_500))).data).toMatchObject({
    added: 1,
    matched: 0,
  });
  const listed = async () => (await cashier.browser.send(listStatementLines, {}, spec)).data.lines;
  const { lineId = '' } = (await listed()).find((one) => one.reference === reference) ?? {};
  const request = { lineId, orderId: borrower.orderId };
  expect(await submitAction(cashier, postLine, request, ph)).toMatchObject({ status: 404 });
  for (const [orderId, code] of [
    [other.orderId, 'orderMissing'],
    [newId(), 'orderMissing'],
  ] as const)
    expect(await submitAction(cashier, postLine, { lineId, orderId }, spec)).toMatchObject({ code });
  const preview = await cashier.browser.send(postLine.preview, { request } as never, spec);
  expect(preview.data).toMatchObject({ amount: 55_500, verdict: 'secondPerson' });
  const asked = await submitAction(cashier, postLine, request, spec);
  expect(asked).toMatchObject({ data: { state: 'waiting' } });
  expect(await submitAction(controller, postLine, request, spec)).toMatchObject({ code: 'alreadyRequested' });
  expect(await approveAs(cashier, asked.data.approvalId, 'spec')).toMatchObject({ success: false });
  expect((await listed()).map((one) => one.lineId)).toContain(lineId);
  const second = await staffMember(hiram, 'controller');
  const approved = await Promise.all(
    [controller, second].map((one) => approveAs(one, asked.data.approvalId, 'spec')),
  );
  expect(approved.filter(({ success }) => success)).toHaveLength(1);
  const payments = await hiram.owner
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(payments).toMatchObject([
    { state: 'posted', amount: 55_500, provider_payment_id: `spec:${reference}`, paid_on: day },
  ]);
  expect(payments[0]?.approval_id).toBe(asked.data.approvalId);
  expect((await listed()).map((one) => one.lineId)).not.toContain(lineId);
  expect(await submitAction(cashier, postLine, request, spec)).toMatchObject({ code: 'lineIsUsed' });
  // Who reports the same transfer afterwards is not paid for twice; of a reported one the claim is posted.
  const late = await claim(55_500, reference);
  const typed = { entry: 'transfer', id: late.transferId, amount: 55_500, on: day };
  expect(await submitAction(cashier, postMoney, typed, spec)).toMatchObject({ code: 'postedByLine' });
  const claimed = await claim(44_400);
  await importText(head + line(claimed.utr, 44_400) + line(newUtr(), 99_999_999_00));
  // A claimed line is not listed among the unclaimed ones.
  const rows = await hiram.owner.selectFrom('statement_line').select(['id', 'amount']).execute();
  const find = (amount: number) => rows.find((one) => Number(one.amount) === amount)?.id ?? '';
  expect(await submitAction(cashier, postLine, { ...request, lineId: find(44_400) }, spec)).toMatchObject({
    code: 'lineIsClaimed',
  });
  const large = { ...request, lineId: find(99_999_999_00) };
  expect(await submitAction(cashier, postLine, large, spec)).toMatchObject({ code: 'amountTooLarge' });
});

test('the database posts an unclaimed line only by an approval of two persons of exactly it [T524]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const reference = newUtr();
  await importText(head + line(reference, 33_300) + line(newUtr(), 33_300));
  const { lines } = (await cashier.browser.send(listStatementLines, {}, spec)).data;
  const own = lines.find((one) => one.reference === reference)?.lineId ?? '';
  const another = lines.find((one) => one.amount === 33_300 && one.lineId !== own)?.lineId ?? '';
  const asked = await submitAction(cashier, postLine, { lineId: own, orderId: borrower.orderId }, spec);
  const { approvalId } = asked.data;
  const borrowerId = await borrowerIdOf(hiram, borrower.orderId);
  const attempt = (work: string, amount = 33_300) =>
    actAs('a test', () =>
      inTransaction(hiram.server.appContext.db, async (trx) => {
        if (work !== 'waiting')
          await sql`select approve_request(${controller.browser.cookie}, ${approvalId}, null, null, null, now())`.execute(
            trx,
          );
        const id = newId<'payment'>();
        await trx
          .insertInto('payment')
          .values({
            borrower_id: borrowerId,
            id,
            order_id: borrower.orderId,
            provider: 'transfer',
            amount,
            provider_payment_id: `spec:${reference}`,
            paid_on: day,
            confirmed_on: day,
            state: 'posted',
            received_at: new Date(),
            approval_id: approvalId,
          })
          .execute();
        const lineId = work === 'another line' ? another : own;
        await sql`update statement_line set payment_id = ${id} where id = ${lineId}`.execute(trx);
        throw new Error(`allowed: ${work}`);
      }),
    );
  await expect(attempt('waiting')).rejects.toThrow(/by an approval of its amount/);
  await expect(attempt('amount', 33_301)).rejects.toThrow(/by an approval of its amount/);
  await expect(attempt('another line')).rejects.toThrow(/posted once, by an approval of exactly it/);
  await expect(attempt('right')).rejects.toThrow('allowed: right');
  for (const lineId of [own, another])
    await cashier.browser.send(setLineAside, { lineId, reason: 'a test' }, spec);
});

test('a file that cannot be read is refused with its reason, and bad input is named by its field', async () => {
  expect(await importText(head, { account: '404' })).toMatchObject({ code: 'unknownAccount' });
  expect(await importText(head)).toMatchObject({ code: 'noLines' });
  expect(await importText(`${head}"${'x'.repeat(50_000)}`)).toMatchObject({ code: 'notCsv' });
  const mixed = Buffer.concat([Buffer.from('Señor', 'latin1'), Buffer.from('Señor')]).toString('base64');
  const raw = { account: '10005', fileName: 'x.csv', map, isTrial: false, content: mixed } as const;
  expect(await cashier.browser.send(importStatement, raw, spec)).toMatchObject({ code: 'mixedEncoding' });
  expect(await importText(`${head}${day},ABCD12345678,"1.234,56"\n`)).toMatchObject({
    data: { lines: 0, faulty: 1, faults: [{ lineNo: 2, fault: 'amount' }] },
  });
  expect(await importText(head, { map: { ...map, skip: -1 } })).toMatchObject({ field: 'map.skip' });
  expect(await importText(head, { map: { ...map, date: 2 ** 53 } })).toMatchObject({ field: 'map.date' });
  expect(await importText(head, { fileName: 'x'.repeat(201) })).toMatchObject({ field: 'fileName' });
  const { transferId } = await claim();
  const bad = async (request: object) =>
    (await cashier.browser.send(postMoney.preview, { request } as never, spec)).field;
  for (const amount of [0, -1, 2 ** 53, '1.234,56'])
    expect(await bad({ entry: 'transfer', id: transferId, amount })).toBe('request.amount');
  expect(await bad({ entry: 'transfer', id: transferId, on: '22.11.2026' })).toBe('request.on');
  expect(await bad({ entry: 'transfer', id: transferId, amount: 1, on: '2099-01-01' })).toBe('on');
  expect(await bad({ entry: 'transfer', id: transferId })).toBe('lineId');
  expect(await cashier.browser.send(transferReceipt, { transferId }, spec)).toMatchObject({ status: 404 });
  const big = await importText('x'.repeat(15_000_000));
  expect(big.success).toBe(false);
});

/** A payment of `spec`, and the code of a borrower of `ph`. */
async function paymentAndOtherCode() {
  const payer = await hiram.borrower({ state: '174', kind: 'single' });
  const { amount } = await payByCode(hiram, payer);
  const { orderId } = payer;
  const payment = await hiram.owner
    .selectFrom('payment')
    .select(['provider_payment_id as paymentId', 'paid_on as on'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const other = await hiram.borrower({ state: '180' }, 'ph');
  const asked = { orderId: other.orderId, amount: 100_000, channelNumber: '10001' };
  expect(await hiram.send(payCode, asked, other.context)).toMatchObject({ success: true });
  const { reference } = await hiram.owner
    .selectFrom('payment_code')
    .select('id as reference')
    .where('order_id', '=', other.orderId)
    .executeTakeFirstOrThrow();
  return { orderId, amount, payment, reference };
}

const messagesAbout = async (about: string, outcome: 'unknown' | 'contradicted', options: typeof spec) =>
  (await cashier.browser.send(listMessages, { outcome }, options)).data.messages.filter(
    (message) => message.about === about,
  );

test('a reversal by the code of another brand is filed, shown and refused with its payment’s [T1979]', async () => {
  const { orderId, amount, payment, reference } = await paymentAndOtherCode();
  const id = `m-${randomUUID()}`;
  await hiram.report({ kind: 'reversal', id, reference, ...payment });
  const task = await hiram.owner
    .selectFrom('task')
    .select(['brand', 'order_id'])
    .where('subject_id', '=', `sandbox/${id}`)
    .executeTakeFirstOrThrow();
  expect(task).toEqual({ brand: 'spec', order_id: orderId });
  const shownIn = (options: typeof spec) => messagesAbout(payment.paymentId, 'contradicted', options);
  expect(await shownIn(ph)).toEqual([]);
  expect(await shownIn(spec)).toMatchObject([
    { orderId, says: 'otherCode', ours: { state: 'posted', amount } },
  ]);
  const request = { entry: 'message', id: `sandbox/${id}`, because: 'usedElsewhere' };
  expect(await submitAction(cashier, refuseMoney, request, ph)).toMatchObject({ status: 404 });
  await refuseAsTwo(request);
});

test('a payment reported again by another brand’s code does not show that brand its state [T1987]', async () => {
  const { amount, payment, reference } = await paymentAndOtherCode();
  const { paymentId, on: paidOn } = payment;
  const id = `m-${randomUUID()}`;
  await hiram.report({ kind: 'payment', id, reference, paymentId, amount, paidOn });
  const [shown] = await messagesAbout(paymentId, 'contradicted', ph);
  expect(shown).toMatchObject({ amount });
  expect(shown).not.toHaveProperty('ours');
  const request = { entry: 'message', id: `sandbox/${id}`, because: 'usedElsewhere' };
  expect(await submitAction(cashier, refuseMoney, request, ph)).toMatchObject({ success: true });
});

/** The cashier asks to refuse it, and the controller approves. */
async function refuseAsTwo(request: object) {
  const { data } = await submitAction(cashier, refuseMoney, request, spec);
  expect(data.state).toBe('waiting');
  expect(await approveAs(controller, data.approvalId, 'spec')).toMatchObject({ success: true });
}

/** Stores a reversal that waits for a person; the sandbox's own reports name no amount. */
async function storeReversal(
  message: Extract<ProviderEvent, { kind: 'reversal' }>,
  outcome: 'unknown' | 'contradicted',
) {
  const { db } = hiram.server.appContext;
  await actAs('a test', () =>
    inTransaction(db, async (trx) => {
      const now = new Date();
      const named = { provider: 'sandbox', message_id: message.id };
      await trx
        .insertInto('provider_message')
        .values({ ...named, received_at: now, outcome, body: JSON.stringify(message) })
        .execute();
      await openMessageTask(trx, { provider: 'sandbox', messageId: message.id }, message, { outcome, now });
    }),
  );
}

test('a reversal by a code that is not ours is not shown as one after its channel’s window [T1988]', async () => {
  const notice = { kind: 'reversal', id: `m-${randomUUID()}`, paymentId: `pay_${randomUUID()}` } as const;
  await storeReversal({ ...notice, reference: newId(), on: day as LocalDate }, 'unknown');
  expect(await messagesAbout(notice.paymentId, 'unknown', spec)).toMatchObject([{ says: 'unknownCode' }]);
  const request = { entry: 'message', id: `sandbox/${notice.id}`, because: 'notArrived' };
  expect(await submitAction(cashier, refuseMoney, request, spec)).toMatchObject({ success: true });
});

test('a reversal after its channel’s window shows its effect and is posted by two persons [T827]', async () => {
  const borrower = await hiram.borrower({ state: '174', kind: 'single' });
  const { orderId } = borrower;
  await payByCode(hiram, borrower);
  const payment = await paymentOf(hiram, orderId);
  const today: string = await hiram.days(15);
  const said = { reference: payment.code_id, paymentId: payment.provider_payment_id, on: today };
  const id = `m-${randomUUID()}`;
  await hiram.report({ kind: 'reversal', id, ...said });
  const { messages } = (await cashier.browser.send(listMessages, { outcome: 'contradicted' }, spec)).data;
  expect(messages).toMatchObject([
    { kind: 'reversal', about: payment.provider_payment_id, orderId, ours: { state: 'posted' } },
  ]);
  const request = { entry: 'message', id: `sandbox/${id}` };
  const { data } = await cashier.browser.send(postMoney.preview, { request } as never, spec);
  const { lines, journal } = data;
  const owed = lines.find(({ label }) => label === 'Owed today');
  expect(owed?.before).toBe('0');
  expect(Number(owed?.after)).toBeGreaterThanOrEqual(payment.amount);
  expect(lines).toContainEqual(expect.objectContaining({ label: 'Late interest', before: '0', after: '0' }));
  expect(lines).toContainEqual(
    expect.objectContaining({ label: 'No late charges until', after: addDays(today as never, 3) }),
  );
  expect(journal?.find(({ account }) => account === 'cash:sandbox')).toMatchObject({
    credit: payment.amount,
  });
  // It makes a debt of what the borrower was told is paid, so nobody decides it alone.
  const asked = await submitAction(cashier, postMoney, request, spec);
  expect(asked).toMatchObject({ data: { state: 'waiting' } });
  const stateOf = async () => (await paymentOf(hiram, orderId)).state;
  expect(await stateOf()).toBe('posted');
  const { approvals } = (await controller.browser.send(listApprovals, { state: 'waiting' }, spec)).data;
  expect(approvals.find(({ approvalId }) => approvalId === asked.data.approvalId)).toMatchObject({
    orderId,
    borrower: { name: expect.any(String) },
  });
  expect(await approveAs(controller, asked.data.approvalId, 'spec')).toMatchObject({ success: true });
  expect(await stateOf()).toBe('reversed');
});

/** A reversal of 5.00 that waits, of a payment of another amount. */
async function reversalOfAnotherAmount() {
  const { orderId, amount } = await paymentAndOtherCode();
  const { code_id, provider_payment_id: paymentId } = await paymentOf(hiram, orderId);
  const notice = { kind: 'reversal', id: `m-${randomUUID()}`, reference: code_id ?? '', paymentId } as const;
  const on = day as LocalDate;
  await storeReversal({ ...notice, on, paid: { amount: 500, on } }, 'contradicted');
  return { orderId, amount, paymentId, request: { entry: 'message', id: `sandbox/${notice.id}` } };
}

test('the preview of a reversal of another amount shows that amount and what is reversed [T2071]', async () => {
  const { amount, request } = await reversalOfAnotherAmount();
  const { data } = await cashier.browser.send(postMoney.preview, { request } as never, spec);
  const amounts = data.lines.filter(({ label }) => ['Amount', 'Reported as reversed'].includes(label));
  expect(amounts.map(({ after }) => after)).toEqual([String(amount), '500']);
  expect(data.notes).toEqual([expect.stringContaining('All of the payment is reversed')]);
  await refuseAsTwo({ ...request, because: 'usedElsewhere' });
});

test('two persons refuse a reversal of a posted payment, which would stay paid without its money [T2130]', async () => {
  const { orderId, amount, paymentId, request: entry } = await reversalOfAnotherAmount();
  const request = { ...entry, because: 'notArrived' };
  for (const person of [cashier, controller]) {
    const { data } = await person.browser.send(refuseMoney.preview, { request } as never, spec);
    expect(data).toMatchObject({ amount, verdict: 'secondPerson', isAlwaysTwo: true });
    expect(data.notes).toEqual([expect.stringContaining('took this payment back')]);
  }
  await refuseAsTwo(request);
  expect(await paymentOf(hiram, orderId)).toMatchObject({ state: 'posted' });
  expect(await messagesAbout(paymentId, 'contradicted', spec)).toEqual([]);
});
