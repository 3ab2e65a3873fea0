import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { money, roundMoney } from '../../app/settings/money.ts';
import { Amount } from '../../kit/layout/Card.tsx';
import { cssVariables } from '../../kit/runtime/css-variables.ts';
import css from './AmountStepper.module.css';
import type { AmountRange } from './amount-range.ts';

const AmountSheet = lazy(() =>
  import('./AmountSheet.tsx').then((module) => ({ default: module.AmountSheet })),
);

interface AmountProps extends AmountRange {
  readonly amount: number;
  readonly onAmount: (amount: number) => void;
}

/** The amount, with buttons for one step less or more, a slider, quick amounts and typed entry. */
export function AmountStepper(props: AmountProps): ReactNode {
  const { amount, amountMin, amountMax, amountStep, onAmount } = props;
  const { t } = useLingui();
  // While the slider moves, the amount follows it. The price is asked for when it is let go.
  const [sliding, setSliding] = useState<number | undefined>(undefined);
  const shown = sliding ?? amount;
  const choose = (chosen: number) => {
    setSliding(undefined);
    if (chosen !== amount) onAmount(chosen);
  };
  const endSliding = () => choose(shown);
  // One amount alone leaves nothing to choose.
  if (amountMax <= amountMin) return <Amount>{roundMoney(amount)}</Amount>;
  return (
    <>
      <div className={css.stepper}>
        <button
          type="button"
          className={css.step}
          aria-label={t`Less`}
          disabled={amount <= amountMin}
          onClick={() => onAmount(Math.max(amountMin, amount - amountStep))}
        >
          −
        </button>
        <Amount>{roundMoney(shown)}</Amount>
        <button
          type="button"
          className={css.step}
          aria-label={t`More`}
          disabled={amount >= amountMax}
          onClick={() => onAmount(Math.min(amountMax, amount + amountStep))}
        >
          +
        </button>
      </div>
      <input
        type="range"
        className={css.slider}
        style={cssVariables({ '--filled': (shown - amountMin) / (amountMax - amountMin) })}
        aria-label={t`Amount`}
        aria-valuetext={money(shown)}
        min={amountMin}
        max={amountMax}
        step={amountStep}
        value={shown}
        onChange={(event) => setSliding(Number(event.target.value))}
        onPointerUp={endSliding}
        onTouchEnd={endSliding}
        onKeyUp={endSliding}
        onBlur={endSliding}
      />
      <p className={css.ends}>
        <span>{roundMoney(amountMin)}</span>
        <span>{roundMoney(amountMax)}</span>
      </p>
      <QuickAmounts {...props} onAmount={choose} />
    </>
  );
}

/** The least, a middle and the greatest amount, and any other by typing. */
function QuickAmounts({ amount, amountMin, amountMax, amountStep, onAmount }: AmountProps): ReactNode {
  const { t } = useLingui();
  const [isTyping, setIsTyping] = useState(false);
  const middle = amountMin + Math.round((amountMax - amountMin) / 2 / amountStep) * amountStep;
  const quick = [amountMin, middle, amountMax].filter((value, index, all) => all.indexOf(value) === index);
  return (
    <div className={css.quick}>
      {quick.map((value) => (
        <button
          key={value}
          type="button"
          className={css.chip}
          aria-pressed={value === amount}
          onClick={() => onAmount(value)}
        >
          {roundMoney(value)}
        </button>
      ))}
      <button type="button" className={css.chip} aria-haspopup="dialog" onClick={() => setIsTyping(true)}>
        {t`Other amount`}
      </button>
      {isTyping ? (
        <Suspense fallback={null}>
          <AmountSheet
            range={{ amountMin, amountMax, amountStep }}
            onAmount={onAmount}
            onClose={() => setIsTyping(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
