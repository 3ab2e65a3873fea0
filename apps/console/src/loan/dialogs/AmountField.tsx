import { formatCents } from '@hiram/loan';
import { parseCents } from '@hiram/loan/parse';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { useBrandFormat } from '../../kit/brand-format.tsx';
import kit from '../../kit/kit.module.css';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** At most, in cents. */
  readonly max: number;
}

/** Reads an amount as the brand writes it; undefined: it is none. An empty one is 0. */
export function useAmount(): (text: string) => number | undefined {
  const { money } = useBrandFormat();
  return (text) => {
    if (text.trim() === '') return 0;
    const typed = parseCents(text, money);
    return typed.ok ? typed.cents : undefined;
  };
}

/** An amount of money in the brand's format. */
export function AmountField({ label, text, onChange, max }: Props): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const id = useId();
  const amount = useAmount()(text);
  const problem =
    amount === undefined
      ? t`This is no amount, or it can mean two.`
      : amount > max
        ? t`At most ${formatCents(max, money)}.`
        : undefined;
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        {label}, {t`at most`} {formatCents(max, money)}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {problem !== undefined && (
        <span id={`${id}-problem`} className={kit.fault}>
          {problem}
        </span>
      )}
    </div>
  );
}
