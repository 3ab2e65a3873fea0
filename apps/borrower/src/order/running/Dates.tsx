import type { RepaymentRow } from '@hiram/contract/loan';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../../app/settings/money.ts';
import { Pill, Rows } from '../../kit/layout/Card.tsx';

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
    <Rows
      rows={rows.map((row) => {
        const [word, tone] = states[row.state];
        const isPart = row.unpaid > 0 && row.unpaid < row.amount;
        const notes = [row.moved && t`Due date moved`, isPart && t`Still to pay: ${money(row.unpaid)}`];
        return {
          text: (
            <>
              {showDate(row.dueDate)} <Pill tone={tone}>{word}</Pill>
            </>
          ),
          value: money(row.amount),
          note: notes.filter(Boolean).join(' · '),
        };
      })}
    />
  );
}
