import type { ConfirmDetail } from '@hiram/contract/confirm';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { money } from '../app/settings/money.ts';
import { Amount } from '../kit/layout/Card.tsx';
import { AmountStepper } from '../lending/amount/AmountStepper.tsx';
import css from './Receive.module.css';

/** The received amount leads; the amount can be changed below it. */
export function Receive({
  offer,
  amount,
  onAmount,
}: {
  readonly offer: ConfirmDetail;
  /** Cents: the chosen amount, whose offer may not have arrived yet. */
  readonly amount: number;
  readonly onAmount: (amount: number) => void;
}): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const isPending = amount !== offer.amount;
  const fee = offer.amount - offer.netProceeds;
  const total = offer.repayments.reduce((sum, row) => sum + row.amount, 0);
  return (
    <section className={css.receive}>
      <div className={isPending ? css.old : ''}>
        <p className={css.label}>{t`You receive`}</p>
        <Amount isLead>{money(offer.netProceeds)}</Amount>
        {fee > 0 ? (
          <p className={css.label}>{t`${money(offer.amount)} less a fee of ${money(fee)}`}</p>
        ) : null}
        <p
          className={css.pays}
        >{t`You pay back ${money(total)}: ${money(total - offer.netProceeds)} more than you receive`}</p>
        <p className={css.label}>{`${offer.productName} · ${offer.rateText}`}</p>
      </div>
      {offer.amountMax > offer.amountMin ? (
        <button
          type="button"
          className={css.change}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >{t`Change amount`}</button>
      ) : null}
      {isOpen ? (
        <div className={css.stepper}>
          <p className={css.need}>{t`How much do you need?`}</p>
          <AmountStepper
            amount={amount}
            amountMin={offer.amountMin}
            amountMax={offer.amountMax}
            amountStep={offer.amountStep}
            onAmount={onAmount}
          />
        </div>
      ) : null}
    </section>
  );
}

/** The repayments as one bar of its parts: the borrowed amount and the interest. The fee is taken from what is received. */
export function PayBack({ offer }: { readonly offer: ConfirmDetail }): ReactNode {
  const { t } = useLingui();
  const total = offer.repayments.reduce((sum, row) => sum + row.amount, 0);
  const parts = [
    { name: t`Borrowed`, amount: offer.amount, look: css.borrowed },
    { name: t`Interest`, amount: total - offer.amount, look: css.interest },
  ].filter((part) => part.amount > 0);
  return (
    <section className={css.payBack}>
      <p className={css.head}>
        <span>{t`You pay back`}</span>
        <b className="num">{money(total)}</b>
      </p>
      <svg className={css.bar} viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
        {parts.map((part, index) => {
          const before = parts.slice(0, index).reduce((sum, other) => sum + other.amount, 0);
          const whole = parts.reduce((sum, other) => sum + other.amount, 0);
          const [start, width] = [(before / whole) * 1000, (part.amount / whole) * 1000];
          return <rect key={part.name} className={part.look} x={start} width={width - 4} height="8" />;
        })}
      </svg>
      <ul className={css.parts}>
        {parts.map((part) => (
          <li key={part.name}>
            <i className={part.look} />
            {part.name}
            <b className="num">{money(part.amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
