import type { RepaymentRow } from '@hiram/contract/loan';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { Pill } from '../../kit/layout/Card.tsx';
import css from '../settled/LoanHistory.module.css';

/** Every repayment in words: its date with the year, its state, and what is left of it. */
export function Dates({ rows }: { readonly rows: readonly RepaymentRow[] }): ReactNode {
  const { t } = useLingui();
  const states = {
    paid: [t`Paid`, 'positive'],
    late: [t`Late`, 'danger'],
    due: [t`Due soon`, 'warning'],
    coming: [t`Upcoming`, 'info'],
  } as const;
  return (
    <ul className={css.list}>
      {rows.map((row) => {
        const [word, tone] = states[row.state];
        const part = row.unpaid > 0 && row.unpaid < row.amount;
        return (
          <li key={row.periodNo} className={css.row}>
            <span>
              {showDate(row.dueDate)} <Pill tone={tone}>{word}</Pill>
              {row.moved ? <span className={css.note}>{t`Due date moved`}</span> : null}
              {part ? <span className={css.note}>{t`Still to pay: ${money(row.unpaid)}`}</span> : null}
            </span>
            <b>{money(row.amount)}</b>
          </li>
        );
      })}
    </ul>
  );
}
