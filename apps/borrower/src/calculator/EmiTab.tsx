import { calculateEmi, type Emi } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { money } from '../app/money.ts';
import { Button } from '../kit/Button.tsx';
import { Amount, Card, Rows } from '../kit/Card.tsx';
import { TextField } from '../kit/Field.tsx';
import { ActionPair } from '../kit/Screen.tsx';
import { useTypedMoney } from '../lending/useTypedMoney.ts';
import { useSubmit } from '../net/useSubmit.ts';
import css from './Calculator.module.css';
import { CalculatorFrame } from './CalculatorFrame.tsx';
import { rateText } from './number-text.ts';
import { parsePercent } from './parse-percent.ts';
import { Schedule } from './Schedule.tsx';

// Loaded at the first tap on the button that saves a loan.
const SaveLoan = lazy(() => import('./SaveLoan.tsx').then((module) => ({ default: module.SaveLoan })));

/** The text of the three fields. */
export interface LoanTyped {
  readonly principal: string;
  readonly rate: string;
  readonly tenure: string;
}

export function EmiTab({
  typed,
  onTyped,
}: {
  readonly typed: LoanTyped;
  readonly onTyped: (typed: LoanTyped) => void;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(calculateEmi);
  const [result, setResult] = useState<Emi | undefined>(undefined);
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const [keeping, setKeeping] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const fields = useRef<Partial<Record<string, HTMLInputElement | null>>>({});

  const amount = useTypedMoney()(typed.principal);
  const change = (changed: Partial<LoanTyped>) => {
    onTyped({ ...typed, ...changed });
    setResult(undefined);
    setProblem(undefined);
  };
  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    fields.current[field]?.focus();
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
  useEffect(() => {
    if (!result || !answer.current) return;
    answer.current.focus({ preventScroll: true });
    answer.current.scrollIntoView({ block: 'start' });
  }, [result]);

  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  const yearly = parsePercent(typed.rate);
  const button = (
    <Button busy={busy} onTap={() => void calculate()}>
      {t`Calculate`}
    </Button>
  );
  return (
    <CalculatorFrame
      tab="emi"
      actions={
        result ? (
          <ActionPair>
            <Button look="secondary" onTap={() => setKeeping(true)}>
              {t`Keep this loan`}
            </Button>
            {button}
          </ActionPair>
        ) : (
          button
        )
      }
    >
      <TextField
        label={t`Amount of the loan`}
        name="principal"
        inputMode="decimal"
        value={typed.principal}
        maxLength={16}
        hint={'cents' in amount && amount.cents > 0 ? money(amount.cents) : t`From ${money(10_000)}`}
        error={errorOf('principal')}
        inputRef={(element) => {
          fields.current.principal = element;
        }}
        onChange={(principal) => change({ principal })}
      />
      <TextField
        label={t`Interest, % a year`}
        name="rate"
        inputMode="decimal"
        value={typed.rate}
        maxLength={9}
        hint={
          yearly
            ? t`${rateText(Math.round((yearly * 100) / 12))} % a month on what you still owe`
            : t`6 % a month is 72 % a year`
        }
        error={errorOf('rate')}
        inputRef={(element) => {
          fields.current.rate = element;
        }}
        onChange={(rate) => change({ rate })}
      />
      <TextField
        label={t`Months`}
        name="tenure"
        format="number"
        value={typed.tenure}
        maxLength={3}
        hint={t`1 to 360`}
        error={errorOf('tenure')}
        inputRef={(element) => {
          fields.current.tenure = element;
        }}
        onChange={(tenure) => change({ tenure })}
      />
      {result ? (
        <div ref={answer} tabIndex={-1} className={css.answer}>
          <Card>
            <p className={css.sub}>{t`Each month`}</p>
            <Amount>{money(result.emi)}</Amount>
            <div className={css.figures}>
              <Rows
                rows={[
                  { text: t`Loan`, value: money(result.principal) },
                  { text: t`Interest in all`, value: money(result.totalInterest) },
                  { text: t`You pay in all`, value: money(result.totalPayment) },
                ]}
              />
            </div>
          </Card>
          <Schedule rows={result.repay_plans} />
          <p className={css.sub}>
            {t`A calculation for any lender’s loan, without fees. Our own loans show their whole cost on their page.`}
          </p>
        </div>
      ) : null}
      {keeping && result ? (
        <Suspense fallback={null}>
          <SaveLoan loan={result} onClose={() => setKeeping(false)} />
        </Suspense>
      ) : null}
    </CalculatorFrame>
  );
}
