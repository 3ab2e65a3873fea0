import { claimLoan, type reportOutcome } from '@hiram/contract/console/collections';
import { me } from '@hiram/contract/console/session';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import type { StaffId } from '@hiram/contract/ids';
import { addDays, plan } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { addPromise, judgePromises } from '../../lending/collections/promises.ts';
import { startContacts } from '../../lending/contact/may-contact.ts';
import { addStop } from '../../lending/contact/stops.ts';
import { findOrder, type Order } from '../../lending/loans/order-store.ts';
import { dayIn, startOfDay } from '../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { type FilledBorrowers, some } from './borrowers.ts';
import { signedIn } from './calls.ts';

/** A call of the past. `promise`: of a part of the instalment, for so many days later. */
interface PastCall {
  readonly daysAgo: number;
  readonly hour: number;
  readonly outcome: StaffInput<typeof reportOutcome>['outcome'];
  readonly note?: string;
  readonly promise?: { readonly inDays: number };
}

/** The calls to late borrowers, by the number of the loan among them; the oldest first. */
const pastCalls: Readonly<Record<number, readonly PastCall[]>> = {
  1: [
    { daysAgo: 6, hour: 10, outcome: 'noAnswer' },
    {
      daysAgo: 3,
      hour: 17,
      outcome: 'reached',
      note: 'Salary is late this month. Asks for the code by text.',
    },
  ],
  4: [{ daysAgo: 3, hour: 15, outcome: 'promise', note: 'Pays a part tomorrow.', promise: { inDays: 1 } }],
  5: [
    { daysAgo: 9, hour: 11, outcome: 'busy' },
    {
      daysAgo: 5,
      hour: 16,
      outcome: 'reached',
      note: 'Says that the amount is wrong. Explained the late charge.',
    },
  ],
  6: [
    { daysAgo: 60, hour: 10, outcome: 'refuses' },
    { daysAgo: 33, hour: 14, outcome: 'noAnswer' },
    { daysAgo: 12, hour: 9, outcome: 'noAnswer' },
  ],
  8: [
    { daysAgo: 16, hour: 13, outcome: 'promise', note: 'Sells rice on Saturday.', promise: { inDays: 4 } },
    { daysAgo: 6, hour: 18, outcome: 'reached', note: 'Ashamed about the promise. Wants to pay in parts.' },
  ],
  9: [{ daysAgo: 5, hour: 10, outcome: 'hardship', note: 'Lost her job. Hospital bill of her son.' }],
  10: [
    {
      daysAgo: 31,
      hour: 11,
      outcome: 'promise',
      note: 'Half of it at the end of the month.',
      promise: { inDays: 6 },
    },
    { daysAgo: 18, hour: 15, outcome: 'noAnswer' },
    { daysAgo: 4, hour: 12, outcome: 'promise', note: 'New work from Monday on.', promise: { inDays: 10 } },
  ],
  11: [{ daysAgo: 1, hour: 16, outcome: 'noAnswer' }],
};

/** Loans that the demo collector has claimed. */
const claimed = [4, 8, 10];
const hardshipDays = 14;
/** The length of each call. */
const minutes = 4;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Calls of the last weeks with their outcomes, at hours that law and brand allow; what they do not allow was not made. */
export async function callInPast(
  {
    appContext,
    brand,
    borrowers,
  }: {
    readonly appContext: AppContext;
    readonly brand: Brand;
    readonly borrowers: FilledBorrowers;
  },
  url: string,
): Promise<void> {
  const collector = await signedIn(url, brand.id, { role: 'collector' });
  const { staffId } = await collector.ask(me, {});
  for (const [number, calls] of Object.entries(pastCalls)) {
    const [loan] = some(borrowers, '180', Number(number), 1);
    const order = loan && (await findOrder(appContext.db, loan.orderId));
    if (!order) continue;
    if (claimed.includes(Number(number))) await collector.ask(claimLoan, { orderId: loan.orderId });
    await inTransaction(appContext.db, async (trx) => {
      for (const call of calls) await callOnce(trx, appContext, { brand, order, staffId, call });
    });
  }
  await judgePromises(appContext, brand, await appContext.clock.today(appContext.db, brand.timeZone));
}

async function callOnce(
  trx: Db,
  appContext: AppContext,
  {
    brand,
    order,
    staffId,
    call,
  }: {
    readonly brand: Brand;
    readonly order: Order;
    readonly staffId: StaffId;
    readonly call: PastCall;
  },
): Promise<void> {
  const { daysAgo, hour, outcome, note = null, promise } = call;
  const day = addDays(dayIn(brand.timeZone, appContext.clock.now()), -daysAgo);
  const now = new Date(startOfDay(brand.timeZone, day).getTime() + hour * hourMs);
  const borrower = order.borrower_id;
  const by = { kind: 'staff', staffId } as const;
  const attempt = { borrower, order: order.id, channel: 'call', purpose: 'collection', by } as const;
  const [started] = await startContacts(trx, appContext, [attempt], now);
  if (!started?.ok || started.id === undefined) return;
  const contactId = started.id;
  if (promise) {
    const today = await appContext.clock.dayOf(trx, brand.timeZone, now);
    const [next] = plan(order.terms);
    const amount = Math.round((next?.payment ?? 0) / 2);
    const dueOn = addDays(today, promise.inDays);
    await addPromise(trx, appContext, order, { amount, dueOn, contactId, staffId, brand, today, now });
  }
  await trx
    .updateTable('contact')
    .set({ outcome, outcome_at: new Date(now.getTime() + minutes * minuteMs), note })
    .where('borrower_id', '=', borrower)
    .where('id', '=', contactId)
    .execute();
  if (outcome === 'hardship') {
    const until = new Date(now.getTime() + hardshipDays * 24 * hourMs);
    await addStop(trx, { borrower, kind: outcome, until, staffId, now });
  }
}
