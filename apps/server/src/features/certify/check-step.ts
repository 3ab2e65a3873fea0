import { isLocalDate, type LocalDate } from '@hiram/loan/local-date';
import { adultAge } from '../../brands/brand.ts';
import type { StepItem } from '../../brands/forms/brand-forms.ts';
import { asFormItem } from '../../brands/forms/brand-forms.ts';
import { cleanValue, valueProblem } from '../../brands/forms/check-value.ts';
import { placeName } from '../../brands/markets/geography.ts';
import type { Country } from '../../brands/markets/markets.ts';
import { ageOn } from '../../lending/borrowers/age.ts';
import { maskedWords } from '../../lending/borrowers/masked.ts';

export const minBirthYear = 1900;

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

/**
 * The shown form of a saved value: of a document number the last four characters, of other typed text the first
 * character of each word. Days and places are not shown. Options and amounts are.
 */
export function shownValue(item: StepItem, saved: string): string {
  if (saved === '' || isHidden(item)) return '';
  if (item.masked) return `•••• ${saved.slice(-4)}`;
  return isTypedText(item) ? maskedWords(saved) : saved;
}

/** Reports whether a saved value is not shown, and stays if the form is sent back without one. */
export const isHidden = ({ cate }: StepItem) => cate === 'day' || cate === 'citySelect';

/** Reports whether the item's value is typed words, such as a name or an address. */
const isTypedText = ({ cate, inputType }: StepItem) => cate === 'text' && inputType === 'text';

/**
 * Checks a step's values against the delivered form. Returns the cleaned values, or the first problem. `savedValues` are the
 * stored values: a value that is sent back as the form showed it keeps its stored value.
 */
export function checkStep(
  items: readonly StepItem[],
  inputs: Readonly<Record<string, string>>,
  savedValues: Readonly<Record<string, string>>,
  context: { readonly country: Country; readonly today: LocalDate },
): { readonly values: Record<string, string> } | StepProblem {
  for (const code of Object.keys(inputs))
    if (!items.some((item) => item.code === code))
      return { rejected: 'unknownItem', field: code, title: code };
  const values: Record<string, string> = {};
  for (const item of items) {
    const saved = savedValues[item.code] ?? '';
    const input = inputs[item.code] ?? '';
    const value =
      saved !== '' && input === shownValue(item, saved)
        ? saved
        : cleanValue(asFormItem(item, '', undefined), input);
    const problem = problemOf(item, value, context);
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
  if (value === '')
    return item.optional
      ? undefined
      : { rejected: 'required', ...(item.requiredText === undefined ? {} : { text: item.requiredText }) };
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

/** A birth date must exist, be in the past, and be of an adult in the lender's time zone (INFO-08). */
function dayProblem(
  item: StepItem,
  value: string,
  today: LocalDate,
): { rejected: StepRejection } | undefined {
  if (!isLocalDate(value) || value > today || Number(value.slice(0, 4)) < minBirthYear)
    return { rejected: 'impossibleDay' };
  return item.check === 'adult' && ageOn(value, today) < adultAge ? { rejected: 'underAge' } : undefined;
}

/** Converts form values to stored values: whole currency units to cents, yes and no to booleans, the rest as text. */
export function toStoredValues(
  items: readonly StepItem[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const item of items) {
    const value = values[item.code];
    if (value === undefined) continue;
    data[item.code] =
      item.store === 'cents' ? Number(value) * 100 : item.store === 'flag' ? value === '1' : value;
  }
  return data;
}

/** Converts stored values to form values, the inverse of `toStoredValues`. */
export function toFormValues(
  items: readonly StepItem[],
  data: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const item of items) {
    const value = data[item.code];
    if (typeof value === 'number') values[item.code] = String(Math.floor(value / 100));
    else if (typeof value === 'boolean') values[item.code] = value ? '1' : '0';
    else if (typeof value === 'string') values[item.code] = value;
  }
  return values;
}
