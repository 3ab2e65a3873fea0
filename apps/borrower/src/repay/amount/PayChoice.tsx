import type { InstalmentDetail, WayToPay } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { Choice, type Option } from '../../kit/controls/Choice.tsx';
import { Card } from '../../kit/layout/Card.tsx';
import { usePayoffWords } from '../../lending/offers/payoff-words.ts';
import { TypedAmount } from './TypedAmount.tsx';
import { type AmountChoice, amountOf, type Payment, payments, wayOf } from './useAmountChoice.ts';

/** The choice of what to pay, with the payoff beside the amount due. */
export function PayChoice({
  bill,
  label,
  choice,
}: {
  readonly bill: InstalmentDetail;
  /** The label of the amount due. */
  readonly label: string;
  readonly choice: AmountChoice;
}): ReactNode {
  const { t } = useLingui();
  const options = useOptions(bill, label);
  return (
    <Card heading={t`What do you want to pay?`}>
      <Choice
        label={t`What do you want to pay?`}
        options={options}
        chosen={choice.chosen}
        onChoose={(key) => choice.choose(payments.find((payment) => payment === key) ?? 'due')}
      />
      {choice.chosen === 'other' ? (
        <>
          <br />
          <TypedAmount choice={choice} />
        </>
      ) : null}
    </Card>
  );
}

/** The amounts that may be paid today and a typed amount; of a late loan with tomorrow's price of each. */
function useOptions(bill: InstalmentDetail, label: string): Option[] {
  const { t } = useLingui();
  const { due } = bill;
  const payoffWords = usePayoffWords(due);
  const names: Readonly<Record<Payment, (amount: string, way: WayToPay | undefined) => string>> = {
    late: (amount) => t`Late payments alone: ${amount}`,
    due: (amount) => `${label}: ${amount}`,
    next: (amount, way) => t`With the payment due by ${showDate(way?.through ?? due.dueDate)}: ${amount}`,
    ahead: (amount) => t`The payments that you chose: ${amount}`,
    payoff: (amount) => t`Pay off the whole loan: ${amount}`,
    end: (amount) => t`End the loan: ${amount}`,
    other: () => t`Pay another amount`,
  };
  const hints: Readonly<Partial<Record<Payment, string | undefined>>> = {
    payoff: payoffWords,
    end:
      due.coolingOff &&
      t`Until ${showDate(due.coolingOff.until)}. The fee of ${money(due.coolingOff.feeReturned)} is not kept.`,
  };
  const offered = payments.filter((key) => key === 'other' || amountOf(bill, key) !== undefined);
  return offered.map((key) => {
    const amount = amountOf(bill, key);
    const way = wayOf(bill, key);
    const tomorrow = way?.tomorrow === undefined ? '' : t`Tomorrow ${money(way.tomorrow)}.`;
    const hint = [hints[key], tomorrow].filter(Boolean).join(' ');
    return { key, name: names[key](money(amount ?? 0), way), hint: hint || undefined };
  });
}
