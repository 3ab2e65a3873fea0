declare const kind: unique symbol;

/** A calendar day in the lender's time zone, `YYYY-MM-DD`. */
export type LocalDate = string & { readonly [kind]: 'date' };

const dayMs = 86_400_000;

/** Days since 1970-01-01, or NaN for text that is not a calendar day. */
function serial(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.NaN;
  const ms = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8)));
  return new Date(ms).toISOString().slice(0, 10) === text ? ms / dayMs : Number.NaN;
}

/** Reads a day. Throws RangeError for a day that does not exist (`2026-02-30`) and for any other format. */
export function localDate(text: string): LocalDate {
  if (Number.isNaN(serial(text))) throw new RangeError(`${text} is not a day`);
  return text as LocalDate;
}

export function isLocalDate(text: string): text is LocalDate {
  return !Number.isNaN(serial(text));
}

/** Caches of converted days, because a loan converts the same few days many times. A full cache is emptied. */
const numbers = new Map<string, number>();
const dates = new Map<number, LocalDate>();
const maxCached = 20_000;

/** The day number: days since 1970-01-01. */
export function dayNumber(date: LocalDate): number {
  const cached = numbers.get(date);
  if (cached !== undefined) return cached;
  if (numbers.size >= maxCached) numbers.clear();
  const day = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8))) / dayMs;
  numbers.set(date, day);
  return day;
}

export function fromDayNumber(day: number): LocalDate {
  const cached = dates.get(day);
  if (cached !== undefined) return cached;
  if (dates.size >= maxCached) dates.clear();
  const date = new Date(day * dayMs).toISOString().slice(0, 10) as LocalDate;
  dates.set(day, date);
  return date;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The same day of the month, `months` later, or the last day of a shorter month (31 January → 28 February). */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, monthIndex] = [Math.floor(month / 12), month % 12];
  const lastDay = new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();
  return fromDayNumber(Date.UTC(year, monthIndex, Math.min(Number(date.slice(8)), lastDay)) / dayMs);
}
