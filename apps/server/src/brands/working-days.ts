import type { LocalDate } from '@hiram/loan';

/** Reports whether a day is Monday to Friday and not a holiday of the market. */
export function isWorkingDay(day: LocalDate, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}
