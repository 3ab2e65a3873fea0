import * as calls from '@hiram/contract/console/collections';
import type { BorrowerId } from '@hiram/contract/ids';
import { messageList } from '@hiram/contract/messages';
import { loanDetails } from '@hiram/contract/order';
import { delayDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { addDays, cents, formatCents } from '@hiram/loan';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { payOn, reverse } from '../../../test/support/borrowers/pay-on.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import { whileRowsFail } from '../../../test/support/failing-rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { actAs } from '../../platform/database/actor.ts';
import { runLocalWork } from '../../scheduler/scheduler.ts';
import { notify } from '../notices/notify.ts';
import { sendDueNotices } from '../notices/send-notice.ts';

/** Noon in Manila; tests move it. */
let now = new Date('2026-11-09T04:00:00Z');
const hiram = setUpHiram({ BRAND: 'spec' }, { now: () => now });
let collector: StaffMember;
beforeAll(async () => {
  collector = await staffMember(hiram, 'collector');
});

const spec = { brand: 'spec' };
const late = () => hiram.borrower({ state: '180', kind: 'perPeriod' });
/** Days pass by the clock and the calendar: a stop until a day ends by the clock. */
const pass = async (days: number) => {
  now = new Date(now.getTime() + days * 24 * 60 * 60_000);
  collector = await staffMember(hiram, 'collector');
};
const today = () => hiram.server.appContext.clock.today(hiram.server.appContext.db, 'Asia/Manila');
const shown = (amount: number) => formatCents(cents(amount), brandOf(hiram.server.appContext, spec).money);

async function promise({ orderId }: DemoBorrower, amount: number, days: number): Promise<void> {
  now = new Date(now.getTime() + 60_000);
  const dueOn = addDays(await today(), days);
  const { data } = await collector.browser.send(calls.startCall, { orderId }, spec);
  const outcome = {
    contactId: data.contactId,
    outcome: 'promise',
    note: '',
    promise: { amount, dueOn },
  } as const;
  expect(await collector.browser.send(calls.reportOutcome, outcome, spec)).toMatchObject({ success: true });
}

/** The borrower's promises, that of the latest day first. */
const promises = async ({ orderId }: DemoBorrower) =>
  (await collector.browser.send(calls.showLateLoan, { orderId }, spec)).data.promises;

/** The messages about promises that the borrower got, and the reasons of those that were dropped. */
async function told(
  borrower: DemoBorrower,
): Promise<{ readonly texts: string[]; readonly dropped: unknown[] }> {
  await runLocalWork(hiram.server.appContext);
  await actAs('a test', () => sendDueNotices(hiram.server.appContext));
  const { data } = await hiram.send(messageList, {}, borrower.context);
  const notices = await hiram.owner
    .selectFrom('notice')
    .select(['kind', 'state'])
    .where('order_id', '=', borrower.orderId)
    .where('kind', 'in', ['promiseDue', 'promiseBroken'])
    .orderBy('created_at')
    .execute();
  return {
    texts: data.list.map(({ text }) => text).filter((text) => text.includes('promise')),
    dropped: notices.filter(({ state }) => state === 'dropped').map(({ kind }) => kind),
  };
}

test('a reminder names what was promised and what is left of it [T1957]', async () => {
  const borrower = await late();
  await payOn(hiram, borrower, 50_000, await today());
  await promise(borrower, 100_000, 2);
  await pass(2);
  expect((await told(borrower)).texts).toEqual([expect.stringContaining(`to pay ${shown(100_000)} by`)]);
  expect((await told(borrower)).texts[0]).toContain(`Still to come: ${shown(100_000)}.`);
  await payOn(hiram, borrower, 40_000, await today());
  await pass(1);
  const { texts } = await hiram.until(
    () => told(borrower),
    (answer) => answer.texts.some((text) => text.includes('did not arrive')),
  );
  const broken = texts.find((text) => text.includes('did not arrive'));
  expect(broken).toContain(`Of the ${shown(100_000)} that you promised`);
  expect(broken).toContain(`, ${shown(60_000)} did not arrive`);
  expect(await promises(borrower)).toMatchObject([{ state: 'broken', paid: 40_000 }]);
});

test('a promise that cannot be judged keeps no other one from it [T1915]', async () => {
  const [damaged, other] = [await late(), await late()];
  await promise(damaged, 100_000, 0);
  await promise(other, 100_000, 0);
  await pass(1);
  await whileRowsFail(
    hiram,
    { change: 'update', table: 'payment_promise', when: `new.order_id = '${damaged.orderId}'` },
    () => told(other),
  );
  expect(await promises(damaged)).toMatchObject([{ state: 'open' }]);
  expect(await promises(other)).toMatchObject([{ state: 'broken' }]);
});

test('a promise of a loan that an extension moved on is cancelled, and nobody asks for it [T1958]', async () => {
  const borrower = await late();
  const { orderId, context } = borrower;
  await promise(borrower, 250_000, 2);
  const { repayAmount: amount } = (await hiram.send(delayDetail, { orderId }, context)).data;
  const code = await hiram.send(payCode, { orderId, amount, channelNumber: '10001', isDelay: 1 }, context);
  await hiram.send(sandboxPay, {
    payCode: new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '',
  });
  expect((await hiram.send(loanDetails, { orderId }, context)).data.orderStatus).toBe(170);
  await hiram.days(2);
  expect(await told(borrower)).toEqual({ texts: [], dropped: ['promiseDue'] });
  await hiram.days(1);
  expect(await told(borrower)).toEqual({ texts: [], dropped: ['promiseDue'] });
  const rows = await hiram.owner
    .selectFrom('payment_promise')
    .select(['state', 'paid'])
    .where('order_id', '=', orderId)
    .execute();
  expect(rows).toEqual([{ state: 'cancelled', paid: amount }]);
});

test('a payment keeps the promise of the earliest day; what is left counts for the next [T1959]', async () => {
  const borrower = await late();
  await promise(borrower, 100_000, 0);
  await promise(borrower, 100_000, 3);
  await payOn(hiram, borrower, 130_000, await today());
  await pass(1);
  await told(borrower);
  expect(await promises(borrower)).toMatchObject([{ state: 'open' }, { state: 'kept', paid: 100_000 }]);
  await pass(2);
  expect((await told(borrower)).texts).toEqual([expect.stringContaining(`to pay ${shown(100_000)} by`)]);
  expect((await told(borrower)).texts[0]).toContain(`Still to come: ${shown(70_000)}.`);
  await pass(1);
  await told(borrower);
  expect(await promises(borrower)).toMatchObject([
    { state: 'broken', paid: 30_000 },
    { state: 'kept', paid: 100_000 },
  ]);
});

/** Marks a borrower's addresses as ones that messages did not reach. */
async function failAddresses(borrower_id: BorrowerId, phone: string): Promise<void> {
  const { cipher } = hiram.server.appContext;
  for (const [channel, text] of [
    ['sms', phone],
    ['push', borrower_id],
  ] as const) {
    const digest = cipher.digest(`address ${channel} ${text}`);
    await hiram.owner
      .insertInto('bounced_address')
      .values({ borrower_id, channel, digest, bounces: 3, at: now })
      .execute();
  }
}

test('while a promise runs a reminder is neither sent nor in the inbox, on its day it is both [T1855]', async () => {
  // A borrower whose number is not used has the inbox alone.
  for (const hasNumber of [true, false]) {
    const borrower = await late();
    const { orderId, context } = borrower;
    const { appContext } = hiram.server;
    const order = await orderRowOf(hiram, orderId);
    if (!hasNumber) await failAddresses(order.borrower_id, borrower.phone);
    await promise(borrower, 100_000, 2);
    await actAs('a test', () =>
      notify(appContext.db, appContext, order, {
        kind: 'late',
        event: 'late 1',
        values: { date: order.next_due_on ?? '' },
      }),
    );
    const inbox = async () => {
      await actAs('a test', () => sendDueNotices(appContext));
      const { data } = await hiram.send(messageList, {}, context);
      return data.list.filter(({ text }) => text.includes('is overdue since')).length;
    };
    expect(await inbox()).toBe(0);
    await pass(1);
    expect(await inbox()).toBe(0);
    await pass(1);
    expect(await inbox()).toBe(1);
    const sent = await hiram.owner
      .selectFrom('notice')
      .select('state')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'late')
      .execute();
    expect(sent).toEqual([{ state: hasNumber ? 'sent' : 'inbox' }]);
  }
});

test('a promise that was kept or cancelled is judged again after a reversal, once [T1858]', async () => {
  const borrower = await late();
  await promise(borrower, 100_000, 0);
  const paid = await payOn(hiram, borrower, 100_000, await today());
  await pass(1);
  await told(borrower);
  expect(await promises(borrower)).toMatchObject([{ state: 'kept', paid: 100_000 }]);
  await pass(2);
  await reverse(hiram, borrower, paid, await today());
  // What the reversal's own message tells is not told again.
  expect((await told(borrower)).texts).toEqual([]);
  expect(await promises(borrower)).toMatchObject([{ state: 'broken', paid: 0 }]);
  const judged = () => sql`select id from audit_entry where subject = 'payment_promise'`.execute(hiram.owner);
  await pass(1);
  await told(borrower);
  const { rows } = await judged();
  await told(borrower);
  expect((await judged()).rows).toEqual(rows);
});
