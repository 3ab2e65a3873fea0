import { maxDaysAhead, sandboxClock, sandboxSetClock } from '@hiram/contract/sandbox';
import { daysBetween, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import { sql } from 'kysely';
import type { Server } from '../api/serve.ts';
import { withFixedToday } from '../platform/clock/clock.ts';
import type { Db } from '../platform/database/connect.ts';
import { BadRequest, reject } from '../platform/errors/rejection.ts';
import { runDueWork } from '../scheduler/scheduler.ts';

const taskBatch = 20_000;

/** The business clock, which a tester moves forward. */
export function clockRoutes({ serveOpen, appContext }: Server): void {
  serveOpen(sandboxClock, async (_input, { brand, db }) => ({
    date: await appContext.clock.today(db, brand.timeZone),
  }));

  serveOpen(sandboxSetClock, async ({ days, date }, { brand, db }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    if (date !== undefined && !isLocalDate(date)) throw new BadRequest('date', 'date is not a day');
    const daysAhead = date === undefined ? (days ?? 0) : daysBetween(today, localDate(date));
    if (daysAhead < 0) return reject('backwards', { field: 'date' });
    const moved = await db
      .updateTable('business_clock')
      .set((eb) => ({ offset_days: eb('offset_days', '+', daysAhead) }))
      .where('offset_days', '<=', maxDaysAhead - daysAhead)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n)
      throw new BadRequest(date === undefined ? 'days' : 'date', 'that is too far ahead');
    if (daysAhead > 0) await moveTasks(db, daysAhead);
    // The business day has changed, so the day cached for this request is outdated.
    return withFixedToday(async () => {
      await runDueWork(appContext);
      return { date: await appContext.clock.today(db, brand.timeZone) };
    });
  });
}

/** Brings the ends of all open tasks nearer, in batches: a statement has a time limit, and a test's book may have a million. */
async function moveTasks(db: Db, days: number): Promise<void> {
  for (let after: string | undefined; ; ) {
    const moved = await sql<{ last: string | null }>`
      with batch as (
        select id from task where closed_at is null and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit ${taskBatch}
      ), moved as (
        update task set due_at = due_at - ${days} * interval '1 day' where id in (select id from batch) returning id
      )
      select (select id from moved order by id desc limit 1)::text as last`.execute(db);
    after = moved.rows[0]?.last ?? undefined;
    if (after === undefined) return;
  }
}
