import type { DueCard } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money } from '../../app/settings/money.ts';
import css from './LoanStory.module.css';

/**
 * The rest of the loan: what is left of its repayments, with charges for late days and a refund owed in lines of their own; then the
 * payments so far as a bar. Cents.
 */
export function StoryBalance({
  owed,
  due,
  paid = 0,
}: {
  readonly owed: number;
  readonly due: Pick<DueCard, 'chargesOwed' | 'refundOwed'> | undefined;
  readonly paid?: number;
}): ReactNode {
  const { t } = useLingui();
  const { chargesOwed = 0, refundOwed = 0 } = due ?? {};
  const total = paid + owed;
  return (
    <div className={css.balance}>
      <p className={css.line}>
        <span>{t`Total balance`}</span>
        <b>{money(owed)}</b>
      </p>
      {chargesOwed + refundOwed > 0 ? (
        <p className={css.line}>
          <small>{t`Payments: ${money(owed - chargesOwed - refundOwed)}`}</small>
          {chargesOwed > 0 ? <small>{t`For late days: ${money(chargesOwed)}`}</small> : null}
          {refundOwed > 0 ? <small>{t`Refund to be paid back: ${money(refundOwed)}`}</small> : null}
        </p>
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
