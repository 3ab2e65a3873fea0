import type { InstalmentDetail, WayToPay } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { usePage } from '../../app/navigation/usePage.ts';
import { market } from '../../app/settings/market.ts';
import { money, moneyText, roundMoney } from '../../app/settings/money.ts';
import { useTypedMoney } from '../../lending/amount/useTypedMoney.ts';

/**
 * The amounts that can be paid: the late repayments alone, the amount due, what is late with the next repayment, the payoff,
 * a chosen number of repayments, the cancellation amount in the cooling-off period, or a typed amount.
 */
export const payments = ['late', 'due', 'next', 'ahead', 'payoff', 'end', 'other'] as const;
export type Payment = (typeof payments)[number];

/** The fields of a loan's bill that a choice reads. */
type Bill = Pick<InstalmentDetail, 'repayAmount' | 'amountMin' | 'amountMax' | 'ways'> & {
  readonly due: Pick<InstalmentDetail['due'], 'coolingOff'>;
};

/** A choice with its rows; undefined if the loan does not offer it today. In the cooling-off period the payoff ends the loan. */
export function wayOf({ due, ways }: Pick<Bill, 'due' | 'ways'>, payment: Payment): WayToPay | undefined {
  if (payment === (due.coolingOff ? 'payoff' : 'end')) return undefined;
  const kind = payment === 'end' ? 'payoff' : payment;
  return ways.filter((way) => way.kind === kind)[0];
}

/** The amount of a choice in cents; undefined if the loan does not offer it today. */
export function amountOf(bill: Bill, payment: Payment): number | undefined {
  return payment === 'due' ? bill.repayAmount : wayOf(bill, payment)?.amount;
}

export type AmountChoice = ReturnType<typeof useAmountChoice>;

/**
 * The chosen amount: one that the loan offers, or a typed one. The page's address may choose first: `pay`
 * names a choice, or cents.
 */
export function useAmountChoice(bill: Bill) {
  const { t } = useLingui();
  const { pay: requested } = usePage();
  const requestedCents = /^\d{1,9}$/.test(requested ?? '') ? Number(requested) : 0;
  const [wantedPayment, setWantedPayment] = useState<Payment>(
    payments.find((payment) => payment === requested) ?? (requestedCents > 0 ? 'other' : 'due'),
  );
  const [typed, setTyped] = useState(requestedCents > 0 ? moneyText(requestedCents) : '');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const read = useTypedMoney();
  const typedAmount = read(typed);
  const cents = 'cents' in typedAmount ? typedAmount.cents : undefined;
  // Ignore a choice in the address that the loan does not offer today.
  const isOffered = (payment: Payment) => payment === 'other' || amountOf(bill, payment) !== undefined;
  // A chosen number of repayments that the loan offers by another name is listed once.
  const named = wantedPayment === 'ahead' && !isOffered('ahead') ? 'next' : wantedPayment;
  const chosen = isOffered(named) ? named : 'due';
  const range = t`${roundMoney(bill.amountMin)} to ${roundMoney(bill.amountMax)}`;
  const isInRange = cents !== undefined && cents >= bill.amountMin && cents <= bill.amountMax;
  /** Whether the chosen amount can be paid. */
  const isPayable = chosen !== 'other' || isInRange;
  const showProblem = (text: string) => {
    setProblem(text);
    input.current?.focus();
  };
  const clearProblem = () => setProblem(undefined);
  const choose = (payment: Payment) => {
    setWantedPayment(payment);
    clearProblem();
  };
  const type = (text: string) => {
    setTyped(text);
    clearProblem();
  };
  /** The amount in cents. Undefined if it is typed wrongly: the problem is then shown. */
  const check = (): number | undefined => {
    const offered = amountOf(bill, chosen);
    if (offered === undefined && 'problem' in typedAmount) {
      showProblem(typedAmount.problem);
      return undefined;
    }
    const amount = offered ?? cents ?? 0;
    if (offered === undefined && amount !== 0 && !isInRange && !market.specifiedCopy) {
      showProblem(amount > bill.amountMax ? t`At most ${money(bill.amountMax)}` : range);
      return undefined;
    }
    if (amount !== 0) return amount;
    showProblem(t`Type an amount above zero.`);
    return undefined;
  };
  /** The range of a typed amount, or the typed amount as it is understood. */
  const isRead = cents !== undefined && (market.specifiedCopy ? cents > 0 : isInRange);
  const hint = isRead ? t`You pay ${money(cents)}` : range;
  return {
    isPayable,
    chosen,
    choose,
    typed,
    type,
    cents,
    hint,
    problem,
    showProblem,
    clearProblem,
    check,
    input,
  };
}
