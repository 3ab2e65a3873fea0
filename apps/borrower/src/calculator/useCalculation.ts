import { calculateEmi, type Emi } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { market } from '../app/settings/market.ts';
import { useTypedMoney } from '../lending/amount/useTypedMoney.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import type { LoanTyped } from './loan-typed.ts';
import { parsePercent } from './parse-percent.ts';

/** Milliseconds after the last key. */
const liveMs = 400;

/** The calculation of the typed loan: its result, or the field whose value is wrong. */
export function useCalculation(typed: LoanTyped) {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(calculateEmi);
  const [result, setResult] = useState<Emi | undefined>(undefined);
  const [live, setLive] = useState<Emi | undefined>(undefined);
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const inputs = useRef<Partial<Record<string, HTMLInputElement | null>>>({});
  const amount = useTypedMoney()(typed.principal);

  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    inputs.current[field]?.focus();
  };
  const rate = parsePercent(typed.rate);
  // What is typed completely is calculated by itself, without a word about what is not.
  const isComplete = 'cents' in amount && rate !== undefined && /^\d+$/.test(typed.tenure);
  const { principal, tenure } = typed;
  const latest = useRef<() => Promise<void>>(async () => undefined);
  latest.current = async () => {
    if (!('cents' in amount) || rate === undefined) return;
    const answer = await submit({ principal: amount.cents, rate, tenure: Number(tenure) }, { quiet: true });
    if (answer?.ok) setLive(answer.data);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the typed texts decide
  useEffect(() => {
    setLive(undefined);
    if (!isComplete || market.specifiedCopy) return undefined;
    const timer = setTimeout(() => void latest.current(), liveMs);
    return () => clearTimeout(timer);
  }, [isComplete, principal, typed.rate, tenure]);
  const calculate = async () => {
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
  return { amount, result, live, busy, inputs, calculate, reset, errorOf };
}
