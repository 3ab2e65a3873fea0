import type { InstalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showDate } from '../../app/settings/money.ts';
import css from '../Repay.module.css';

/** From which day the loan can be paid, or paid off, if not today. */
export function PayableFrom({ due }: { readonly due: InstalmentDetail['due'] }): ReactNode {
  const { t } = useLingui();
  if (due.kind !== 'maturity' && (due.payoff.isAllowed || due.coolingOff)) return null;
  return (
    <p className={css.from}>
      {due.kind === 'maturity'
        ? t`You can pay this loan off early from ${showDate(due.payoff.date)}.`
        : t`You can pay off the whole loan from ${showDate(due.payoff.date)}.`}
    </p>
  );
}
