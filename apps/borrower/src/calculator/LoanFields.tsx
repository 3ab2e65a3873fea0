import { formatPercent } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { roundMoney, showPercent } from '../app/settings/money.ts';
import { TextField } from '../kit/controls/Field.tsx';
import css from './Calculator.module.css';
import type { LoanTyped } from './loan-typed.ts';
import { parsePercent } from './parse-percent.ts';
import type { useCalculation } from './useCalculation.ts';

interface LoanFieldsProps {
  readonly typed: LoanTyped;
  readonly calculation: ReturnType<typeof useCalculation>;
  readonly onChange: (changed: Partial<LoanTyped>) => void;
}

/** Amount, rate and months of the loan. */
export function LoanFields({ typed, calculation, onChange }: LoanFieldsProps): ReactNode {
  const { t, i18n } = useLingui();
  const { inputs, errorOf } = calculation;
  const yearly = parsePercent(typed.rate);
  return (
    <>
      <div className={css.pair}>
        <TextField
          label={t`Amount of the loan`}
          name="principal"
          inputMode="decimal"
          value={typed.principal}
          maxLength={16}
          hint={t`From ${roundMoney(10_000)}`}
          error={errorOf('principal')}
          inputRef={(element) => {
            inputs.current.principal = element;
          }}
          onChange={(principal) => onChange({ principal })}
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
            inputs.current.tenure = element;
          }}
          onChange={(tenure) => onChange({ tenure })}
        />
      </div>
      <TextField
        label={t`Interest, % a year`}
        name="rate"
        inputMode="decimal"
        value={typed.rate}
        maxLength={9}
        hint={
          yearly
            ? t`${formatPercent(yearly / 12, i18n.locale, 3)} a month on what you still owe`
            : t`${showPercent(60_000)} a month is ${showPercent(720_000)} a year`
        }
        error={errorOf('rate')}
        inputRef={(element) => {
          inputs.current.rate = element;
        }}
        onChange={(rate) => onChange({ rate })}
      />
    </>
  );
}
