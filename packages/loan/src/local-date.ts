declare const kind: unique symbol;

/** A calendar day in the lender's time zone, `YYYY-MM-DD`. */
export type LocalDate = string & { readonly [kind]: 'date' };

const dayMs = 86_400_000;

/** Days since 1970-01-01, or NaN for text that names no day. */
function serial(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.NaN;
  const ms = Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8)));
  return new Date(ms).toISOString().slice(0, 10) === text ? ms / dayMs : Number.NaN;
}

/** Reads a day. Throws RangeError for one that does not exist (`2026-02-30`) or is written otherwise. */
export function localDate(text: string): LocalDate {
  if (Number.isNaN(serial(text))) throw new RangeError(`${text} is not a day`);
  return text as LocalDate;
}

export function isLocalDate(text: string): text is LocalDate {
  return !Number.isNaN(serial(text));
}

/** Days already converted, both ways: a loan asks for the same few again and again. Emptied before it grows large. */
const numbers = new Map<string, number>();
const dates = new Map<number, LocalDate>();
const most = 20_000;

/** The day's number since 1970-01-01, for arithmetic. */
export function dayNumber(date: LocalDate): number {
  const known = numbers.get(date);
  if (known !== undefined) return known;
  if (numbers.size >= most) numbers.clear();
  const day = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8))) / dayMs;
  numbers.set(date, day);
  return day;
}

export function fromDayNumber(day: number): LocalDate {
  const known = dates.get(day);
  if (known !== undefined) return known;
  if (dates.size >= most) dates.clear();
  const date = new Date(day * dayMs).toISOString().slice(0, 10) as LocalDate;
  dates.set(day, date);
  return date;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The same day of the month, `months` later; the month's last day where it has no such day (31 January → 28 February). */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, inYear] = [Math.floor(month / 12), month % 12];
  const lastDay = new Date(Date.UTC(year, inYear + 1, 0)).getUTCDate();
  return fromDayNumber(Date.UTC(year, inYear, Math.min(Number(date.slice(8)), lastDay)) / dayMs);
}
