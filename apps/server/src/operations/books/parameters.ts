import { type LocalDate, localDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { bookOf } from '../../lending/books/balances.ts';
import { daysOfMonth } from '../../lending/books/close-checks.ts';
import { UsageError } from '../command.ts';
import { anyText, day, option, required } from '../parameters.ts';

function monthText(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new UsageError(`${text} is not a month: write YYYY-MM`);
  return text;
}

export const brandOption = required('BRAND', 'the brand of the books', anyText);
export const onOption = option(
  'DAY',
  'the day at whose end they are shown, the last posted one unless set',
  day,
);
export const monthOption = option('MONTH', 'a month, YYYY-MM, instead of a day', monthText);
export const month = required('MONTH', 'the month, YYYY-MM', monthText);

/** Throws Error for a brand that this installation does not serve. */
export function servedBrand({ brands }: AppContext, id: string): Brand {
  const brand = brands.get(id);
  if (!brand) throw new Error(`There is no brand ${id}. Available: ${[...brands.keys()].join(', ')}.`);
  return brand;
}

/** The period that `--on` or `--month` names: a month, or from its first day to the day. Throws UsageError for both. */
export async function periodAsked(
  { db }: AppContext,
  brand: Brand,
  { on, month: asked }: { readonly on: LocalDate | undefined; readonly month: string | undefined },
): Promise<{ readonly from: LocalDate; readonly to: LocalDate }> {
  if (on !== undefined && asked !== undefined) throw new UsageError('set --on or --month, not both');
  if (asked !== undefined) return daysOfMonth(asked);
  const to = on ?? (await bookOf(db, brand.id)).through;
  return { from: localDate(`${to.slice(0, 7)}-01`), to };
}
