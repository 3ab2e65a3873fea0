import { randomUUID } from 'node:crypto';
import { releasePayout } from '@hiram/contract/console/money-out';
import { homeIndex } from '@hiram/contract/home';
import { asId, type PayoutId, type StaffId } from '@hiram/contract/ids';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { payOn, reverse } from '../../../test/support/borrowers/pay-on.ts';
import { applyFor } from '../../../test/support/borrowers/sign-up.ts';
import { payoutState, waitingPayout } from '../../../test/support/borrowers/waiting-payout.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import type { AppContext } from '../../context/app-context.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { PayoutPort } from '../../providers/ports/payout.ts';
import { stopBrand } from './payout-limits.ts';
import { sendPayout } from './send-payout.ts';
import { queueUnsent } from './unsettled-payouts.ts';

/** Two servers on one database. */
let hiram: Hiram;
let other: Hiram;
let staffId: StaffId;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
  other = await startHiram(inject('cluster'), {}, { database: hiram.database });
  staffId = (await staffMember(hiram, 'cashier')).id;
});
afterAll(async () => {
  await other.stop();
  await hiram.stop();
});
beforeEach(async () => {
  await sql`alter table payout_stop disable trigger payout_stop_no_delete`.execute(hiram.owner);
  await hiram.owner.deleteFrom('payout_stop').execute();
  await hiram.owner.deleteFrom('payout_limit').execute();
  await hiram.owner.deleteFrom('payout_day').execute();
});

/** A server whose provider counts what it is given, and answers as the test says. */
function withProvider(server: Hiram, answer: () => ReturnType<PayoutPort['send']>) {
  const { appContext } = server.server;
  const given: string[] = [];
  const port: PayoutPort = {
    ...appContext.ports.payout,
    async send({ reference }) {
      given.push(reference);
      return answer();
    },
  };
  const ports = { ...appContext.ports, payout: port, payouts: new Map([[port.name, port]]) };
  return { given, appContext: { ...appContext, ports } as AppContext };
}
const accepted = async () => ({ state: 'accepted', reference: randomUUID() }) as const;
const send = (appContext: AppContext, payoutId: string) =>
  actAs('job payout', () => sendPayout(appContext, asId(payoutId)));

const stop = (server: Hiram, brand = 'spec') =>
  actAs('a test', () =>
    inTransaction(server.server.appContext.db, (trx) =>
      stopBrand(trx, {
        id: newId(),
        brand,
        stopped_by: staffId,
        stopped_at: new Date(),
        reason: 'wrong names',
      }),
    ),
  );
const limit = (values: { max_amount?: number; max_first_loans?: number }) =>
  hiram.owner
    .insertInto('payout_limit')
    .values({ brand: 'spec', ...values })
    .execute();
const day = () => hiram.owner.selectFrom('payout_day').selectAll().executeTakeFirst();
const holds = () => hiram.owner.selectFrom('payout_hold').selectAll().orderBy('payout_id').execute();

test('a stop by one server holds on the other at once: no provider is given a payout [T370]', async () => {
  const { payoutId } = await waitingPayout(hiram);
  expect(await stop(hiram)).toBe(true);
  expect(await stop(other)).toBe(false);
  for (const server of [hiram, other]) {
    const { given, appContext } = withProvider(server, accepted);
    await send(appContext, payoutId);
    expect(given).toEqual([]);
  }
  expect(await payoutState(hiram, payoutId)).toBe('requested');
  // Another brand goes on, and nothing is queued again and again meanwhile.
  await hiram.owner
    .updateTable('payout')
    .set({ requested_at: new Date(Date.now() - 26 * 3_600_000) })
    .where('id', '=', payoutId)
    .execute();
  await actAs('system', () => queueUnsent(hiram.server.appContext));
  const jobs = await sql`select from jobs.job where name = 'payout' and data ->> 'payoutId' = ${payoutId}`;
  expect((await jobs.execute(hiram.owner)).rows).toHaveLength(0);
});

test('a payout that is in flight when payouts are stopped is not sent twice, by whichever server [T371]', async () => {
  const { payoutId } = await waitingPayout(hiram);
  const answered = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = withProvider(hiram, async () => {
    begun.resolve();
    await answered.promise;
    return accepted();
  });
  const sending = send(slow.appContext, payoutId);
  await begun.promise;
  const second = withProvider(other, accepted);
  // While one server waits for the provider, the other one does not give it the payout.
  await expect(send(second.appContext, payoutId)).rejects.toThrow(Unavailable);
  await stop(other);
  await send(second.appContext, payoutId);
  answered.resolve();
  await sending;
  expect(await payoutState(hiram, payoutId)).toBe('sent');
  await send(second.appContext, payoutId);
  expect([...slow.given, ...second.given]).toEqual([payoutId]);
});

test('ten payouts and a stop in the middle: none is given to the provider after the stop answered', async () => {
  const payouts = await Promise.all(Array.from({ length: 10 }, () => waitingPayout(hiram)));
  let isStopped = false;
  const late: string[] = [];
  const servers = [hiram, other].map((server) =>
    withProvider(server, async () => {
      if (isStopped) late.push('late');
      return accepted();
    }),
  );
  const work = payouts.map(({ payoutId }, index) => {
    const server = servers[index % 2];
    if (!server) throw new Error('no server');
    return index < 5
      ? send(server.appContext, payoutId)
      : Promise.resolve().then(() => send(server.appContext, payoutId));
  });
  await stop(hiram);
  // A claim that was committed before the stop may still reach the provider: it counts as handed over.
  const claimed = await hiram.owner
    .selectFrom('payout')
    .select('id')
    .where('counted_on', 'is not', null)
    .execute();
  isStopped = true;
  await Promise.all(work);
  const given = new Set(servers.flatMap((server) => server.given));
  for (const { payoutId } of payouts)
    if (!claimed.some(({ id }) => id === payoutId)) expect(given.has(payoutId)).toBe(false);
});

test('the payout that passes the day’s ceiling by a cent is held, the one before is not [T372]', async () => {
  const [first, second] = [await waitingPayout(hiram), await waitingPayout(hiram)];
  await limit({ max_amount: first.amount + second.amount - 1 });
  const { given, appContext } = withProvider(hiram, accepted);
  await send(appContext, first.payoutId);
  await send(appContext, second.payoutId);
  await send(appContext, second.payoutId);
  expect(given).toEqual([first.payoutId]);
  expect(await day()).toMatchObject({ amount: first.amount, payouts: 1, first_loans: 1 });
  expect(await holds()).toMatchObject([{ payout_id: second.payoutId, reason: 'ceiling', closed_at: null }]);
});

test('two servers at once do not pass the ceiling together', async () => {
  const payouts = await Promise.all(Array.from({ length: 6 }, () => waitingPayout(hiram)));
  const amount = payouts[0]?.amount ?? 0;
  await limit({ max_amount: 3 * amount });
  const servers = [withProvider(hiram, accepted), withProvider(other, accepted)];
  await Promise.all(
    payouts.map(({ payoutId }, index) => send(servers[index % 2]?.appContext as AppContext, payoutId)),
  );
  expect(servers.flatMap(({ given }) => given)).toHaveLength(3);
  expect(await day()).toMatchObject({ amount: 3 * amount, payouts: 3 });
});

test('first loans have a limit of their own; a payout that the provider refuses counts no more', async () => {
  await limit({ max_first_loans: 1 });
  const [refusedOne, first, second] = [
    await waitingPayout(hiram),
    await waitingPayout(hiram),
    await waitingPayout(hiram),
  ];
  const refusing = withProvider(hiram, async () => ({ state: 'rejected', reason: 'no such account' }));
  await send(refusing.appContext, refusedOne.payoutId);
  expect(await payoutState(hiram, refusedOne.payoutId)).toBe('returned');
  expect(await day()).toMatchObject({ amount: 0, payouts: 0, first_loans: 0 });
  const { given, appContext } = withProvider(hiram, accepted);
  await send(appContext, first.payoutId);
  await send(appContext, second.payoutId);
  expect(given).toEqual([first.payoutId]);
  expect((await holds()).at(-1)).toMatchObject({ payout_id: second.payoutId, reason: 'firstLoans' });
});

test('after a provider’s silence the payout is sent again at once, and counts once on the day', async () => {
  const { payoutId, amount } = await waitingPayout(hiram);
  const silent = withProvider(hiram, () => Promise.reject(new Unavailable('silent')));
  await expect(send(silent.appContext, payoutId)).rejects.toThrow('silent');
  const { given, appContext } = withProvider(other, accepted);
  await send(appContext, payoutId);
  expect(given).toEqual([payoutId]);
  expect(await day()).toMatchObject({ amount, payouts: 1 });
});

test('the database rejects a claim while payouts are stopped, and a restart by one person [T373]', async () => {
  const { payoutId } = await waitingPayout(hiram);
  await stop(hiram);
  const { db } = hiram.server.appContext;
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: '23001' });
  await refused(
    db.updateTable('payout').set({ sending_until: new Date() }).where('id', '=', payoutId).execute(),
  );
  await refused(
    db
      .updateTable('payout_stop')
      .set({ started_at: new Date(), approval_id: newId() })
      .where('brand', '=', 'spec')
      .execute(),
  );
  await expect(sql`delete from payout_stop`.execute(db)).rejects.toThrow('permission denied');
});

/** A requested payout whose borrower's former loan a reversal has run again. */
const besideAnotherLoan = async (): Promise<PayoutId> => (await twoLoans()).payoutId;

async function twoLoans() {
  const first = await hiram.borrower({ state: '174', kind: 'single' });
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  const { context } = first;
  const { data } = await hiram.send(loanDetails, { orderId: first.orderId }, context);
  const event = await payOn(hiram, first, data.userOrderDetail.due?.repayAmount ?? 0, today);
  const second = await applyFor(hiram, first);
  await hiram.until(
    () => hiram.send(loanDetails, { orderId: second.orderId }, context),
    (answer) => answer.data.orderStatus === 151,
  );
  await stop(hiram);
  await hiram.send(withdraw, { orderId: second.orderId }, context);
  await reverse(hiram, first, event, today);
  await hiram.owner.deleteFrom('payout_stop').execute();
  const payout = hiram.owner.selectFrom('payout').select('id').where('order_id', '=', second.orderId);
  return { first, payoutId: (await payout.executeTakeFirstOrThrow()).id };
}

test('home shows the loan that a reversal reopened, not the approved one that waits for it [T1656]', async () => {
  const { first } = await twoLoans();
  const { order } = (await hiram.send(homeIndex, {}, first.context)).data;
  expect(order).toMatchObject({ orderId: first.orderId, status: 174, due: expect.anything() });
});

test('the database lets no server hand over a payout beside another running loan [T1618]', async () => {
  const id = await besideAnotherLoan();
  const claim = hiram.server.appContext.db
    .updateTable('payout')
    .set({ sending_until: new Date(Date.now() + 30_000) })
    .where('id', '=', id);
  await expect(actAs('a test', () => claim.execute())).rejects.toThrow('another loan of the borrower runs');
});

test('a payout that waits when a reversal has another loan run again is held for a person [T1617]', async () => {
  const id = await besideAnotherLoan();
  const { given, appContext: asked } = withProvider(hiram, accepted);
  await send(asked, id);
  expect(given).toEqual([]);
  expect(await holds()).toContainEqual(expect.objectContaining({ payout_id: id, reason: 'otherLoan' }));
});

test('a payout released beside another loan is still held by the day’s amount [T1370]', async () => {
  const id = await besideAnotherLoan();
  await limit({ max_amount: 1 });
  const { given, appContext: asked } = withProvider(hiram, accepted);
  const [cashier, controller] = [await staffMember(hiram, 'cashier'), await staffMember(hiram, 'controller')];
  const release = async () => {
    const { data } = await submitAction(cashier, releasePayout, { payoutId: id }, { brand: 'spec' });
    expect(await approveAs(controller, data.approvalId, 'spec')).toMatchObject({ success: true });
  };
  const reasons = async () =>
    (await holds())
      .filter(({ payout_id }) => payout_id === id)
      .map(({ reason, closed_at }) => [reason, closed_at === null]);
  await send(asked, id);
  expect(await reasons()).toEqual([['otherLoan', true]]);
  await release();
  await send(asked, id);
  expect(await reasons()).toEqual(
    expect.arrayContaining([
      ['otherLoan', false],
      ['ceiling', true],
    ]),
  );
  expect(given).toEqual([]);
  await release();
  await hiram.until(
    () => payoutState(hiram, id),
    (state) => state === 'paid',
  );
});
