import { acceptArrangement, askArrangement, declineArrangement, waysOut } from '@hiram/contract/arrangement';
import { arrangeLoan, declineRequest, showLoan } from '@hiram/contract/console/loan';
import { homeIndex } from '@hiram/contract/home';
import { storedContracts } from '@hiram/contract/info';
import { messageList } from '@hiram/contract/messages';
import { loanDetails, orderList } from '@hiram/contract/order';
import { codeStatus, delayDetail, instalmentDetail, laterCost } from '@hiram/contract/repay';
import { addDays, cents, formatCents, localDate, quoteExtension } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import {
  type Proposers,
  proposeParts,
  proposersOf,
  waitingAgreement,
} from '../../../test/support/borrowers/proposed-parts.ts';
import type { StaffMember } from '../../../test/support/console/console.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/order-store.ts';
import { checkTasks } from '../../lending/reconciliation/check-tasks.ts';
import { actAs } from '../../platform/database/actor.ts';
import { runLocalWork } from '../../scheduler/scheduler.ts';

const hiram = setUpHiram({ BRAND: 'spec' });
let cashier: StaffMember;
let proposers: Proposers;
beforeAll(async () => {
  await hiram.refuseUnnamed();
  proposers = await proposersOf(hiram);
  cashier = proposers.asks;
});

const spec = { brand: 'spec' };
const ways = async ({ orderId, context }: DemoBorrower, more: object = {}) =>
  (await hiram.send(waysOut, { orderId, ...more }, context)).data;
const loanOf = async ({ orderId }: DemoBorrower) =>
  (await cashier.browser.send(showLoan, { orderId }, spec)).data;
const today = () => hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila');

async function accept(borrower: DemoBorrower) {
  const sha256 = await waitingAgreement(hiram, borrower);
  return hiram.send(acceptArrangement, { orderId: borrower.orderId, sha256 }, borrower.context);
}

async function pay(borrower: DemoBorrower, amount: number): Promise<void> {
  await payByCode(hiram, borrower, { amount });
  await hiram.until(
    async () => (await loanOf(borrower)).events.some((event) => event.amount === -amount),
    Boolean,
  );
}

/** The worked loan: ₱12,000 in four repayments thirty days apart, nothing paid. It is 61 days old after 29 days. */
const workedLoan = () => hiram.borrower({ state: '180', kind: 'perPeriod' });

test('the worked arrangement is asked for, proposed, accepted, broken and recorded to the centavo [T1623]', async () => {
  const borrower = await workedLoan();
  const { orderId, context } = borrower;
  const day = localDate(await hiram.days(29));
  expect((await loanOf(borrower)).position?.owed).toBeGreaterThan(1_343_253);
  const asked = { orderId, parts: 2, firstDay: day };
  expect(await hiram.send(askArrangement, asked, context)).toMatchObject({ success: true });
  expect(await hiram.send(askArrangement, asked, context)).toMatchObject({ code: '50105' });
  expect((await hiram.send(loanDetails, { orderId }, context)).data).toMatchObject({ waysOut: 'asked' });
  // What the borrower reads of it are the days that they chose, with their amounts.
  expect((await hiram.send(waysOut, { orderId }, context)).data.arrangement?.parts).toEqual([
    { date: day, amount: 671_627 },
    { date: addDays(day, 15), amount: 671_626 },
  ]);
  expect((await loanOf(borrower)).openArrangement).toEqual({
    state: 'requested',
    parts: [
      { date: day, amount: 671_627 },
      { date: addDays(day, 15), amount: 671_626 },
    ],
  });
  const days = [day, addDays(day, 15)];
  const preview = await cashier.browser.send(arrangeLoan.preview, { request: { orderId, days } }, spec);
  expect(preview.data).toMatchObject({ verdict: 'secondPerson', amount: 1_343_253 });
  // Before and after have the same payments, and each column adds up to its last line.
  const { lines } = preview.data;
  expect(lines[0]).toMatchObject({ before: '1343253', after: '0' });
  for (const side of ['before', 'after'] as const)
    expect(lines.slice(0, -1).reduce((sum, line) => sum + Number(line[side]), 0)).toBe(
      Number(lines.at(-1)?.[side]),
    );
  await proposeParts(proposers, borrower, days);
  const { offer } = await ways(borrower);
  expect(offer).toMatchObject({
    amount: 1_343_253,
    charges: 650_633,
    instalments: [1, 2],
    parts: [
      { date: day, amount: 671_627 },
      { date: days[1], amount: 671_626 },
    ],
  });
  expect(offer?.agreement.html).toContain('13.432,53');
  expect(await hiram.send(acceptArrangement, { orderId, sha256: 'a' }, context)).toMatchObject({
    code: '50107',
  });
  expect(await accept(borrower)).toMatchObject({ success: true });
  // Accepted once; an extension and a second one are refused while it runs.
  expect(await hiram.send(acceptArrangement, { orderId, sha256: 'a' }, context)).toMatchObject({
    code: '50106',
  });
  expect(await hiram.send(delayDetail, { orderId }, context)).toMatchObject({ code: '40201' });
  expect(await hiram.send(askArrangement, asked, context)).toMatchObject({ code: '50104' });
  const { data: contracts } = await hiram.send(storedContracts, { orderId }, context);
  const contract = contracts.list.find(({ title }) => title === offer?.agreement.title);
  for (const url of [contract?.viewUrl, contract?.pdfUrl])
    expect(await fetch(`${hiram.origin}${url}`)).toMatchObject({ status: 200 });
  await pay(borrower, 671_627);
  expect((await hiram.send(loanDetails, { orderId }, context)).data).toMatchObject({
    arrangement: { owed: 671_626, due: 0, next: { date: days[1], amount: 671_626 } },
  });
  await hiram.days(19);
  expect(await loanOf(borrower)).toMatchObject({ arrangement: { state: 'kept', due: 671_626 } });
  const before = await lateOwed(borrower);
  await hiram.days(1);
  await runLocalWork(hiram.server.appContext);
  const broken = await loanOf(borrower);
  expect(broken.arrangement).toMatchObject({ state: 'broken', brokenOn: addDays(day, 20) });
  expect(broken.events.filter(({ kind }) => kind === 'arrangementEnded').length).toBe(1);
  const told = await hiram.owner
    .selectFrom('notice')
    .select('variables')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'arrangementBroken')
    .execute();
  expect(told).toMatchObject([{ variables: { date: addDays(day, 20) } }]);
  expect(broken.differences).toEqual([]);
  expect(await lateOwed(borrower)).toBeGreaterThan(before);
  await runLocalWork(hiram.server.appContext);
  expect((await loanOf(borrower)).events.filter(({ kind }) => kind === 'arrangementEnded').length).toBe(1);
  expect(await checkTasks(hiram.server.appContext.db)).toEqual([]);
});

test('the order page names the day on which a missed part ends the arrangement [T1924]', async () => {
  const borrower = await workedLoan();
  const { orderId, context } = borrower;
  const day = localDate(await hiram.days(29));
  await proposeParts(proposers, borrower, [day, addDays(day, 15)]);
  expect(await accept(borrower)).toMatchObject({ success: true });
  await hiram.days(3);
  const { noticeDesText } = (await hiram.send(loanDetails, { orderId }, context)).data;
  expect(noticeDesText).toContain(`Unpaid, your arrangement ends on ${formatDate(addDays(day, 5), 'en')}.`);
  await hiram.days(2);
  expect(await loanOf(borrower)).toMatchObject({
    arrangement: { state: 'broken', brokenOn: addDays(day, 5) },
  });
});

test('the repay page names the day on which a missed part ends the arrangement [T1968]', async () => {
  const borrower = await workedLoan();
  const { orderId, context } = borrower;
  const day = localDate(await hiram.days(29));
  await proposeParts(proposers, borrower, [day, addDays(day, 15)]);
  const ifUnpaid = async () => (await hiram.send(instalmentDetail, { orderId }, context)).data.ifUnpaid;
  expect(await ifUnpaid()).toBeUndefined();
  expect(await accept(borrower)).toMatchObject({ success: true });
  expect(await ifUnpaid()).toBe(`Unpaid, your arrangement ends on ${formatDate(addDays(day, 5), 'en')}.`);
  await pay(borrower, 671_627);
  expect(await ifUnpaid()).toBeUndefined();
});

test('no way out is priced while an arrangement is kept [T1969]', async () => {
  const borrower = await workedLoan();
  const { orderId, context } = borrower;
  const day = localDate(await hiram.days(29));
  await proposeParts(proposers, borrower, [day, addDays(day, 15)]);
  expect(await accept(borrower)).toMatchObject({ success: true });
  expect(await hiram.send(waysOut, { orderId }, context)).toMatchObject({ success: false, code: '50104' });
  await hiram.days(5);
  expect(await ways(borrower)).toMatchObject({ noArrangement: expect.stringContaining('ended today') });
});

test('a receipt and the order page name the next part of a kept arrangement [T1553]', async () => {
  const borrower = await workedLoan();
  const { orderId, context } = borrower;
  const day = localDate(await hiram.days(29));
  const days = [day, addDays(day, 15)];
  await proposeParts(proposers, borrower, days);
  expect(await accept(borrower)).toMatchObject({ success: true });
  const page = async () => (await hiram.send(loanDetails, { orderId }, context)).data;
  expect(await page()).toMatchObject({
    noticeDesText: expect.stringContaining('₱6.716,27'),
    userOrderDetail: { due: { repayAmount: 671_627, dueTime: day } },
  });
  await pay(borrower, 671_627);
  const { data: inbox } = await hiram.send(messageList, {}, context);
  const told = `Next to pay: ₱6.716,26 by ${formatDate(addDays(day, 15), 'en')}`;
  const texts = inbox.list.map(({ text }) => text);
  expect(texts.filter((text) => text.includes('₱6.716,27'))).toContainEqual(expect.stringContaining(told));
  expect(JSON.stringify(texts)).not.toContain('overdue');
  const paid = await page();
  expect(JSON.stringify(paid)).toContain(told);
  expect(paid).toMatchObject({
    userOrderDetail: { due: { repayAmount: 671_626, dueTime: addDays(day, 15) } },
  });
});

test('every screen asks for what a kept arrangement asks for, and its last part is told as kept [T1862]', async () => {
  const borrower = await workedLoan();
  const { orderId, context } = borrower;
  const day = localDate(await hiram.days(29));
  const [first, second] = [671_627, 671_626];
  await proposeParts(proposers, borrower, [day, addDays(day, 15)]);
  expect(await accept(borrower)).toMatchObject({ success: true });
  const asked = async (repayAmount: number, dueTime: string) => {
    const due = { repayAmount, dueTime, kind: 'arranged', overdueDays: 0 };
    const statusText = 'Your arrangement';
    expect((await hiram.send(homeIndex, {}, context)).data.order).toMatchObject({ due, statusText });
    const page = (await hiram.send(loanDetails, { orderId }, context)).data;
    expect(page).toMatchObject({ userOrderDetail: { due }, noticeStatusText: statusText });
    expect((await hiram.send(orderList, {}, context)).data.list).toMatchObject([{ due, statusText }]);
    const bill = (await hiram.send(instalmentDetail, { orderId }, context)).data;
    expect(bill).toMatchObject({ repayAmount, due, ways: [{ kind: 'due', amount: repayAmount }, {}] });
    expect(bill.ways.map(({ kind }) => kind)).toEqual(['due', 'payoff']);
    expect((await loanOf(borrower)).position).toMatchObject({ due: repayAmount, dueDate: dueTime });
  };
  await asked(first, day);
  await pay(borrower, first);
  await asked(second, addDays(day, 15));
  await pay(borrower, second);
  const { data: inbox } = await hiram.send(messageList, {}, context);
  expect(inbox.list.filter(({ text }) => text.includes('You kept your arrangement'))).toHaveLength(1);
});

test('home and a receipt draw no repayments while an arrangement is kept that covers them [T2083]', async () => {
  const borrower = await workedLoan();
  const day = localDate(await hiram.days(29));
  await proposeParts(proposers, borrower, [day, addDays(day, 15)]);
  const drawn = async () => (await hiram.send(homeIndex, {}, borrower.context)).data.order?.repayments;
  expect(await drawn()).toHaveLength(4);
  expect(await accept(borrower)).toMatchObject({ success: true });
  expect(await drawn()).toEqual([]);
  const { code } = await payByCode(hiram, borrower, { amount: 671_627 });
  const status = async () => (await hiram.send(codeStatus, { payCode: code }, borrower.context)).data;
  const { payments, repayments } = await hiram.until(status, ({ state }) => state === 'received');
  expect([payments.length, repayments]).toEqual([1, []]);
});

test('an arrangement that costs more than the plain course says so before it is accepted [T1557]', async () => {
  const borrower = await workedLoan();
  // The third repayment falls due on this day and is late while the parts are paid.
  const day = localDate(await hiram.days(58));
  await proposeParts(
    proposers,
    borrower,
    [3, 18, 33].map((days) => addDays(day, days)),
  );
  const { offer } = await ways(borrower);
  if (!offer) throw new Error('nothing is offered');
  const { kept, plain } = offer.added;
  expect(plain).toBeGreaterThan(0);
  expect(kept).toBeGreaterThan(plain);
  const pesos = (amount: number) => formatCents(amount, brandOf(hiram.server.appContext, spec).money);
  for (const [label, amount] of [
    ['Late charges on these days without it', plain],
    ['if you pay these parts alone', kept],
    ['It costs more than the same payments without it', kept - plain],
  ] as const)
    expect(offer.agreement.html.split('<tr>').find((row) => row.includes(label))).toContain(pesos(amount));
  const { rows } = await sql<{ effect: string }>`select effect::text || statement as effect from approval
    where subject_id = ${borrower.orderId}`.execute(hiram.owner);
  expect(rows[0]?.effect).toContain('costs the borrower more');
});

async function lateOwed(borrower: DemoBorrower): Promise<number> {
  const { position } = await loanOf(borrower);
  return position?.parts.find(({ part }) => part === 'late')?.owed ?? 0;
}

test('the three ways are priced by the engine, and say why they are closed [T1624]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'perPeriod' });
  const { orderId, context } = borrower;
  const shown = await ways(borrower);
  const order = await orderOf(borrower);
  const events = engineEvents(await loadEvents(hiram.server.appContext.db, order));
  const extension = quoteExtension(order.terms, events, await today());
  expect(extension.ok).toBe(true);
  if (extension.ok)
    expect(shown.extension).toMatchObject({ amount: extension.amount, added: extension.added, moves: 32 });
  expect(shown.payPart.amount + shown.payPart.rest).toBe(shown.due);
  // What is due, and what is left of it after a part, wait for the same day; the less is late, the less it adds.
  if (extension.ok) expect(shown.until).toBe(extension.newDueDate);
  const { later } = (await hiram.send(laterCost, { orderId }, context)).data;
  expect(shown.waiting).toBe(later.find(({ time }) => time === shown.until)?.more);
  expect(shown.payPart.added).toBeGreaterThan(0);
  expect(shown.payPart.added).toBeLessThan(shown.waiting);
  expect(shown.arrangement?.parts.length).toBe(3);
  const sum = shown.arrangement?.parts.reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBe(shown.arrangement?.amount);
  const early = await hiram.borrower({ state: '174', kind: 'perPeriod' });
  const nothingLate = await ways(early);
  expect(nothingLate).toMatchObject({ noArrangement: expect.stringMatching(/Nothing is late/) });
  // The day of what is due: to come here, gone by there.
  expect([nothingLate.dueTime ?? '', shown.dueTime ?? ''].map((day) => day >= nothingLate.today)).toEqual([
    true,
    false,
  ]);
  for (const [input, code] of [
    [{ parts: 7 }, '50101'],
    [{ parts: 0 }, '50101'],
    [{ firstDay: '2020-01-01' }, '50101'],
    [{ firstDay: addDays(await today(), 15) }, '50101'],
    [{ firstDay: '2027-02-30' }, '50101'],
  ] as const)
    expect(
      await hiram.send(askArrangement, { orderId, parts: 2, firstDay: await today(), ...input }, context),
    ).toMatchObject({ code });
});

async function orderOf({ orderId }: DemoBorrower) {
  const { db } = hiram.server.appContext;
  const borrowerId = await borrowerIdOf(hiram, orderId);
  return loadOrder(db, borrowerId, orderId);
}

test('both sides can say no, and a proposal is not accepted after its last day [T1625]', async () => {
  const borrower = await workedLoan();
  const { orderId, context } = borrower;
  const firstDay = addDays(await today(), 3);
  const ask = () => hiram.send(askArrangement, { orderId, parts: 2, firstDay }, context);
  await ask();
  expect(await hiram.send(declineArrangement, { orderId }, context)).toMatchObject({ success: true });
  await ask();
  const no = { orderId, reason: 'no income was shown' };
  expect(await cashier.browser.send(declineRequest, no, spec)).toMatchObject({ success: true });
  expect(await cashier.browser.send(declineRequest, no, spec)).toMatchObject({ code: 'noRequest' });
  await proposeParts(proposers, borrower, [firstDay]);
  expect((await hiram.send(loanDetails, { orderId }, context)).data).toMatchObject({
    waysOut: 'offered',
    offer: { parts: (await ways(borrower)).offer?.parts, validThrough: firstDay },
  });
  await hiram.days(4);
  expect((await ways(borrower)).offer).toBeUndefined();
  expect(await hiram.send(acceptArrangement, { orderId, sha256: 'a' }, context)).toMatchObject({
    code: '50106',
  });
  // What nobody accepted in time does not block the next one.
  await proposeParts(proposers, borrower, [addDays(await today(), 2)]);
  expect((await ways(borrower)).offer).toBeDefined();
});

test('the database takes no arrangement that was not approved and accepted [T1626]', async () => {
  const borrower = await workedLoan();
  const order = await orderOf(borrower);
  const { db } = hiram.server.appContext;
  const insert = (state: string) => sql`insert into arrangement
    (borrower_id, id, brand, order_id, state, days, proposed_at, valid_through, approval_id)
    values (${order.borrower_id}, gen_random_uuid(), 'spec', ${order.id}, ${state}, '{2026-12-01}', now(), '2027-01-01',
      (select id from approval limit 1))`;
  await actAs('a test', async () => {
    await expect(insert('proposed').execute(db)).rejects.toThrow('approval of exactly this');
    const body = JSON.stringify({ instalments: [1], amount: cents(100), parts: [], note: { reason: 'x' } });
    await expect(
      sql`insert into loan_event (borrower_id, order_id, seq, id, kind, value_date, arrived_at, body)
        values (${order.borrower_id}, ${order.id}, 99, gen_random_uuid(), 'arranged', '2026-12-01', now(), ${body})`.execute(
        db,
      ),
    ).rejects.toThrow('an event by hand (loan.arrange) needs an approval');
  });
});
