import type { FormItem } from '@hiram/contract/form';
import { t } from '@lingui/core/macro';
import { parseDay } from '../kit/dialogs/calendar-day.ts';
import { toast } from '../kit/feedback/toaster.ts';

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

/**
 * Every item that is empty or breaks its rule, and the number that breaks the rule of the chosen option (BANK-11). Says how many
 * there are, if there are several.
 */
export function formProblems(
  items: readonly FormItem[],
  values: Readonly<Record<string, string>>,
): Problem[] {
  const problems: Problem[] = [];
  for (const item of items) {
    const text = itemProblem(item, (values[item.code] ?? '').trim());
    if (text !== undefined) problems.push({ field: item.code, text });
  }
  const ofOption = optionProblem(items, values);
  if (ofOption && !problems.some(({ field }) => field === ofOption.field)) problems.push(ofOption);
  const { length } = problems;
  if (length > 1) toast(t`To correct: ${length}`);
  return problems;
}

function itemProblem(item: FormItem, value: string): string | undefined {
  if (value === '') {
    // A saved value that the server does not show stays.
    if (item.optional || item.displayText !== undefined) return undefined;
    const name = item.title;
    return item.requiredText ?? t`Please fill in: ${name}`;
  }
  // The server accepts a value that it provided itself, such as a partly masked number.
  if (value === item.value && item.kind !== 'day') return undefined;
  if (item.kind === 'day' && !parseDay(value)) return t`Check the date: this day does not exist.`;
  const isOutside = value < (item.dayMin ?? value) || value > (item.dayMax ?? value);
  return isOutside || (item.rule && !matches(item.rule, value))
    ? (item.ruleText ?? t`Please check this.`)
    : undefined;
}

/** The chosen institution's rule for its account numbers, applied to the form's number item. */
function optionProblem(
  items: readonly FormItem[],
  values: Readonly<Record<string, string>>,
): Problem | undefined {
  for (const item of items) {
    const option = item.options.find((candidate) => candidate.value === values[item.code]);
    const number = items.find(
      (candidate) => candidate.inputType === 'number' || candidate.inputType === 'phone',
    );
    if (option?.rule && number && !matches(option.rule, values[number.code] ?? ''))
      return { field: number.code, text: option.ruleText ?? t`Please check this.` };
  }
  return undefined;
}
