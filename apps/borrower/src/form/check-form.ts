import type { FormItem } from '@hiram/contract/form';

export interface Problem {
  readonly field: string;
  readonly text: string;
}

/** Whether a value matches a rule of the server. A rule that this engine cannot compile is left to the server. */
function matches(rule: string, value: string): boolean {
  try {
    return new RegExp(rule, 'u').test(value);
  } catch {
    return true;
  }
}

/** The first item that is empty or breaks its rule, or the rule of the chosen option (BANK-11). */
export function firstProblem(
  items: readonly FormItem[],
  values: Readonly<Record<string, string>>,
  words: { readonly required: (name: string) => string; readonly malformed: string },
): Problem | undefined {
  for (const item of items) {
    const value = (values[item.code] ?? '').trim();
    if (value === '') {
      if (item.optional) continue;
      return { field: item.code, text: words.required(item.title) };
    }
    // The server accepts a value that it provided itself, such as a partly masked number.
    if (value === item.value) continue;
    if (item.rule && !matches(item.rule, value))
      return { field: item.code, text: item.ruleText ?? words.malformed };
  }
  return optionProblem(items, values, words.malformed);
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
