import { randomUUID } from 'node:crypto';
import { waiveDebt } from '@hiram/contract/console/loan';
import {
  activateStrategy,
  listStrategies,
  saveStrategy,
  showStrategy,
} from '@hiram/contract/console/strategy';
import { utrSubmit } from '@hiram/contract/repay';
import { addDays, daysBetween, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf, orderRowOf } from '../../../test/support/database/rows.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';
import { shippedSteps, strategyFaults } from '../../brands/messages/strategy.ts';
import { inCell } from '../../platform/cells/current-cell.ts';
import { cellOfId } from '../../platform/cells/marks.ts';
import { actAs } from '../../platform/database/actor.ts';
import { newId } from '../../platform/ids.ts';
import { newUtr } from '../../sandbox/fill/bank-statement.ts';
import { addStop } from '../contact/stops.ts';
import { queueDueMessages } from './queue-messages.ts';
import { activeStrategy } from './strategies.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const risk = setUpStaffMember(hiram, 'risk');
const controller = setUpStaffMember(hiram, 'controller');

const ph = { brand: 'ph' };
const caps = { reminder: { day: 3, week: 7 }, collection: { day: 3, week: 7 } };

test('a strategy that texts ten times a day, or says what is not true, is refused [T1601]', () => {
  expect(strategyFaults(shippedSteps, caps)).toEqual([]);
  const ten = Array.from({ length: 10 }, (_, at) => ({
    day: 5,
    kind: at % 2 === 0 ? ('late' as const) : ('lateLong' as const),
    client: 'new' as const,
  }));
  expect(strategyFaults(ten, caps)).toEqual(
    expect.arrayContaining([
      'day 5: 10 attempts to reach new clients; at most 3 a day',
      'day 5: 10 attempts in a week to reach new clients; at most 7',
    ]),
  );
  const daily = Array.from({ length: 8 }, (_, at) => ({ day: at + 1, kind: 'late' as const }));
  expect(strategyFaults(daily, caps)).toEqual([]);
  expect(strategyFaults([...daily, { day: 7, kind: 'lateLong' }], caps)).toContain(
    'day 7: 8 attempts in a week to reach new clients; at most 7',
  );
  expect(strategyFaults([{ day: 1, kind: 'dueToday' }], caps)).toEqual(['day 1: dueToday would not be true']);
  expect(strategyFaults([{ day: 0, kind: 'call', channel: 'sms' }], caps)).toEqual([
    'day 0: call would not be true',
    'day 0: a call has no channel',
  ]);
});

async function lateLoan(days: number) {
  const { orderId } = await hiram.borrower({ state: '180' }, 'ph');
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, 'Asia/Manila');
  await sql`update loan_order set next_due_on = ${addDays(today, -days)} where id = ${orderId}`.execute(
    hiram.owner,
  );
  return orderId;
}
const toldOf = (orderId: Awaited<ReturnType<typeof lateLoan>>) =>
  hiram.owner
    .selectFrom('notice')
    .select(['kind', 'event', 'channel'])
    .where('order_id', '=', orderId)
    .where('kind', 'like', 'late%')
    .execute();

test('each step runs once a loan and repayment, whichever servers run it and how often [T1602]', async () => {
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, 'Asia/Manila');
  const [third, fourth] = [await lateLoan(3), await lateLoan(4)];
  const runs = () =>
    Promise.all(
      [1, 2, 3].map(() => actAs('system', () => queueDueMessages(appContext, { id: 'ph' }, today))),
    );
  await runs();
  await runs();
  expect(await toldOf(third)).toEqual([
    { kind: 'late', event: `late 3 ${addDays(today, -3)}`, channel: null },
  ]);
  expect(await toldOf(fourth)).toEqual([]);
  // An extension moves the due date: the next repayment has its own messages.
  await sql`update loan_order set next_due_on = ${addDays(today, -7)} where id = ${third}`.execute(
    hiram.owner,
  );
  await runs();
  expect((await toldOf(third)).map(({ event }) => event).sort()).toEqual([
    `late 3 ${addDays(today, -3)}`,
    `late 7 ${addDays(today, -7)}`,
  ]);
});

test('a message that is queued in SQL has an id of its cell and of its time [T2043]', async () => {
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, 'Asia/Manila');
  const loan = await lateLoan(3);
  const timeOf = (id: string) => id.slice(0, 13);
  const before = newId();
  const queued = async () => {
    await inCell(7, () => actAs('system', () => queueDueMessages(appContext, { id: 'ph' }, today)));
    const row = hiram.owner.selectFrom('notice').select('id').where('order_id', '=', loan);
    return (await row.executeTakeFirst())?.id;
  };
  // A loan that the scheduler looks at meanwhile is left to the next run.
  await expect.poll(queued).toBeDefined();
  const id = (await queued()) ?? '';
  expect(cellOfId(id)).toBe(7);
  expect([before, id, newId()].map(timeOf).sort()[1]).toBe(timeOf(id));
});

const save = (steps: readonly object[], version?: number) =>
  risk.browser.send(
    saveStrategy,
    { note: 'a test', body: JSON.stringify(steps), ...(version === undefined ? {} : { version }) },
    ph,
  );

test('a draft shows who gets what tomorrow, and two persons activate it [T1603]', async () => {
  const orderId = await lateLoan(8);
  const saved = await save([...shippedSteps, { day: 9, kind: 'late', channel: 'push' }]);
  expect(saved.success, saved.message).toBe(true);
  const { version } = saved.data;
  const shown = await risk.browser.send(showStrategy, { version }, ph);
  expect(shown.data.comparedWith?.version).toBe(1);
  const step = shown.data.steps.find(({ day }) => day === 9);
  expect(step).toMatchObject({ kind: 'late', channel: 'push', stopped: 0 });
  expect(step?.named.map((loan) => loan.orderId)).toContain(orderId);
  expect(await toldOf(orderId)).toEqual([]);
  const asked = await submitAction(risk, activateStrategy, { version }, ph);
  expect(asked).toMatchObject({ success: true, data: { state: 'waiting' } });
  expect(await approveAs(risk, asked.data.approvalId, 'ph')).toMatchObject({ success: false });
  const { db } = hiram.server.appContext;
  expect((await activeStrategy(db, 'ph')).version).toBe(1);
  expect(await approveAs(controller, asked.data.approvalId, 'ph')).toMatchObject({ success: true });
  expect((await activeStrategy(db, 'ph')).version).toBe(version);
  const { versions } = (await risk.browser.send(listStrategies, {}, ph)).data;
  expect(versions.map((row) => [row.version, row.state])).toEqual([
    [version, 'active'],
    [1, 'superseded'],
  ]);
  expect(await save(shippedSteps, version)).toMatchObject({ success: false, code: 'noDraft' });
});

test('tomorrow’s loans are those of the step’s clients and amount, and say who has a stop [T2607]', async () => {
  const [orderId, stopped] = [await lateLoan(10), await lateLoan(10)];
  const borrower = await borrowerIdOf(hiram, stopped);
  await addStop(hiram.owner, { borrower, kind: 'counsel', now: new Date(Date.now() - 1_000) });
  const { client_kind, amount } = await orderRowOf(hiram, orderId);
  const other = client_kind === 'new' ? 'repeat' : 'new';
  const found = async (more: object) => {
    const { version } = (await save([{ day: 11, kind: 'late', ...more }])).data;
    const [step] = (await risk.browser.send(showStrategy, { version }, ph)).data.steps;
    const own = step?.named.filter((loan) => loan.orderId === orderId || loan.orderId === stopped) ?? [];
    return { own: own.map((loan) => [loan.orderId, loan.stop]).sort(), stopped: step?.stopped };
  };
  const both = [
    [orderId, undefined],
    [stopped, 'counsel'],
  ].sort();
  expect(await found({})).toEqual({ own: both, stopped: 1 });
  expect(await found({ client: client_kind })).toEqual({ own: both, stopped: 1 });
  expect((await found({ client: other })).own).toEqual([]);
  expect((await found({ if: { amountFrom: amount } })).own).toEqual(both);
  expect((await found({ if: { amountFrom: amount + 1 } })).own).toEqual([]);
});

test('a loan of tomorrow says what is open about it, which keeps no message back [T3464]', async () => {
  const orderId = await lateLoan(12);
  const waiver = { orderId, principal: 50_000, interest: 0, late: 0, penalty: 0 };
  const asked = await submitAction(await staffMember(hiram, 'cashier'), waiveDebt, waiver as never, ph);
  expect(asked.data.state).toBe('waiting');
  const { version } = (await save([{ day: 13, kind: 'late' }])).data;
  const [step] = (await risk.browser.send(showStrategy, { version }, ph)).data.steps;
  expect(step).toMatchObject({
    loans: 1,
    stopped: 0,
    named: [{ orderId, isStopped: false, open: ['approval'] }],
  });
});

test('a draft that texts ten times a day takes no effect, however it was stored [T2608]', async () => {
  const steps = Array.from({ length: 10 }, (_, at) => ({
    day: at < 5 ? 5 : 6,
    kind: 'late',
    if: { amountFrom: at + 1 },
  }));
  await sql`insert into strategy (id, brand, version, steps, state, created_at)
    values (${randomUUID()}, 'ph', 77, ${JSON.stringify(steps)}, 'draft', now())`.execute(hiram.owner);
  expect(await submitAction(risk, activateStrategy, { version: 77 }, ph)).toMatchObject({
    success: false,
    code: 'badStrategy',
    message: expect.stringContaining('at most 3 a day'),
  });
});

test('who reported a payment that a person has not looked at yet gets no notice, as the preview says [T2727]', async () => {
  const { orderId, context } = await hiram.borrower({ state: '180' }, 'ph');
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, 'Asia/Manila');
  const { next_due_on } = await orderRowOf(hiram, orderId);
  const day = daysBetween(localDate(next_due_on ?? ''), today) + 1;
  const { version } = (await save([{ day, kind: 'late' }])).data;
  const whyNothing = async () => {
    const { steps } = (await risk.browser.send(showStrategy, { version }, ph)).data;
    return steps.flatMap(({ named }) => named).find((loan) => loan.orderId === orderId)?.why;
  };
  expect(await whyNothing()).toBeUndefined();
  const utr = newUtr();
  const claim = { orderId, channelNumber: '10005', utr, amount: 100_000 };
  expect(await hiram.send(utrSubmit, claim, context, { key: randomUUID() })).toMatchObject({ success: true });
  expect(await whyNothing()).toBe('heldPayment');
});

test('who may see loans sees what their borrowers would read, and each is recorded [T2090]', async () => {
  const orderId = await lateLoan(8);
  const { version } = (await save([...shippedSteps, { day: 9, kind: 'late' }])).data;
  const seenBy = async ({ id, browser }: StaffMember) => {
    const { steps } = (await browser.send(showStrategy, { version }, ph)).data;
    const reads = await hiram.owner
      .selectFrom('staff_read')
      .select(['subject', 'field'])
      .where('staff_id', '=', id)
      .where('subject_id', '=', orderId)
      .execute();
    const loan = steps.find(({ day }) => day === 9)?.named.find((one) => one.orderId === orderId);
    return { text: loan?.text, reads };
  };
  expect(await seenBy(controller)).toEqual({
    text: expect.stringContaining('₱'),
    reads: [{ subject: 'loan_order', field: 'loan' }],
  });
  expect(await seenBy(risk)).toEqual({ text: undefined, reads: [] });
});

test('a brief answer counts the loans of a step, names none and records no read [T2643]', async () => {
  const orderId = await lateLoan(8);
  const { version } = (await save([...shippedSteps, { day: 9, kind: 'late' }])).data;
  const { steps } = (await controller.browser.send(showStrategy, { version, isBrief: true }, ph)).data;
  expect(steps.find(({ day }) => day === 9)?.loans).toBeGreaterThan(0);
  expect(steps.flatMap(({ named }) => named)).toEqual([]);
  const reads = await hiram.owner
    .selectFrom('staff_read')
    .select('field')
    .where('staff_id', '=', controller.id)
    .where('subject_id', '=', orderId)
    .execute();
  expect(reads).toEqual([]);
});

test.each([
  ['is not JSON', '{'],
  ['has an unknown field', JSON.stringify([{ day: 1, kind: 'late', when: 'now' }])],
  ['has a day too far', JSON.stringify([{ day: 400, kind: 'late' }])],
  ['is against the caps', JSON.stringify(Array.from({ length: 9 }, () => ({ day: 1, kind: 'late' })))],
])('a strategy that %s is not saved [T1604]', async (_what, body) => {
  expect(await risk.browser.send(saveStrategy, { note: '', body }, ph)).toMatchObject({
    success: false,
    code: 'badStrategy',
  });
});

test('by SQL with the server’s login no strategy takes effect or changes without two persons [T1605]', async () => {
  const { version } = (await save(shippedSteps)).data;
  const { db } = hiram.server.appContext;
  const refused = (work: Promise<unknown>) =>
    expect(actAs('a test', () => work)).rejects.toThrow(/two persons|not changed|begins as a draft/);
  const row = db.updateTable('strategy').where('brand', '=', 'ph');
  await refused(
    row.where('version', '=', version).set({ state: 'active', effective_at: new Date() }).execute(),
  );
  await refused(row.where('version', '=', 1).set({ steps: '[]' }).execute());
  await refused(
    sql`insert into strategy (id, brand, version, steps, state, created_at, effective_at)
      values (${randomUUID()}, 'ph', 99, '[]', 'active', now(), now())`.execute(db),
  );
});

/** The messages that no loan of a brand may lack on a day, written down naively: each step for each running loan. */
async function missing(brand: string, today: LocalDate): Promise<readonly string[]> {
  const { steps } = await activeStrategy(hiram.server.appContext.db, brand);
  const { rows } = await sql<{
    id: string;
    on: string;
    soon: boolean;
    held: boolean;
    told: readonly string[];
  }>`
    select o.id, next_due_on::text as on, status = 'dueSoon' as soon,
      exists (select from payment p where p.order_id = o.id and p.state = 'held') as held,
      array(select event from notice n where n.order_id = o.id) as told
    from loan_order o where brand = ${brand} and status in ('active', 'dueSoon', 'overdue')`.execute(
    hiram.owner,
  );
  return rows.flatMap(({ id, on, soon, held, told }) => {
    const late = daysBetween(localDate(on), today);
    const events = steps
      .filter(({ day, kind }) => day === late && kind !== 'call')
      .map(({ day, kind }) => (kind === 'dueSoon' ? `due ${on}` : `${kind} ${day} ${on}`));
    if (soon && late <= 0 && !held) events.push(`due ${on}`);
    return events.filter((event) => !told.includes(event)).map((event) => `${id} ${event}`);
  });
}

test('a loan that changes after the day’s look is looked at again [T1850]', async () => {
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, 'Asia/Manila');
  const look = (day = today) => actAs('system', () => queueDueMessages(appContext, { id: 'ph' }, day));
  const move = (orderId: string, days: number) =>
    sql`update loan_order set next_due_on = ${addDays(today, -days)}::date where id = ${orderId}`;
  const [moved, soon, held] = [await lateLoan(5), await lateLoan(5), await lateLoan(5)];
  await look();
  expect(await missing('ph', today)).toEqual([]);
  expect(await look()).toBe(0);
  // A payment or an extension moves the due date, beside a look that does not see it yet.
  await hiram.owner.transaction().execute(async (trx) => {
    await move(moved, 15).execute(trx);
    await look();
  });
  expect(await missing('ph', today)).toHaveLength(1);
  expect(await look()).toBe(1);
  // A loan becomes due soon while a payment of it waits for a person.
  await sql`insert into payment (borrower_id, id, order_id, provider, provider_payment_id, amount, paid_on, confirmed_on, state,
      received_at)
    select borrower_id, gen_random_uuid(), id, 'sandbox', 'held', 100, ${today}::date, ${today}::date, 'held', now()
    from loan_order where id = ${held}`.execute(hiram.owner);
  for (const orderId of [soon, held]) {
    await sql`update loan_order set status = 'dueSoon' where id = ${orderId}`.execute(hiram.owner);
    await move(orderId, -2).execute(hiram.owner);
  }
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  await hiram.owner.transaction().execute(async (trx) => {
    // A decision by hand needs two persons.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update payment set state = 'rejected' where order_id = ${held}`.execute(trx);
  });
  expect(await missing('ph', today)).toHaveLength(1);
  expect(await look()).toBe(1);
  // A server whose clock is a day ahead looks at a changed loan for its own day.
  await move(moved, 7).execute(hiram.owner);
  await look(addDays(today, 1));
  await look();
  expect(await missing('ph', today)).toEqual([]);
  await look(addDays(today, 1));
  expect(await missing('ph', addDays(today, 1))).toEqual([]);
});

test('the day before a due date has one reminder, whoever queues it [T1606]', async () => {
  const { appContext } = hiram.server;
  const today = await appContext.clock.today(appContext.db, 'Asia/Manila');
  const { orderId } = await hiram.borrower({ state: '174' });
  const { next_due_on } = await orderRowOf(hiram, orderId);
  const ahead = localDate(next_due_on ?? today);
  await sql`update strategy set state = 'superseded' where brand = 'spec'`.execute(hiram.owner);
  await sql`alter table strategy disable trigger strategy_checked`.execute(hiram.owner);
  await sql`insert into strategy (id, brand, version, steps, state, created_at, effective_at)
    values (${randomUUID()}, 'spec', 2, ${JSON.stringify([{ day: -1, kind: 'dueSoon' }])}, 'active', now(), now())`.execute(
    hiram.owner,
  );
  await sql`alter table strategy enable trigger strategy_checked`.execute(hiram.owner);
  await actAs('system', () => queueDueMessages(appContext, { id: 'spec' }, addDays(ahead, -1)));
  const told = await hiram.owner
    .selectFrom('notice')
    .select('event')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'dueSoon')
    .execute();
  expect(told).toEqual([{ event: `due ${ahead}` }]);
});
