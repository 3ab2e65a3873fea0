import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { roundMoney } from '../../app/settings/money.ts';
import { TextField } from '../../kit/controls/Field.tsx';
import { PickerSheet } from '../../kit/dialogs/PickerSheet.tsx';
import type { AmountRange } from './amount-range.ts';
import { useTypedMoney } from './useTypedMoney.ts';

/** An amount typed in any form that people write money in, checked against what the product lends. */
export function AmountSheet({
  range: { amountMin, amountMax, amountStep },
  onAmount,
  onClose,
}: {
  readonly range: AmountRange;
  readonly onAmount: (amount: number) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const read = useTypedMoney();
  useEffect(() => input.current?.focus(), []);
  const rule = `${roundMoney(amountMin)} – ${roundMoney(amountMax)}`;
  const confirm = () => {
    const amount = read(typed);
    const isOffered = 'cents' in amount && amount.cents >= amountMin && amount.cents <= amountMax;
    if (!isOffered) {
      setProblem('problem' in amount ? amount.problem : rule);
      return input.current?.focus();
    }
    const below = amount.cents - ((amount.cents - amountMin) % amountStep);
    if (below !== amount.cents) {
      // Never another amount than the typed one: the borrower chooses between its neighbours.
      const above = Math.min(below + amountStep, amountMax);
      setProblem(
        t`We lend in steps of ${roundMoney(amountStep)}: ${roundMoney(below)} or ${roundMoney(above)}.`,
      );
      return input.current?.focus();
    }
    onAmount(amount.cents);
    onClose();
  };
  return (
    <PickerSheet
      title={t`Amount`}
      words={{ confirm: t`Confirm`, cancel: t`Cancel` }}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <TextField
        label={t`Amount`}
        hint={rule}
        error={problem}
        name="amount"
        inputMode="decimal"
        maxLength={20}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
        inputRef={input}
      />
    </PickerSheet>
  );
}
