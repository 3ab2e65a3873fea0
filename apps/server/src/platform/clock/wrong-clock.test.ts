import { homeIndex } from '@hiram/contract/home';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../../test/support/database/throwaway-cluster.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { runDueWork } from '../../scheduler/scheduler.ts';
import { ConfigError } from '../errors/config-error.ts';
import { oncePerDay } from '../jobs/daily-run.ts';
import { clockGuard } from './clock-guard.ts';

const dayMs = 86_400_000;
const bounded = { MAX_CLOCK_SKEW_SECONDS: '10' };

let database: string;
let right: Hiram;
beforeAll(async () => {
  database = await createDatabase(inject('cluster'));
  right = await startHiram(inject('cluster'), bounded, { database });
});
afterAll(async () => {
  await right.stop();
  await dropDatabase(inject('cluster'), database);
});

/** The state that a wrong clock damaged: statuses, idempotency keys, daily runs. */
async function stored(): Promise<object> {
  const { db } = right.server.appContext;
  return {
    orders: await db
      .selectFrom('loan_order')
      .select(['id', 'status', 'next_status_check_on', 'apply_again_on'])
      .orderBy('id')
      .execute(),
    keys: await db.selectFrom('idempotency').select('key').orderBy('key').execute(),
    // Of future days: a server with the right clock processes today's in the background.
    days: await db
      .selectFrom('daily_run')
      .select(['name', 'brand', 'day'])
      .where(sql<boolean>`day > current_date + 1`)
      .orderBy('day')
      .execute(),
  };
}

test.each([40, -40])(
  'a server whose clock is %s days off does not start, and prints one line [T239]',
  async (days) => {
    const before = await stored();
    const starting = startHiram(inject('cluster'), bounded, {
      database,
      now: () => new Date(Date.now() + days * dayMs),
    });
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow(
      days > 0 ? /^this machine's clock is 3456\d{3} s ahead of the database's/ : /s behind the database's/,
    );
    expect(await stored()).toEqual(before);
  },
);

test('a server whose clock jumps takes no call, stores nothing and exits [T240]', async () => {
  let aheadMs = 0;
  const logged: string[] = [];
  const wrong = await startHiram(
    inject('cluster'),
    { ...bounded, LOG_LEVEL: 'fatal' },
    {
      database,
      logTo: { write: (line) => void logged.push(line) },
      now: () => new Date(Date.now() + aheadMs),
    },
  );
  try {
    const borrower = await right.borrower({ state: '170' });
    expect((await wrong.send(homeIndex, {}, borrower.context)).status).toBe(200);
    const before = await stored();
    aheadMs = 40 * dayMs;
    const answer = await wrong.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
    expect([answer.status, answer.code]).toEqual([503, '50300']);
    await expect(runDueWork(wrong.server.appContext)).rejects.toThrow(/ahead of the database's/);
    const ready = await fetch(`${wrong.origin}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([404, expect.stringMatching(/clock wrong|leaving/)]);
    expect((await wrong.server.stopReason).message).toMatch(/^this machine's clock is 3456\d{3} s ahead/);
    expect(logged.join('')).toContain('ahead of the database');
    expect(await stored()).toEqual(before);
    expect(
      (await right.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).data.orderStatus,
    ).toBe(170);
  } finally {
    await wrong.stop();
  }
});

test('after a clock correction or a sleep the server continues once it agrees with the database', async () => {
  const { db } = right.server.appContext;
  let steady = performance.now();
  const guard = clockGuard(
    () => new Date(),
    10_000,
    () => steady,
  );
  let jumps = 0;
  guard.onJump(() => {
    jumps += 1;
  });
  await guard.verify(db);
  expect(guard.now().getTime()).toBeCloseTo(Date.now(), -3);
  steady -= 60_000;
  expect(() => guard.now()).toThrow(/ahead of/);
  expect(() => guard.now()).toThrow(/ahead of/);
  expect(jumps).toBe(1);
  await guard.verify(db);
  expect(guard.now().getTime()).toBeCloseTo(Date.now(), -3);
});

test('a later check with a right clock repairs what a wrong clock stored [T241]', async () => {
  const { appContext } = right.server;
  const late = await right.borrower({ state: '170' });
  const offered = await right.borrower({ state: '151' });
  await runDueWork(appContext);
  const seen = async (orderId: string) =>
    appContext.db
      .selectFrom('loan_order')
      .select(['status', 'next_status_check_on', 'next_due_on'])
      .where('id', '=', asId(orderId))
      .executeTakeFirstOrThrow();
  const before = await seen(late.orderId);
  // A server that compares no clocks, as every server did before.
  const wrong = await startHiram(
    inject('cluster'),
    {},
    { database, now: () => new Date(Date.now() + 400 * dayMs) },
  );
  try {
    await runDueWork(wrong.server.appContext);
    expect((await seen(late.orderId)).status).toBe('overdue');
    expect((await seen(offered.orderId)).status).toBe('rejected');
  } finally {
    await wrong.stop();
  }
  await runDueWork(appContext);
  expect(await seen(late.orderId)).toEqual(before);
  const today = await appContext.clock.today(appContext.db, appContext.defaultBrand.timeZone);
  const again = await appContext.db
    .selectFrom('loan_order')
    .select('apply_again_on')
    .where('id', '=', offered.orderId)
    .executeTakeFirst();
  expect(again?.apply_again_on).toBe(today);
  // No figure reports a future daily run as finished.
  const metrics = await (await fetch(`${right.origin}/metrics`)).text();
  const ages = [...metrics.matchAll(/^hiram_daily_run_age_seconds\{.*\} (\S+)$/gm)].map(([, age]) =>
    Number(age),
  );
  expect(ages.length).toBeGreaterThan(2);
  for (const age of ages) expect(age).toBeGreaterThan(-60);
  // A day that the wrong clock claimed is processed when it comes.
  const name = 'wrong clock';
  const run = { name, brand: 'all', day: localDate(today) };
  const claimed = new Date(Date.now() + 400 * dayMs);
  await sql`insert into daily_run (name, brand, day, started_at, finished_at)
    values (${name}, 'all', ${today}::date, ${claimed}, ${claimed})`.execute(appContext.db);
  expect(await oncePerDay(appContext, run, async () => ({ done: 1 }))).toBe(true);
  expect(await oncePerDay(appContext, run, async () => ({ done: 1 }))).toBe(false);
});
