import type { FormItem } from '@hiram/contract/form';
import { useRef, useState } from 'react';
import type { Problem } from './check-form.ts';

type Values = Readonly<Record<string, string>>;

/** The values of a form that the server provides, and its problem, whose field gets the focus. */
export function useFieldValues(items: readonly FormItem[]) {
  const [values, setValues] = useState<Values>(() => initialValues(items));
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const elements = useRef(new Map<string, HTMLElement>());
  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    elements.current.get(field)?.focus();
  };
  /** Returns the new values. */
  const change = (code: string, value: string): Values => {
    const changed = { ...values, [code]: value };
    setValues(changed);
    if (problem?.field === code) setProblem(undefined);
    return changed;
  };
  const errorOf = (code: string) => (problem?.field === code ? problem.text : undefined);
  const hold = (code: string, element: HTMLElement | null) => {
    if (element) elements.current.set(code, element);
  };
  return { values, change, showProblem, clearProblem: () => setProblem(undefined), errorOf, hold };
}

function initialValues(items: readonly FormItem[]): Values {
  const values: Record<string, string> = {};
  for (const item of items) values[item.code] = item.value;
  return values;
}
