import type { FormItem } from '@hiram/contract/form';

/** BANK-05 on the server: keeps only the digits of numbers, whatever was pasted around them. */
export function cleanValue(item: FormItem, value: string): string {
  return /^(number|money|phone)$/.test(item.inputType) ? value.replace(/\D/g, '') : value.trim();
}

/** The fault of a value: `option` for an unknown option, a sentence for a violated rule, undefined if it is valid. */
export function valueProblem(item: FormItem, value: string): string | undefined {
  if (item.kind === 'enum')
    return item.options.some((option) => option.value === value) ? undefined : 'option';
  if (item.rule && !new RegExp(item.rule, 'u').test(value)) return item.ruleText ?? item.title;
  return undefined;
}
