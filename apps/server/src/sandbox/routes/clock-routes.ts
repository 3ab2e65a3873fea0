import { sandboxClock, sandboxSetClock } from '@hiram/contract/sandbox';
import { daysBetween, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Server } from '../../api/serve.ts';
import { withFixedToday } from '../../platform/clock/clock.ts';
import { BadRequest, reject } from '../../platform/errors/rejection.ts';
import { moveClock } from '../../scheduler/move-clock.ts';

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
    // The business day changes, so the day cached for this request is outdated.
    return withFixedToday(async () => {
      if (!(await moveClock(appContext, db, daysAhead)))
        throw new BadRequest(date === undefined ? 'days' : 'date', 'that is too far ahead');
      return { date: await appContext.clock.today(db, brand.timeZone) };
    });
  });
}
