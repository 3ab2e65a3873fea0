import type { FormItem } from '@hiram/contract/form';
import { parseDay } from '../kit/dialogs/calendar-day.ts';

export interface Problem {
  readonly field: string;
  readonly text: string;
}

/** Reports whether a value matches a rule of the server. A rule that this engine cannot compile is left to the server. */
function matches(rule: string, value: string): boolean {
  try {
    return new RegExp(rule, 'u').test(value);
  } catch {
    return true;
  }
}

interface Words {
  /** The message of an empty item that has none of its own. */
  readonly required: (name: string) => string;
  readonly malformed: string;
  readonly noSuchDay: string;
}

/** Every item that is empty or breaks its rule, and the number that breaks the rule of the chosen option (BANK-11). */
export function formProblems(
  items: readonly FormItem[],
  values: Readonly<Record<string, string>>,
  words: Words,
): Problem[] {
  const problems: Problem[] = [];
  for (const item of items) {
    const text = itemProblem(item, (values[item.code] ?? '').trim(), words);
    if (text !== undefined) problems.push({ field: item.code, text });
  }
  const ofOption = optionProblem(items, values, words.malformed);
  return ofOption && !problems.some(({ field }) => field === ofOption.field)
    ? [...problems, ofOption]
    : problems;
}

function itemProblem(item: FormItem, value: string, words: Words): string | undefined {
  if (value === '') {
    // A saved value that the server does not show stays.
    const mayBeEmpty = item.optional || item.displayText !== undefined;
    return mayBeEmpty ? undefined : (item.requiredText ?? words.required(item.title));
  }
  // The server accepts a value that it provided itself, such as a partly masked number.
  if (value === item.value && item.kind !== 'day') return undefined;
  if (item.kind === 'day' && !parseDay(value)) return words.noSuchDay;
  const isOutside = value < (item.dayMin ?? value) || value > (item.dayMax ?? value);
  return isOutside || (item.rule && !matches(item.rule, value))
    ? (item.ruleText ?? words.malformed)
    : undefined;
}

/** The chosen institution's rule for its account numbers, applied to the form's number item. */
function optionProblem(
  items: readonly FormItem[],
  values: Readonly<Record<string, string>>,
  malformed: string,
): Problem | undefined {
  for (const item of items) {
    const option = item.options.find((candidate) => candidate.value === values[item.code]);
    const number = items.find(
      (candidate) => candidate.inputType === 'number' || candidate.inputType === 'phone',
    );
    if (option?.rule && number && !matches(option.rule, values[number.code] ?? ''))
      return { field: number.code, text: option.ruleText ?? malformed };
  }
  return undefined;
}
