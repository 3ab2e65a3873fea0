import { waiveDebt } from '@hiram/contract/console/loan';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../action/ActionDialog.tsx';
import { Money } from '../../app/cells.tsx';
import { ChoiceRow, ChoiceRows } from '../../kit/controls/ChoiceRow.tsx';
import { useLoanWords } from '../words.ts';
import { AmountField, useAmount } from './AmountField.tsx';
import type { DialogProps } from './dialog-props.ts';

const waivable = ['principal', 'interest', 'late', 'penalty'] as const;
type Part = (typeof waivable)[number];
type Choice = 'late' | 'charges' | 'other';

/** Waives the late charge, all charges, or other amounts of each part. */
export function WaiveDialog({ loan, ...common }: DialogProps): ReactNode {
  const { t } = useLingui();
  const { parts: names } = useLoanWords();
  const read = useAmount();
  const owed = (part: Part) => loan.position?.parts.find((one) => one.part === part)?.owed ?? 0;
  const [late, penalty] = [owed('late'), owed('penalty')];
  const choices = useChoices(late, penalty);
  const [choice, setChoice] = useState<Choice>(choices[0]?.choice ?? 'other');
  const [typed, setTyped] = useState<Readonly<Partial<Record<Part, string>>>>({});
  const none = { principal: 0, interest: 0, late: 0, penalty: 0 };
  const chosen: Readonly<Record<Part, number | undefined>> =
    choice === 'late'
      ? { ...none, late }
      : choice === 'charges'
        ? { ...none, late, penalty }
        : {
            principal: read(typed.principal ?? ''),
            interest: read(typed.interest ?? ''),
            late: read(typed.late ?? ''),
            penalty: read(typed.penalty ?? ''),
          };
  const isComplete =
    waivable.every((part) => (chosen[part] ?? Number.POSITIVE_INFINITY) <= owed(part)) &&
    waivable.some((part) => (chosen[part] ?? 0) > 0);
  return (
    <ActionDialog
      title={t`Waive`}
      calls={waiveDebt}
      request={isComplete ? { orderId: loan.order.orderId, ...chosen } : undefined}
      {...common}
    >
      <ChoiceRows legend={t`What to waive`}>
        {choices.map((one) => (
          <ChoiceRow key={one.choice} isChosen={one.choice === choice} onChoose={() => setChoice(one.choice)}>
            <span>{one.label}</span>
            <strong>{one.cents !== undefined && <Money cents={one.cents} />}</strong>
          </ChoiceRow>
        ))}
      </ChoiceRows>
      {choice === 'other' &&
        waivable
          .filter((part) => owed(part) > 0)
          .map((part) => (
            <AmountField
              key={part}
              label={names[part]}
              max={owed(part)}
              text={typed[part] ?? ''}
              onChange={(text) => setTyped({ ...typed, [part]: text })}
            />
          ))}
    </ActionDialog>
  );
}

interface Offered {
  readonly choice: Choice;
  readonly label: string;
  readonly cents?: number;
}

/** The amounts that can be waived with one press, and other amounts. */
function useChoices(late: number, penalty: number): readonly Offered[] {
  const { t } = useLingui();
  return [
    ...(late > 0 ? [{ choice: 'late' as const, label: t`Late charge alone`, cents: late }] : []),
    ...(penalty > 0
      ? [{ choice: 'charges' as const, label: t`Late charge and penalty`, cents: late + penalty }]
      : []),
    { choice: 'other', label: t`Other amounts …` },
  ];
}
