import type { InstalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import { money, showDate } from '../app/money.ts';
import { Card } from '../kit/Card.tsx';
import { Choice, type Option } from '../kit/Choice.tsx';
import { TextField } from '../kit/Field.tsx';

/**
 * The amounts that can be paid: the amount due, the payoff, the cancellation amount in the cooling-off period, or a
 * typed amount.
 */
export const payments = ['due', 'payoff', 'end', 'other'] as const;
export type Payment = (typeof payments)[number];

/** The amount of a choice in cents, from the quote; undefined if the loan does not offer it today. */
export function amountOf(bill: InstalmentDetail, payment: Payment): number | undefined {
  const { coolingOff } = bill.due;
  // In the cooling-off period the payoff is the cancellation amount: list it once.
  const payoff = coolingOff ? undefined : bill.due.payoff;
  if (payment === 'due') return bill.repayAmount;
  if (payment === 'payoff')
    return payoff?.isAllowed === 1 && payoff.amount !== bill.repayAmount ? payoff.amount : undefined;
  return payment === 'end' && coolingOff?.amount !== bill.repayAmount ? coolingOff?.amount : undefined;
}

/** The choice of what to pay, with the payoff beside the amount due. */
export function PayChoice({
  bill,
  label,
  chosen,
  onChoose,
  typed,
  onType,
  range,
  problem,
  inputRef,
}: {
  readonly bill: InstalmentDetail;
  /** The label of the amount due. */
  readonly label: string;
  readonly chosen: Payment;
  readonly onChoose: (payment: Payment) => void;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** The range of a typed amount, or the typed amount as it is understood. */
  readonly range: string;
  readonly problem: string | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}): ReactNode {
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
  return (
    <Card heading={t`What do you want to pay?`}>
      <Choice
        label={t`What do you want to pay?`}
        options={options}
        chosen={chosen}
        onChoose={(key) => onChoose(payments.find((payment) => payment === key) ?? 'due')}
      />
      {chosen === 'other' ? (
        <>
          <br />
          <TextField
            label={t`Amount`}
            hint={range}
            error={problem}
            name="amount"
            inputMode="decimal"
            maxLength={20}
            value={typed}
            onChange={onType}
            inputRef={inputRef}
          />
        </>
      ) : null}
    </Card>
  );
}
