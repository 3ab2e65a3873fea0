import type { contactInfo } from '@hiram/contract/info';
import { addDays, type LocalDate } from '@hiram/loan';
import { formatTime } from '@hiram/loan/moments';
import type { OpenHandler } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { isClosedOn } from '../../lending/contact/contact-hours.ts';
import { dayIn, hourIn } from '../../platform/clock/clock.ts';

/** The lender's contact channels. */
export const showContact: OpenHandler<typeof contactInfo> = async (_input, { brand, lang, now }) => {
  const answers = answersAt(brand, now, lang);
  return {
    email: brand.customerService.email,
    onlineServiceUrl: brand.customerService.online,
    hours: brand.customerService.hours,
    ...(answers ? { answers } : {}),
  };
};

/** More days than any row of holidays. */
const mostDays = 31;

/**
 * Whether a person answers at a moment, with the time at which that changes and its day if it is another one. Undefined if the
 * brand does not say, or is closed for a month.
 */
export function answersAt(
  { customerService: { open }, holidays, timeZone }: Pick<Brand, 'customerService' | 'holidays' | 'timeZone'>,
  now: Date,
  lang: string,
): { isNow: boolean; time: string; day?: string; isHoliday?: boolean } | undefined {
  if (!open) return undefined;
  const today = dayIn(timeZone, now);
  const time = (hour: number) => formatTime(new Date(Date.UTC(2026, 0, 1, hour)), lang, 'UTC');
  const hour = hourIn(timeZone, now);
  const isClosed = (day: LocalDate, onHolidays: boolean) =>
    isClosedOn({ days: open.days, onHolidays }, holidays, day);
  const isHoliday = isClosed(today, false) && !isClosed(today, true);
  for (let ahead = 0; ahead < mostDays; ahead++) {
    const day = addDays(today, ahead);
    if (isClosed(day, false)) continue;
    if (ahead > 0) return { isNow: false, time: time(open.from), day, ...(isHoliday ? { isHoliday } : {}) };
    if (hour < open.from) return { isNow: false, time: time(open.from) };
    if (hour < open.until) return { isNow: true, time: time(open.until) };
  }
  return undefined;
}
