import type { FormItem } from '@hiram/contract/form';

/** BANK-05 on the server too: numbers keep their digits, whatever was pasted around them. */
export function cleanValue(item: FormItem, value: string): string {
  return item.inputType === 'number' || item.inputType === 'phone' ? value.replace(/\D/g, '') : value.trim();
}

/** What is wrong with a value: `option` for a choice that is none, a sentence for a broken rule, nothing when it is right. */
export function valueProblem(item: FormItem, value: string): string | undefined {
  if (item.cate === 'enum') return item.note.some((option) => option.type === value) ? undefined : 'option';
  if (item.rule && !new RegExp(item.rule, 'u').test(value)) return item.ruleText ?? item.title;
  return undefined;
}
