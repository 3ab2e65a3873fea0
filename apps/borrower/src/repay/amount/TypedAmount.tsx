import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { market } from '../../app/settings/market.ts';
import { TextField } from '../../kit/controls/Field.tsx';
import type { AmountChoice } from './useAmountChoice.ts';

/** The field of an amount of the borrower's own, with how it is understood or why it cannot be paid. */
export function TypedAmount({ choice }: { readonly choice: AmountChoice }): ReactNode {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Amount`}
      hint={choice.problem && !market.specifiedCopy ? undefined : choice.hint}
      error={choice.problem}
      name="amount"
      inputMode="decimal"
      maxLength={20}
      value={choice.typed}
      onChange={choice.type}
      inputRef={choice.input}
    />
  );
}
