/** A calendar day without a time zone; `month` counts from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

/** Today in the phone's time zone, as `YYYY-MM-DD`. */
export function today(): string {
  return dayOf(new Date());
}

/** The day of a moment in the phone's time zone, as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return writeDay({ year: moment.getFullYear(), month: moment.getMonth() + 1, date: moment.getDate() });
}

export function lastDateOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Parses `YYYY-MM-DD`; undefined if it is not a calendar day. */
export function parseDay(text: string): CalendarDay | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const real = month >= 1 && month <= 12 && date >= 1 && date <= lastDateOf(year, month);
  return real ? { year, month, date } : undefined;
}

/**
 * The day of eight digits in the order day, month, year, as `YYYY-MM-DD`; undefined if there is none. `05171994` has no
 * month 17, so it is read as month, day, year.
 */
export function dayOfDigits(digits: string): string | undefined {
  const first = digits.slice(0, 2);
  const second = digits.slice(2, 4);
  const [date, month] = Number(second) > 12 ? [second, first] : [first, second];
  const day = `${digits.slice(4)}-${month}-${date}`;
  return parseDay(day) ? day : undefined;
}

/** The digits of a day in the order day, month, year. */
export function digitsOfDay(day: string): string {
  return day.split('-').reverse().join('');
}

/** Formats as `YYYY-MM-DD`. A date that the month does not have becomes the last one: 31 becomes 30 in April. */
export function writeDay({ year, month, date }: CalendarDay): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(Math.min(date, lastDateOf(year, month)))}`;
}
