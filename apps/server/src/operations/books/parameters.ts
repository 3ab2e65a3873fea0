import { type LocalDate, localDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { bookOf } from '../../lending/books/balances.ts';
import { daysOfMonth } from '../../lending/books/close-checks.ts';
import { brandNamed } from '../brand-named.ts';
import { type Session, UsageError } from '../command.ts';
import { anyText, day, option, required } from '../parameters.ts';

function monthText(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new UsageError(`${text} is not a month: write YYYY-MM`);
  return text;
}

export const brandOption = required('BRAND', 'the brand of the books', anyText);
export const month = required('MONTH', 'the month, YYYY-MM', monthText);
/** Options that choose a brand's books and a time: see `inBooks`. */
export const booksOptions = {
  brand: brandOption,
  on: option('DAY', 'the day at whose end they are shown, the last posted one unless set', day),
  month: option('MONTH', 'a month, YYYY-MM, instead of a day', monthText),
};
/** With the first day of a period. */
export const periodOptions = {
  ...booksOptions,
  from: option('DAY', 'the first day of a period, the first of its month unless set', day),
};

interface PeriodOptions {
  readonly brand: string;
  readonly from?: LocalDate | undefined;
  readonly on: LocalDate | undefined;
  readonly month: string | undefined;
}
interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/**
 * Reads the books of what `periodOptions` name: a month, or a period, from the first of the month unless set.
 * Throws UsageError.
 */
export async function inBooks<Result>(
  session: Session,
  { brand: id, from, on, month }: PeriodOptions,
  read: (app: AppContext, brand: Brand, period: Period) => Promise<Result>,
): Promise<Result> {
  if (month !== undefined && (on ?? from) !== undefined)
    throw new UsageError('set --month, or --on and --from, not both');
  const { result } = await session.withApp(async (app) => {
    const brand = brandNamed(app, id);
    if (month !== undefined) return read(app, brand, daysOfMonth(month));
    const to = on ?? (await bookOf(app.db, brand.id)).through;
    const first = from ?? localDate(`${to.slice(0, 7)}-01`);
    if (first > to) throw new UsageError(`--from: ${first} is after ${to}`);
    return read(app, brand, { from: first, to });
  });
  return result;
}
