import type { InstalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../app/money.ts';
import { Card } from '../kit/Card.tsx';
import { Choice, type Option } from '../kit/Choice.tsx';
import { TextField } from '../kit/Field.tsx';
import { type AmountChoice, amountOf, payments } from './useAmountChoice.ts';

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
          <TextField
            label={t`Amount`}
            hint={choice.hint}
            error={choice.problem}
            name="amount"
            inputMode="decimal"
            maxLength={20}
            value={choice.typed}
            onChange={choice.type}
            inputRef={choice.input}
          />
        </>
      ) : null}
    </Card>
  );
}

/** What the loan offers to pay today, and another amount. */
function useOptions(bill: InstalmentDetail, label: string): Option[] {
  const { t } = useLingui();
  const { due } = bill;
  const payoff = amountOf(bill, 'payoff');
  const end = amountOf(bill, 'end');
  const options: Option[] = [{ key: 'due', name: `${label}: ${money(bill.repayAmount)}` }];
  if (payoff !== undefined)
    options.push({
      key: 'payoff',
      name: t`Pay off the whole loan: ${money(payoff)}`,
      hint:
        due.payoff.saves > 0
          ? t`Saves ${money(due.payoff.saves)}. This amount holds for today, ${showDate(due.payoff.date)}.`
          : t`This amount holds for today, ${showDate(due.payoff.date)}.`,
    });
  if (end !== undefined && due.coolingOff)
    options.push({
      key: 'end',
      name: t`End the loan: ${money(end)}`,
      hint: t`Until ${showDate(due.coolingOff.until)}. The fee of ${money(due.coolingOff.feeReturned)} is not kept.`,
    });
  options.push({ key: 'other', name: t`Pay another amount` });
  return options;
}
