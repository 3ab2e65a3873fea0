import type { CoverageTime } from '@hiram/contract/console/coverage';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { dayIn, startOfDay } from '../../platform/clock/clock.ts';
import type { Period } from '../../scheduler/coverage-gaps.ts';

const hourMs = 3_600_000;
/** The night, in hours after the midnight before and after it. */
const [nightFrom, nightTo] = [22, 6];
const saturday = 6;

interface Chosen {
  readonly when: CoverageTime;
  readonly day?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The time that a person chose, and the time around it whose shifts are shown. In the brand's time zone. */
export function chosenTime(
  { when, day, from, to }: Chosen,
  timeZone: string,
  now: Date,
): { readonly period: Period; readonly shown: Period } {
  const today = dayIn(timeZone, now);
  const at = (date: LocalDate, hour: number) =>
    new Date(startOfDay(timeZone, date).getTime() + hour * hourMs);
  const days = (first: LocalDate, count: number): Period => ({
    from: at(first, 0),
    to: at(addDays(first, count), 0),
  });
  const whole = (period: Period) => ({ period, shown: period });
  switch (when) {
    case 'now':
      return {
        period: { from: now, to: new Date(now.getTime() + 1) },
        shown: { from: at(today, nightTo), to: at(addDays(today, 1), nightTo) },
      };
    case 'tonight': {
      // Before six in the morning it is still last night.
      const evening = now < at(today, nightTo) ? addDays(today, -1) : today;
      return {
        period: { from: at(evening, nightFrom), to: at(addDays(evening, 1), nightTo) },
        shown: { from: at(evening, nightTo), to: at(addDays(evening, 1), nightTo) },
      };
    }
    case 'weekend': {
      const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
      return whole(days(addDays(today, weekday === 0 ? -1 : saturday - weekday), 2));
    }
    case 'day':
      return whole(days(day === undefined ? today : localDate(day), 1));
    case 'time':
      return whole({ from: new Date(from ?? now), to: new Date(to ?? now) });
  }
}
