import { formatDate } from '@hiram/loan/format';
import { formatDayOf, formatMoment, formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { useBrandFormat } from './brand-format.tsx';

/** Writes dates and times, in the time zone of the brand around it; without one, in that of the device. */
interface Dates {
  /** A business day, ISO 8601: `31 May 2026`. */
  readonly day: (on: string) => string;
  /** A month, ISO 8601: `May 2026`. */
  readonly month: (of: string) => string;
  /** The day of a moment: `31 May 2026`. */
  readonly dayOf: (at: Moment) => string;
  /** `31 May 2026, 15:30`; beside moments of other brands with the zone: `31 May 2026, 15:30 GMT+8`. */
  readonly moment: (at: Moment) => string;
  /** `31 May 2026, 15:30:05` */
  readonly momentToSecond: (at: Moment) => string;
  /** `15:30` */
  readonly time: (at: Moment) => string;
  /** `15:30:05` */
  readonly timeToSecond: (at: Moment) => string;
}

/** ISO 8601, or milliseconds since 1970. */
type Moment = string | number;

/** The one place in which the console formats dates and times: `npm test -- one-formatter` finds another one. */
export function useDates(): Dates {
  const { i18n } = useLingui();
  const { timeZone, isAmongBrands } = useBrandFormat();
  const { locale } = i18n;
  const dayOf = (at: Moment) => formatDayOf(new Date(at), locale, timeZone);
  const timeToSecond = (at: Moment) => formatTime(new Date(at), locale, timeZone, true);
  return {
    day: (on) => formatDate(on, locale),
    month: (of) => formatDate(`${of}-01`, locale).replace(/^1 /, ''),
    dayOf,
    moment: (at) => formatMoment(new Date(at), locale, timeZone, isAmongBrands),
    momentToSecond: (at) => `${dayOf(at)}, ${timeToSecond(at)}`,
    time: (at) => formatTime(new Date(at), locale, timeZone),
    timeToSecond,
  };
}
