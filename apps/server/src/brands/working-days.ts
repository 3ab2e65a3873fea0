import type { LocalDate } from '@hiram/loan';

/** Days on which nobody works: a brand's are a map to their names. */
export type Holidays = Pick<ReadonlyMap<string, string>, 'has'>;

/** Reports whether a day is Monday to Friday and not a holiday of the market. */
export function isWorkingDay(day: LocalDate, holidays: Holidays): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}
