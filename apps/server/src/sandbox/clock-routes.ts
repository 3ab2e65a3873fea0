import { maxDaysAhead, sandboxClock, sandboxSetClock } from '@hiram/contract/sandbox';
import { daysBetween, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import { sql } from 'kysely';
import type { Server } from '../api/serve.ts';
import { withFixedToday } from '../platform/clock/clock.ts';
import { BadRequest, reject } from '../platform/errors/rejection.ts';
import { runDueWork } from '../scheduler/scheduler.ts';

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
    if (daysAhead > 0)
      await db
        .updateTable('task')
        .set({ due_at: sql`due_at - ${daysAhead} * interval '1 day'` })
        .where('closed_at', 'is', null)
        .execute();
    // The business day has changed, so the day cached for this request is outdated.
    return withFixedToday(async () => {
      await runDueWork(appContext);
      return { date: await appContext.clock.today(db, brand.timeZone) };
    });
  });
}
