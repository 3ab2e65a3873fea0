import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, roundMoney } from '../app/settings/money.ts';
import { TextField } from '../kit/controls/Field.tsx';
import { useTypedMoney } from '../lending/amount/useTypedMoney.ts';

/** A part of what is due, as it is typed. `cents` is absent where the text is no amount that can be paid. */
export interface Part {
  readonly typed: string;
  readonly cents: number | undefined;
}

/** The field of the part that the borrower pays now. */
export function PartAmount({
  part,
  min,
  max,
  isAsked,
  onChange,
}: {
  readonly part: Part;
  readonly min: number;
  readonly max: number;
  /** The button was pressed: what is wrong is said. */
  readonly isAsked: boolean;
  readonly onChange: (part: Part) => void;
}): ReactNode {
  const { t } = useLingui();
  const read = useTypedMoney();
  const range = t`${roundMoney(min)} to ${roundMoney(max)}`;
  const now = read(part.typed);
  const isTooMuch = 'cents' in now && now.cents > max;
  const wrong = 'problem' in now ? now.problem : isTooMuch ? t`At most ${money(max)}` : range;
  const problem = part.cents === undefined && (isAsked || isTooMuch) ? wrong : undefined;
  return (
    <TextField
      label={t`Amount`}
      hint={problem ? undefined : range}
      error={problem}
      name="amount"
      inputMode="decimal"
      maxLength={20}
      value={part.typed}
      onChange={(typed) => {
        const next = read(typed);
        const isPayable = 'cents' in next && next.cents >= min && next.cents <= max;
        onChange({ typed, cents: isPayable ? next.cents : undefined });
      }}
    />
  );
}
