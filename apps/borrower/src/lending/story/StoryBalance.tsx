import type { DueCard } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money } from '../../app/settings/money.ts';
import css from './LoanStory.module.css';

/**
 * The rest of the loan: what is left of its repayments, with charges for late days and a refund owed in lines
 * of their own; then the payments so far as a bar. Cents.
 */
export function StoryBalance({
  owed,
  due,
  paid = 0,
  children,
}: {
  readonly owed: number;
  readonly due: Pick<DueCard, 'chargesOwed' | 'refundReceivable'> | undefined;
  readonly paid?: number;
  /** The charges in lines of their own, in place of their sum. */
  readonly children?: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  const { chargesOwed = 0, refundReceivable = 0 } = due ?? {};
  const total = paid + owed;
  return (
    <div className={css.balance}>
      <p className={css.line}>
        <span>{t`Left to pay`}</span>
        <b>{money(owed)}</b>
      </p>
      {chargesOwed + refundReceivable > 0 ? (
        <>
          <BalancePart name={t`Payments`} amount={owed - chargesOwed - refundReceivable} />
          {children ?? <BalancePart name={t`For late days`} amount={chargesOwed} />}
          <BalancePart name={t`Refund to be paid back`} amount={refundReceivable} />
        </>
      ) : null}
      {paid > 0 ? (
        <>
          <span className={css.bar}>
            <i style={{ width: `${(paid / total) * 100}%` }} />
          </span>
          <p className={css.line}>
            <small>{t`${money(paid)} paid`}</small>
            <small>{t`of ${money(total)}`}</small>
          </p>
        </>
      ) : null}
    </div>
  );
}

/** A part of the balance; nothing where there is none of it. Cents. */
export function BalancePart({
  name,
  amount,
}: {
  readonly name: ReactNode;
  readonly amount: number;
}): ReactNode {
  return amount > 0 ? (
    <p className={css.line}>
      <small>{name}</small>
      <small>{money(amount)}</small>
    </p>
  ) : null;
}
