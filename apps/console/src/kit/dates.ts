import { formatDate } from '@hiram/loan/format';
import { deviceZone, formatDayOf, formatMoment, formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { useBrandFormat } from './brand-format.tsx';

/** Writes days by the time zone of the brand around them, and times in the one zone of the page, which its foot names. */
interface Dates {
  /** A business day, ISO 8601: `31 May 2026`. */
  readonly day: (on: string) => string;
  /** The same with its weekday: `Sun 31 May 2026`. */
  readonly weekday: (on: string) => string;
  /** The day of a moment with its weekday. */
  readonly weekdayOf: (at: Moment) => string;
  /** A month, ISO 8601: `May 2026`. */
  readonly month: (of: string) => string;
  /** The day of a moment: `31 May 2026`. */
  readonly dayOf: (at: Moment) => string;
  /** `31 May 2026, 15:30` */
  readonly moment: (at: Moment) => string;
  /** `31 May 2026, 15:30:05` */
  readonly momentToSecond: (at: Moment) => string;
  /** `15:30` */
  readonly time: (at: Moment) => string;
  /** The minute of the day in a zone, from 0. */
  readonly minuteIn: (at: Moment, zone: string) => number;
  /** `15:30:05` */
  readonly timeToSecond: (at: Moment) => string;
  /** The zone of the times: `Asia/Manila`. */
  readonly zone: string;
}

/** ISO 8601, or milliseconds since 1970. */
type Moment = string | number;

/** The one place in which the console formats dates and times: `npm test -- one-formatter` finds another one. */
export function useDates(): Dates {
  const { i18n } = useLingui();
  const { timeZone, clockZone } = useBrandFormat();
  const { locale } = i18n;
  const weekdayOf = (at: Moment, zone: string | undefined) =>
    formatDayOf(new Date(at), locale, zone, 'weekday');
  const dayOf = (at: Moment) => formatDayOf(new Date(at), locale, timeZone);
  const timeToSecond = (at: Moment) => formatTime(new Date(at), locale, clockZone, true);
  return {
    day: (on) => formatDate(on, locale),
    weekday: (on) => `${weekdayOf(on, 'UTC')} ${formatDate(on, locale)}`,
    weekdayOf: (at) => `${weekdayOf(at, timeZone)} ${dayOf(at)}`,
    month: (of) => formatDate(`${of}-01`, locale).replace(/^1 /, ''),
    dayOf,
    moment: (at) => formatMoment(new Date(at), locale, clockZone),
    momentToSecond: (at) => `${formatDayOf(new Date(at), locale, clockZone)}, ${timeToSecond(at)}`,
    time: (at) => formatTime(new Date(at), locale, clockZone),
    timeToSecond,
    minuteIn: (at, zone) => {
      const [hours = 0, minutes = 0] = formatTime(new Date(at), locale, zone).split(/\D/).map(Number);
      return hours * 60 + minutes;
    },
    zone: clockZone ?? deviceZone(),
  };
}
