import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Hiram, startHiram } from '../../../test/support/running-server.ts';
import { actAs } from '../../platform/database/actor.ts';
import { lateKinds, loansOfClass, readPortfolio } from './portfolio.ts';
import { runBooks } from './run-books.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), { LOG_LEVEL: 'error' });
});
afterAll(() => hiram.stop());

test('the portfolio counts loans by days late as the engine has them, and ties to the ledger [T1880]', async () => {
  const { appContext } = hiram.server;
  const brand = appContext.defaultBrand;
  const running = await hiram.borrower({ state: '170' });
  const late = await hiram.borrower({ state: '180' });
  await hiram.borrower({ state: '200' });
  const on = await appContext.clock.today(hiram.operator, brand.timeZone);
  await actAs('a test', () => runBooks(appContext, brand, on));
  const { days, ties, vintages, first } = await readPortfolio(hiram.operator, brand, undefined);
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
  expect(vintages.reduce((sum, { lent }) => sum + lent, 0)).toBeGreaterThan(ties.portfolio);
  expect(first.every(({ due, missed }) => missed <= due)).toBe(true);
});

test('the server’s login changes no figure of the portfolio [T1882]', async () => {
  const { db } = hiram.server.appContext;
  for (const statement of [
    sql`update portfolio_day set amount = 0`,
    sql`delete from portfolio_month_end`,
    sql`select record_portfolio('spec', '2000-01-01')`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/permission denied|not posted through/);
});
