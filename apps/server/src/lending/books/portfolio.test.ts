import { acceptArrangement } from '@hiram/contract/arrangement';
import { lateKinds } from '@hiram/contract/console/portfolio';
import { addDays, daysBetween, type LocalDate, localDate, plan, position } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { append, payOn } from '../../../test/support/borrowers/pay-on.ts';
import {
  proposeParts,
  proposersOf,
  waitingAgreement,
} from '../../../test/support/borrowers/proposed-parts.ts';
import { waitingPayout } from '../../../test/support/borrowers/waiting-payout.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { engineEvents, loadEvents } from '../loans/order-store.ts';
import { loansOfClass, portfolioRows, readPortfolio } from './portfolio.ts';
import { runBooks } from './run-books.ts';

const hiram = setUpHiram({ LOG_LEVEL: 'error' });

test('the portfolio counts loans by days late as the engine has them, and ties to the ledger [T1880]', async () => {
  const { appContext } = hiram.server;
  const brand = appContext.defaultBrand;
  const running = await hiram.borrower({ state: '170' });
  const late = await hiram.borrower({ state: '180' });
  await hiram.borrower({ state: '200' });
  const on = await appContext.clock.today(hiram.operator, brand.timeZone);
  await actAs('a test', () => runBooks(appContext, brand, on));
  const { days, ties, vintages, lent, first, countedFrom } = await readPortfolio(
    hiram.operator,
    brand,
    undefined,
  );
  // Days before the first night are in the months alone.
  expect(countedFrom).toBe(days[0]?.day);
  expect(ties.portfolio).toBe(ties.ledger);
  expect(ties.portfolio).toBeGreaterThan(0);
  const classes = days.at(-1)?.late ?? [];
  expect(classes.reduce((sum, { amount }) => sum + amount, 0)).toBe(ties.portfolio);
  const { rows } = await sql<{ id: string; days: number }>`
    select id, ${on}::date - next_due_on as days from loan_order where status = 'overdue'`.execute(
    hiram.operator,
  );
  expect(rows.map(({ id }) => id)).toEqual([late.orderId]);
  const at = [1, 8, 16, 31, 61, 91].filter((from) => (rows[0]?.days ?? 0) >= from).length;
  expect(classes.map(({ loans }) => loans)).toEqual(
    lateKinds.map((_, index) => Number(index === 0 || index === at)),
  );
  const listed = await loansOfClass(hiram.operator, brand.id, { late: lateKinds[at] ?? 'late0', limit: 5 });
  expect(listed).toMatchObject({ count: 1, loans: [{ orderId: late.orderId, daysLate: rows[0]?.days }] });
  const current = await loansOfClass(hiram.operator, brand.id, { late: 'late0', limit: 5 });
  expect(current.loans.map(({ orderId }) => orderId)).toEqual([running.orderId]);
  expect(vintages.reduce((sum, { lent }) => sum + lent, 0)).toBe(lent);
  expect(lent).toBeGreaterThan(ties.portfolio);
  expect(first.every(({ due, missed }) => missed <= due)).toBe(true);
});

test('parts by month, source and policy add up to the portfolio, days to money that moved [T1896]', async () => {
  const { appContext } = hiram.server;
  const brand = appContext.defaultBrand;
  const on = await appContext.clock.today(hiram.operator, brand.timeZone);
  await hiram.borrower({ state: '180' });
  await hiram.borrower({ state: '180' });
  await sql`update borrower set registration_source = '{"user_from": "tv"}' where id = (
    select borrower_id from loan_order where status = 'overdue' limit 1)`.execute(hiram.owner);
  // How a loan came is kept when it is counted first.
  await sql`delete from portfolio_loan`.execute(hiram.owner);
  await actAs('a test', () => runBooks(appContext, brand, on));
  const whole = await readPortfolio(hiram.operator, brand, on);
  expect(whole.sources).toEqual(['', 'tv']);
  const principal = ({ days }: typeof whole) =>
    days.at(-1)?.late.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  for (const parts of [
    whole.months.map((lentIn) => ({ lentIn })),
    whole.sources.map((source) => ({ source })),
    whole.policies.map((policy) => ({ policy })),
  ]) {
    const read = await Promise.all(parts.map((part) => readPortfolio(hiram.operator, brand, on, part)));
    expect(read.reduce((sum, part) => sum + principal(part), 0)).toBe(principal(whole));
    expect(read.every((part) => principal(part) <= principal(whole))).toBe(true);
  }
  expect(whole.months).toEqual(whole.vintages.map(({ month }) => month));
  expect(principal(await readPortfolio(hiram.operator, brand, on, { lentIn: '2020-01' }))).toBe(0);
  const { rows } = await sql<{ lent: number; due: number }>`
    select (select coalesce(sum(amount), 0)::bigint from loan_order where disbursed_on = ${on}) as lent,
      (select sum((posted ->> 'principal')::bigint)::bigint from loan_accrual join loan_order on id = order_id
        where next_due_on <= ${on}::date + 60) as due`.execute(hiram.operator);
  expect(whole.flows.at(-1)).toMatchObject({ day: on, disbursed: rows[0]?.lent });
  const due = whole.forecast.due.reduce((sum, amount) => sum + amount, 0);
  expect(due).toBeGreaterThan(0);
  expect(due).toBeLessThanOrEqual(rows[0]?.due ?? 0);
  expect(whole.forecast.expected).toBeUndefined();
  const lentIn = whole.vintages.at(-1)?.month;
  const late = await loansOfClass(hiram.operator, brand.id, { lentIn, late: 'late0', limit: 5 });
  expect(late.count).toBeLessThanOrEqual(1);
  const cells = await portfolioRows(hiram.operator, brand.id, on, { source: 'tv' });
  expect(new Set(cells.map(({ source }) => source))).toEqual(new Set(['tv']));
});

test('moves from one end of a month to the next count each loan of the first once [T1905]', async () => {
  const { appContext } = hiram.server;
  const brand = appContext.defaultBrand;
  await hiram.borrower({ state: '180' });
  const first = await appContext.clock.today(hiram.operator, brand.timeZone);
  await actAs('a test', () => runBooks(appContext, brand, first));
  await hiram.days(65);
  const on = await appContext.clock.today(hiram.operator, brand.timeZone);
  await actAs('a test', () => runBooks(appContext, brand, on));
  const { rolls, forecast } = await readPortfolio(hiram.operator, brand, on);
  const { from = on, to = on, moves } = rolls;
  expect(from < to && to <= on).toBe(true);
  const classOf = async (day: string) => {
    const { rows } = await sql<{ order_id: string; kind: string }>`
      select order_id, kind from portfolio_month_end where day = ${day}`.execute(hiram.owner);
    return rows;
  };
  const [before, after] = [await classOf(from), await classOf(to)];
  expect(before.length).toBeGreaterThan(0);
  for (const { order_id, kind } of before) {
    const now = after.find((loan) => loan.order_id === order_id)?.kind;
    expect(moves.some((move) => move.from === kind && move.to === now)).toBe(true);
  }
  expect(moves.reduce((sum, { loans }) => sum + loans, 0)).toBe(before.length);
  expect(forecast.expected).toBeDefined();
});

test('the expected collection weighs what falls due by the last moves of its class [T2621]', async () => {
  const brand = hiram.server.appContext.defaultBrand;
  const on = localDate('2090-01-15');
  const due = { due0: 100_000, due1: 10_000, due31: 5_000, due91: 3_000 };
  await actAs('a test', () =>
    sql`insert into portfolio_day (brand, day, kind, product, client, lent_month, source, policy, loans, amount)
      select 'spec', ${on}, kind, 'a', 'new', '2090-01-01', '', 1, 0, amount::bigint
      from jsonb_each_text(${JSON.stringify(due)}::jsonb) as each (kind, amount)`.execute(hiram.owner),
  );
  // Of ten on time eight stay good: seven on time and one repaid. Of those 1 to 30 days late nothing is known.
  await sql`insert into portfolio_move (brand, day, previous, late_from, late_to, loans) values
    ('spec', '2089-12-31', '2089-11-30', 'late0', 'late0', 7), ('spec', '2089-12-31', '2089-11-30', 'late0', null, 1),
    ('spec', '2089-12-31', '2089-11-30', 'late0', 'late31', 2), ('spec', '2089-12-31', '2089-11-30', 'late31', 'late61', 3),
    ('spec', '2089-12-31', '2089-11-30', 'late31', 'late8', 1)`.execute(hiram.owner);
  const { forecast } = await readPortfolio(hiram.operator, brand, on);
  expect(forecast).toEqual({
    due: [100_000, 10_000, 0, 0, 5_000, 0, 3_000],
    expected: 80_000 + 2_500 + 1_250,
  });
  await sql`delete from portfolio_day where day = ${on}`.execute(hiram.owner);
  await sql`delete from portfolio_move where day = '2089-12-31'`.execute(hiram.owner);
});

test('the classes of lateness begin after 0, 7, 15, 30, 60 and 90 days [T2563]', async () => {
  const { rows } = await sql<{ kind: string; from: number }>`
    select late_kind(days) as kind, min(days) as from from generate_series(-5, 200) days group by 1 order by 2`.execute(
    hiram.operator,
  );
  expect(rows.map(({ kind, from }) => [kind, from])).toEqual(
    lateKinds.map((kind, index) => [kind, [-5, 1, 8, 16, 31, 61, 91][index]]),
  );
});

/** The loans of the brand at the end of a day, by the engine alone. */
async function loansOn(on: LocalDate) {
  const orders = await hiram.owner
    .selectFrom('loan_order')
    .selectAll()
    .where('disbursed_on', 'is not', null)
    .execute();
  return Promise.all(
    orders.map(async (order) => {
      const events = engineEvents(await loadEvents(hiram.owner, order));
      const now = position(order.terms, events, on);
      const lentOn = localDate(order.disbursed_on ?? '');
      return {
        id: order.id,
        lentOn,
        amount: order.amount,
        principal: now.status === 'settled' ? 0 : now.principalOwed,
        late: Math.max(0, daysBetween(now.dueDate ?? on, on)),
        first: plan(order.terms)[0]?.payment ?? 0,
        firstDue: addDays(lentOn, plan(order.terms)[0]?.day ?? 0),
        dueDate: now.dueDate,
        due: now.instalments.map(({ dueDate }) => dueDate).filter((due) => due >= (now.dueDate ?? due)),
      };
    }),
  );
}

test('each figure is what the loans’ events give, days that no run posted included [T2564]', async () => {
  const { appContext } = hiram.server;
  const brand = appContext.defaultBrand;
  const start = await appContext.clock.today(hiram.operator, brand.timeZone);
  await actAs('a test', () => runBooks(appContext, brand, start));
  const counted = await readPortfolio(hiram.operator, brand, start);
  const last = await hiram.owner
    .selectFrom('gl_run')
    .select(({ fn }) => fn.max('posted_on').as('day'))
    .where('posted_on', '<', start)
    .executeTakeFirst();
  const before = localDate(last?.day ?? addDays(start, -1));
  const payer = await hiram.borrower({ state: '170' });
  await hiram.borrower({ state: '170' });
  const { payoutId } = await waitingPayout(hiram);
  await hiram.days(1);
  const next = addDays(start, 1);
  const { status } = await hiram.report({ kind: 'payout', reference: payoutId, result: 'paid', on: next });
  expect(status).toBe(200);
  const first = (await loansOn(next)).find(({ id }) => id === payer.orderId)?.first ?? 0;
  await payOn(hiram, payer, first, next);
  // The servers stand still for these days.
  await hiram.days(45);
  const on = addDays(start, 45);
  const shown = await readPortfolio(hiram.operator, brand, on);
  expect([counted.on, shown.on]).toEqual([start, on]);
  const loans = await loansOn(on);
  const money = (of: typeof loans, amount = (loan: (typeof loans)[number]) => loan.principal) =>
    of.reduce((sum, loan) => sum + amount(loan), 0);
  const running = loans.filter(({ principal }) => principal > 0);
  const froms = [0, 1, 8, 16, 31, 61, 91, Number.POSITIVE_INFINITY];
  const classes = lateKinds.map((_, index) =>
    running.filter(({ late }) => late >= (froms[index] ?? 0) && late < (froms[index + 1] ?? 0)),
  );
  expect(shown.days.at(-1)?.late).toEqual(classes.map((own) => ({ loans: own.length, amount: money(own) })));
  expect(shown.vintages.map(({ month, lent, late }) => [month, lent, late.at(-1)?.amount])).toEqual(
    [...new Set(loans.map(({ lentOn }) => lentOn.slice(0, 7)))].sort().map((month) => {
      const own = loans.filter(({ lentOn }) => lentOn.startsWith(month));
      return [month, money(own, ({ amount }) => amount), money(own.filter(({ late }) => late > 30))];
    }),
  );
  const dueSoon = running.map(({ principal, due }) => {
    const soon = due.filter((day) => day <= addDays(on, 60)).length;
    return Math.floor((principal * soon) / due.length);
  });
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(sum(shown.forecast.due)).toBe(sum(dueSoon));
  const fell = loans.filter(({ firstDue }) => firstDue >= before && firstDue < on);
  const { rows } = await sql<{ kind: string; counted: number }>`
    select kind, sum(case when kind like 'first%' then loans else amount end)::integer as counted from portfolio_day
    where day >= ${start} and kind in ('disbursed', 'collected', 'firstDue', 'firstMissed') group by 1`.execute(
    hiram.owner,
  );
  expect(Object.fromEntries(rows.map(({ kind, counted }) => [kind, counted]))).toEqual({
    disbursed: money(
      loans.filter(({ lentOn }) => lentOn > before),
      ({ amount }) => amount,
    ),
    collected: first,
    firstDue: fell.length,
    firstMissed: fell.filter(({ firstDue, dueDate }) => dueDate === firstDue).length,
  });
});

test('a write-off, what comes after it, an extension and an arrangement count on their day [T2565]', async () => {
  const { appContext } = hiram.server;
  const brand = appContext.defaultBrand;
  const [lost, longer] = [await hiram.borrower({ state: '180' }), await hiram.borrower({ state: '170' })];
  const poorer = await hiram.borrower({ state: '180' });
  await hiram.days(1);
  const on = await appContext.clock.today(hiram.operator, brand.timeZone);
  const figures = async () => {
    await actAs('a test', () => runBooks(appContext, brand, on));
    return readPortfolio(hiram.operator, brand, on);
  };
  const before = await figures();
  const loan = (await loansOn(on)).find(({ id }) => id === lost.orderId);
  const words = [
    '--reference',
    'MEMO-18',
    '--reason',
    'not traceable',
    '--by',
    'Ana Cruz',
    '--second',
    'Ben Reyes',
    '--yes',
  ];
  const ran = await runHiram(
    ['loans', 'write-off', lost.orderId, ...words],
    settingsOf(inject('cluster'), hiram.database),
  );
  expect(ran.code, ran.output).toBe(0);
  await payOn(hiram, lost, 20_000, on);
  const paidBy = await payOn(hiram, longer, 1_000, on);
  const { firstDue = on } = (await loansOn(on)).find(({ id }) => id === longer.orderId) ?? {};
  await append(hiram, longer.orderId, {
    kind: 'extended',
    valueDate: on,
    instalment: 1,
    newDueDate: addDays(firstDue, 30),
    paidBy,
  });
  await proposeParts(await proposersOf(hiram), poorer, [addDays(on, 3), addDays(on, 18)]);
  const sha256 = await waitingAgreement(hiram, poorer);
  const accepted = { orderId: poorer.orderId, sha256 };
  expect(await hiram.send(acceptArrangement, accepted, poorer.context)).toMatchObject({ success: true });
  const after = await figures();
  expect([
    after.lost - before.lost,
    after.recovered - before.recovered,
    after.extended - before.extended,
    after.arranged - before.arranged,
    after.collected - before.collected,
  ]).toEqual([loan?.principal, 20_000, 1, 1, 21_000]);
});

test('the server’s login changes no figure of the portfolio [T1882]', async () => {
  const { db } = hiram.server.appContext;
  for (const statement of [
    sql`update portfolio_day set amount = 0`,
    sql`delete from portfolio_month_end`,
    sql`update portfolio_move set loans = 0`,
    sql`update portfolio_loan set policy = 1`,
    sql`select record_portfolio('spec', '2000-01-01')`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/permission denied|not posted through/);
});
