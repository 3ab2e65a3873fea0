import type { FormItem } from '@hiram/contract/form';
import { useRef, useState } from 'react';
import type { Problem } from './check-form.ts';

type Values = Readonly<Record<string, string>>;

/** The values of a form that the server provides, and its problems: each stands at its field, the first gets the focus. */
export function useFieldValues(items: readonly FormItem[]) {
  const [values, setValues] = useState<Values>(() => initialValues(items));
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const elements = useRef(new Map<string, HTMLElement>());
  const showProblems = (found: readonly Problem[]) => {
    setProblems(found);
    const [first] = found;
    if (first) elements.current.get(first.field)?.focus();
  };
  /** Returns the new values. */
  const change = (code: string, value: string): Values => {
    const changed = { ...values, [code]: value };
    setValues(changed);
    setProblems(problems.filter(({ field }) => field !== code));
    return changed;
  };
  const errorOf = (code: string) => problems.filter(({ field }) => field === code)[0]?.text;
  const hold = (code: string, element: HTMLElement | null) => {
    if (element) elements.current.set(code, element);
  };
  return {
    values,
    change,
    showProblems,
    showProblem: (field: string, text: string) => showProblems([{ field, text }]),
    errorOf,
    hold,
  };
}

function initialValues(items: readonly FormItem[]): Values {
  const values: Record<string, string> = {};
  for (const item of items) values[item.code] = item.value;
  return values;
}
