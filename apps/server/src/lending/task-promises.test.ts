import { deleteAccount } from '@hiram/contract/account';
import { asId, type OrderId } from '@hiram/contract/ids';
import { type TaskKind, taskKinds } from '@hiram/contract/task-kind';
import { addDays, type LocalDate } from '@hiram/loan';
import { expect, test } from 'vitest';
import { complain } from '../../test/support/borrowers/complaints.ts';
import { payByCode } from '../../test/support/borrowers/pay-by-code.ts';
import type { DemoBorrower } from '../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { brandOf } from '../brands/brand-of.ts';
import { actAs } from '../platform/database/actor.ts';
import { inTransaction } from '../platform/database/connection/connect.ts';
import { newId } from '../platform/ids.ts';
import { loadEvents, loadOrder, lockOrder } from './loans/order-store.ts';
import { resolveDecision } from './origination/decision/resolve-decision.ts';
import { openMessageTask } from './payments/message-tasks.ts';
import { creditByProvider } from './payments/refunds.ts';
import { endOfBusinessDay, trackRefund } from './tasks.ts';

const hiram = setUpHiram();

const hourMs = 3_600_000;
const app = () => hiram.server.appContext;
const today = () => app().clock.today(app().db, brandOf(app(), { brand: 'spec' }).timeZone);
const endOf = (day: LocalDate) =>
  endOfBusinessDay(app().db, app().clock, brandOf(app(), { brand: 'spec' }).timeZone, day);

async function taskOf(kind: TaskKind, subjectId: string) {
  return app()
    .db.selectFrom('task')
    .select(['opened_at', 'due_at', 'amount'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
}

const rowOf = (orderId: OrderId) =>
  app().db.selectFrom('loan_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();

async function payInExcess(borrower: DemoBorrower, amount: number): Promise<void> {
  await payByCode(hiram, borrower, { excess: amount });
}

/** The credit that the rule lets staff refund today. */
async function freeCredit(orderId: OrderId): Promise<number> {
  const { borrower_id } = await rowOf(orderId);
  const order = await loadOrder(app().db, borrower_id, orderId);
  const loan = { order, stored: await loadEvents(app().db, order), today: await today() };
  const parts = await creditByProvider(app().db, brandOf(app(), order), loan);
  return parts.reduce((sum, { free }) => sum + free, 0);
}

/** When a task is due, and the first moment at which its rule lets staff settle it. */
interface Promised {
  readonly dueAt: Date;
  readonly possibleAt: Date;
  /** When it is due by what the borrower reads; undefined: no day is named to them. */
  readonly toldAt?: Date;
}

/** Staff may settle it from the moment at which it is opened. */
const atOnce = 'at once';

/** The rule that fulfils each kind. A new kind says here when its rule lets it be settled. */
const rules: Readonly<Record<TaskKind, typeof atOnce | (() => Promise<Promised>)>> = {
  transfer: atOnce,
  heldPayment: atOnce,
  unknownPayment: atOnce,
  contradictedPayout: atOnce,
  // A reviewer releases it at once; a hold by time alone has no task.
  payout: atOnce,
  appeal: atOnce,
  secondLook: atOnce,
  heldPayout: atOnce,
  returnedPayout: atOnce,
  lateLoan: atOnce,
  arrangement: atOnce,
  screeningHit: atOnce,
  screeningCase: atOnce,
  statement: atOnce,
  // It is due when the report is; its file can be made at once.
  duty: atOnce,
  // It is due when the gap begins; somebody can be put on call at once.
  coverageGap: atOnce,
  // It is due when the request expires.
  approval: atOnce,
  async complaint() {
    const borrower = await hiram.borrower({ state: '180' });
    const id = await complain(hiram, borrower);
    const { due_at, opened_at } = await taskOf('complaint', id);
    const { promised_by } = await app()
      .db.selectFrom('complaint')
      .select('promised_by')
      .where('id', '=', asId(id))
      .executeTakeFirstOrThrow();
    return { dueAt: due_at, possibleAt: opened_at, toldAt: await endOf(promised_by as LocalDate) };
  },
  async application() {
    const borrower = await hiram.borrower({ state: '21' });
    const row = await rowOf(borrower.orderId);
    const day = await today();
    await actAs('a test', () =>
      inTransaction(app().db, async (trx) => {
        const order = await lockOrder(trx, row.borrower_id, row.id);
        const decision = { outcome: 'refer', reasons: ['sharedDocument'] } as const;
        await resolveDecision(trx, app(), order, { decision: decision as never, today: day });
      }),
    );
    const { id } = await app()
      .db.selectFrom('review')
      .select('id')
      .where('order_id', '=', row.id)
      .executeTakeFirstOrThrow();
    const { due_at, opened_at } = await taskOf('application', id);
    return { dueAt: due_at, possibleAt: opened_at, toldAt: await endOf(row.decide_by as LocalDate) };
  },
  async erasure() {
    const borrower = await hiram.borrower({ state: '200' });
    const { borrower_id } = await rowOf(borrower.orderId);
    const { eraseOn } = (await hiram.send(deleteAccount, {}, borrower.context)).data;
    const { due_at } = await taskOf('erasure', borrower_id);
    const told = await endOf(eraseOn as LocalDate);
    // The erasure runs on that day.
    return { dueAt: due_at, possibleAt: new Date(told.getTime() - 24 * hourMs), toldAt: told };
  },
  async refund() {
    const borrower = await hiram.borrower({ state: '180', kind: 'single' });
    await payInExcess(borrower, 12_345);
    const { due_at, opened_at } = await taskOf('refund', borrower.orderId);
    let days = 0;
    for (; (await freeCredit(borrower.orderId)) < 12_345; days += 1) await hiram.days(1);
    await hiram.days(-days);
    return { dueAt: due_at, possibleAt: new Date(opened_at.getTime() + days * 24 * hourMs) };
  },
};

test.for(taskKinds)(
  'a %s is due when its rule lets it be settled, as its borrower was told [T872]',
  async (kind) => {
    const rule = rules[kind];
    if (rule === atOnce) return;
    const { dueAt, possibleAt, toldAt } = await rule();
    expect(dueAt.getTime()).toBeGreaterThan(possibleAt.getTime());
    if (toldAt) expect(dueAt).toEqual(toldAt);
  },
);

test('a refund has seven days from when all of it is possible, also after a further payment [T873]', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  await payInExcess(borrower, 5_000);
  const first = await taskOf('refund', borrower.orderId);
  const days = (from: Date, until: Date) => Math.round((until.getTime() - from.getTime()) / (24 * hourMs));
  // The channel can reverse the payment for 14 days, and on the 15th it is free.
  expect(days(first.opened_at, first.due_at)).toBe(15 + 7);
  const track = async (credit: number, daysUntil: number) => {
    const { db, clock } = app();
    const moment = { today: await today(), now: clock.now() };
    const order = await rowOf(borrower.orderId);
    await actAs('a test', () =>
      inTransaction(db, (trx) =>
        trackRefund(trx, order, {
          credit,
          ...moment,
          refundableOn: addDays(moment.today, daysUntil),
        }),
      ),
    );
    return taskOf('refund', borrower.orderId);
  };
  const further = await track(6_000, 20);
  expect([further.amount, days(first.opened_at, further.due_at)]).toEqual([6_000, 20 + 7]);
  // What is possible meanwhile is not promised anew.
  expect(await track(1_000, 0)).toMatchObject({ amount: 1_000, due_at: further.due_at });
});

test('a payout that a provider contradicts is due within eight hours [T874]', async () => {
  const { db, clock } = app();
  const message = { provider: 'sandbox', messageId: newId() };
  const now = clock.now();
  await actAs('a test', () =>
    inTransaction(db, (trx) =>
      openMessageTask(trx, message, { kind: 'payout', reference: newId() } as never, {
        outcome: 'contradicted',
        now,
      }),
    ),
  );
  const { due_at } = await taskOf('contradictedPayout', `sandbox/${message.messageId}`);
  expect(due_at.getTime() - now.getTime()).toBe(8 * hourMs);
});
