import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money } from '../app/money.ts';
import { Amount } from '../kit/Card.tsx';
import css from './AmountStepper.module.css';

/** The amount, with buttons for one step less or more within the product's range. All values are cents. */
export function AmountStepper({
  amount,
  amountMin,
  amountMax,
  amountStep,
  onAmount,
}: {
  readonly amount: number;
  readonly amountMin: number;
  readonly amountMax: number;
  readonly amountStep: number;
  readonly onAmount: (amount: number) => void;
}): ReactNode {
  const { t } = useLingui();
  return (
    <div className={css.stepper}>
      <Amount>{money(amount)}</Amount>
      <span className={css.steps}>
        <button
          type="button"
          className={css.step}
          aria-label={t`Less`}
          disabled={amount <= amountMin}
          onClick={() => onAmount(Math.max(amountMin, amount - amountStep))}
        >
          −
        </button>
        <button
          type="button"
          className={css.step}
          aria-label={t`More`}
          disabled={amount >= amountMax}
          onClick={() => onAmount(Math.min(amountMax, amount + amountStep))}
        >
          +
        </button>
      </span>
    </div>
  );
}
