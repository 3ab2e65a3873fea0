import { isLocalDate, type LocalDate } from '@hiram/loan/local-date';
import { adultAge } from '../../brands/brand.ts';
import type { StepItem } from '../../brands/forms/brand-forms.ts';
import { asFormItem } from '../../brands/forms/brand-forms.ts';
import { cleanValue, valueProblem } from '../../brands/forms/check-value.ts';
import { placeName } from '../../brands/markets/geography.ts';
import type { Country } from '../../brands/markets/markets.ts';
import { ageOn } from '../../providers/decision.ts';

const oldestYear = 1900;

export type StepRejection =
  | 'required'
  | 'malformed'
  | 'noSuchOption'
  | 'unknownItem'
  | 'impossibleDay'
  | 'underAge'
  | 'notFilipino'
  | 'noSuchPlace';

export interface StepProblem {
  readonly rejected: StepRejection;
  readonly field: string;
  readonly title: string;
  readonly text?: string;
}

/** The last four signs of what is not shown whole. */
export function masked(value: string): string {
  return value === '' ? '' : `•••• ${value.slice(-4)}`;
}

/**
 * A step's values against the very form that was delivered: each cleaned, or the first problem. `before` holds what is kept,
 * so that a masked value sent back unchanged stays what it was.
 */
export function checkStep(
  items: readonly StepItem[],
  given: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
  where: { readonly country: Country; readonly today: LocalDate },
): { readonly values: Record<string, string> } | StepProblem {
  for (const code of Object.keys(given))
    if (!items.some((item) => item.code === code))
      return { rejected: 'unknownItem', field: code, title: code };
  const values: Record<string, string> = {};
  for (const item of items) {
    const known = before[item.code] ?? '';
    const raw = given[item.code] ?? '';
    const value =
      item.masked && known !== '' && raw === masked(known)
        ? known
        : cleanValue(asFormItem(item, '', undefined), raw);
    const problem = problemOf(item, value, where);
    if (problem) return { field: item.code, title: item.title, ...problem };
    if (value !== '') values[item.code] = value;
  }
  return { values };
}

function problemOf(
  item: StepItem,
  value: string,
  { country, today }: { readonly country: Country; readonly today: LocalDate },
): { rejected: StepRejection; text?: string } | undefined {
  if (value === '') return item.optional ? undefined : { rejected: 'required' };
  if ([...value].length > item.maxLength) return malformed(item);
  if (item.cate === 'citySelect')
    return placeName(country, value) === undefined ? { rejected: 'noSuchPlace' } : undefined;
  if (item.cate === 'day') return dayProblem(item, value, today);
  const problem = valueProblem(asFormItem(item, '', undefined), value);
  if (problem === 'option') return { rejected: 'noSuchOption' };
  if (problem !== undefined) return malformed(item);
  return item.check === 'citizen' && value !== country ? { rejected: 'notFilipino' } : undefined;
}

function malformed(item: StepItem): { rejected: 'malformed'; text?: string } {
  return { rejected: 'malformed', ...(item.ruleText === undefined ? {} : { text: item.ruleText }) };
}

/** INFO-08: of age in the lender's time zone, on a day that exists and has been. */
function dayProblem(
  item: StepItem,
  value: string,
  today: LocalDate,
): { rejected: StepRejection } | undefined {
  if (!isLocalDate(value) || value > today || Number(value.slice(0, 4)) < oldestYear)
    return { rejected: 'impossibleDay' };
  return item.check === 'adult' && ageOn(value, today) < adultAge ? { rejected: 'underAge' } : undefined;
}

/** As the lender keeps it: pesos in cents, yes and no as a truth, the rest as text. */
export function stored(
  items: readonly StepItem[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const item of items) {
    const value = values[item.code];
    if (value === undefined) continue;
    kept[item.code] =
      item.store === 'cents' ? Number(value) * 100 : item.store === 'flag' ? value === '1' : value;
  }
  return kept;
}

/** As the form shows it: the other way round. */
export function shownValues(
  items: readonly StepItem[],
  kept: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const item of items) {
    const value = kept[item.code];
    if (typeof value === 'number') values[item.code] = String(Math.floor(value / 100));
    else if (typeof value === 'boolean') values[item.code] = value ? '1' : '0';
    else if (typeof value === 'string') values[item.code] = value;
  }
  return values;
}
