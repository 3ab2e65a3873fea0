import { calculateEmi, type Emi } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useTypedMoney } from '../lending/amount/useTypedMoney.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import type { LoanTyped } from './loan-typed.ts';
import { parsePercent } from './parse-percent.ts';

/** The calculation of the typed loan: its result, or the field whose value is wrong. */
export function useCalculation(typed: LoanTyped) {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(calculateEmi);
  const [result, setResult] = useState<Emi | undefined>(undefined);
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const inputs = useRef<Partial<Record<string, HTMLInputElement | null>>>({});
  const amount = useTypedMoney()(typed.principal);

  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    inputs.current[field]?.focus();
  };
  const calculate = async () => {
    const rate = parsePercent(typed.rate);
    if ('problem' in amount) return showProblem('principal', amount.problem);
    if (rate === undefined) return showProblem('rate', t`Enter the rate, 0 if there is none.`);
    if (!/^\d+$/.test(typed.tenure)) return showProblem('tenure', t`Enter the number of months.`);
    const options = { principal: amount.cents, rate, tenure: Number(typed.tenure) };
    const answer = await submit(options, { quiet: true });
    if (!answer) return;
    if (!answer.ok) return showProblem(answer.field ?? 'principal', answer.message);
    setProblem(undefined);
    setResult(answer.data);
  };
  const reset = () => {
    setResult(undefined);
    setProblem(undefined);
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return { amount, result, busy, inputs, calculate, reset, errorOf };
}
