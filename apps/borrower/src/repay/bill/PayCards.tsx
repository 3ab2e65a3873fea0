import type { OrderId } from '@hiram/contract/ids';
import type { InstalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useId } from 'react';
import { money, roundMoney, showDate } from '../../app/settings/money.ts';
import { Pill } from '../../kit/layout/Card.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { useQuoteWords } from '../../lending/amount/quote-words.ts';
import { LatePill } from '../../lending/LatePill.tsx';
import { useLateWord } from '../../lending/late-word.ts';
import { useSavedSum } from '../../lending/offers/payoff-words.ts';
import { TypedAmount } from '../amount/TypedAmount.tsx';
import { type AmountChoice, amountOf, type Payment, payments, wayOf } from '../amount/useAmountChoice.ts';
import css from './Bill.module.css';

/** Asked once an amount is typed. */
const PartPaid = lazyPart(() => import('../amount/PartPaid.tsx').then((module) => module.PartPaid));

/** The amounts that can be paid, a card each: its amount leads, the chosen one is marked. Another amount is typed in its card. */
export function PayCards({
  bill,
  orderId,
  choice,
}: {
  readonly bill: InstalmentDetail;
  readonly orderId: OrderId;
  readonly choice: AmountChoice;
}): ReactNode {
  const { t } = useLingui();
  const name = useId();
  const wordsOf = usePaymentWords(bill);
  const offered = payments.filter((key) => key === 'other' || amountOf(bill, key) !== undefined);
  return (
    <div role="radiogroup" aria-label={t`What do you want to pay?`}>
      {offered.map((key) => {
        const isChosen = key === choice.chosen;
        const isTyped = isChosen && key === 'other';
        const amount = amountOf(bill, key);
        const { title, pill, text } = wordsOf(key);
        return (
          <div key={key} className={isChosen ? `${css.card} ${css.chosen}` : css.card}>
            <label className={css.choice}>
              <span className={css.words}>
                <span className={css.title}>
                  <b>{title}</b> {pill}
                </span>
                {amount === undefined ? null : <span className={css.amount}>{money(amount)}</span>}
                {text && !isTyped ? (
                  <span className={css.text}>{isChosen ? text : text.split('\n')[0]}</span>
                ) : null}
              </span>
              <input type="radio" name={name} checked={isChosen} onChange={() => choice.choose(key)} />
            </label>
            {isTyped ? <TypedAmount choice={choice} /> : null}
            {isTyped ? (
              <Suspense fallback={null}>
                <PartPaid orderId={orderId} cents={choice.cents ?? 0} />
              </Suspense>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

interface PaymentWords {
  readonly title: string;
  readonly pill?: ReactNode;
  readonly text?: string | undefined;
}

/** The words of each choice; of a late loan with tomorrow's price of it. */
function usePaymentWords(bill: InstalmentDetail): (payment: Payment) => PaymentWords {
  const { t } = useLingui();
  const dueWords = useDueWords(bill);
  const savedSum = useSavedSum();
  const { due } = bill;
  // The amount due, and the payment that follows.
  const nextText = (through: string): string =>
    [amountsOfNext(through), due.payoff.isAllowed ? '' : t`Paying ahead does not lower the interest.`]
      .filter(Boolean)
      .join('\n');
  const amountsOfNext = (through: string): string => {
    const day = showDate(through, 'short');
    const next = bill.repayments.find(({ state }) => state === 'due' || state === 'coming');
    const amount = amountOf(bill, 'next') ?? 0;
    return next && amount === bill.repayAmount + next.unpaid
      ? t`${money(bill.repayAmount)} + payment ${next.periodNo} ${money(next.unpaid)}, due by ${day}.`
      : t`It is due by ${day}.`;
  };
  const wordsOf = (payment: Payment): PaymentWords => {
    switch (payment) {
      case 'due':
        return dueWords;
      case 'late':
        return { title: t`Late payments alone` };
      case 'next':
        return {
          title: t`With the next payment`,
          text: nextText(wayOf(bill, payment)?.through ?? due.dueDate),
        };
      case 'ahead':
        return { title: t`The payments that you chose` };
      case 'payoff':
        return {
          title: t`Pay off`,
          pill:
            due.payoff.saves > 0 ? <Pill tone="positive">{t`saves ${money(due.payoff.saves)}`}</Pill> : null,
          text: [
            due.payoff.saves > 0 ? `${savedSum(due.payoff.amount, due.payoff.saves)}.` : '',
            t`Settles the loan. Good for today, ${showDate(bill.quotedFor, 'short')}.`,
          ]
            .filter(Boolean)
            .join('\n'),
        };
      case 'end':
        return {
          title: t`End the loan`,
          text:
            due.coolingOff &&
            t`Until ${showDate(due.coolingOff.until, 'short')}. The fee of ${money(due.coolingOff.feeReturned)} is not kept.`,
        };
      case 'other':
        return {
          title: t`Other amount`,
          text: [
            t`${roundMoney(bill.amountMin)} to ${roundMoney(bill.amountMax)}`,
            due.payoff.isAllowed || bill.amountMax >= due.owedInAll
              ? ''
              : t`From ${showDate(due.payoff.date, 'short')} you can pay it off and save interest`,
          ]
            .filter(Boolean)
            .join('\n'),
        };
    }
  };
  return (payment) => {
    const words = wordsOf(payment);
    const tomorrow = wayOf(bill, payment)?.tomorrow;
    return tomorrow === undefined
      ? words
      : { ...words, text: [words.text, t`Tomorrow ${money(tomorrow)}.`].filter(Boolean).join('\n') };
  };
}

/** The parts of the amount due, if it is late payments with their charges; otherwise which payment it is, and when it is due. */
function useDueWords(bill: InstalmentDetail): PaymentWords {
  const { t } = useLingui();
  const { due, repayments } = bill;
  const { label, when } = useQuoteWords(due);
  const late = repayments.filter(({ state }) => state === 'late');
  const unpaid = late.reduce((sum, row) => sum + row.unpaid, 0);
  const pill = due.overdueDays > 0 ? <LatePill due={due} /> : null;
  const lateWord = useLateWord();
  if (due.overdueDays > 0 && !due.dueThrough && unpaid + due.chargesOwed === bill.repayAmount) {
    const [first] = late;
    const charges = money(due.chargesOwed);
    return {
      title: t`Due now`,
      pill,
      text:
        late.length === 1 && first
          ? t`Payment ${first.periodNo} ${money(unpaid)} + ${lateWord} ${charges}.`
          : t`${late.length} late payments ${money(unpaid)} + ${lateWord} ${charges}.`,
    };
  }
  if (due.kind !== 'instalment')
    return { title: label, pill, text: [`${when}.`, bill.ifUnpaid].filter(Boolean).join(' ') };
  return {
    title: due.daysLeft <= 0 ? t`Due now` : t`Next payment`,
    text: [
      t`Payment ${due.periodNo} of ${due.periods}, due ${showDate(due.dueDate, 'short')}.`,
      due.daysLeft > 0 && !due.payoff.isAllowed && due.owedInAll > bill.repayAmount
        ? t`Paying ahead does not lower the interest.`
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  };
}
