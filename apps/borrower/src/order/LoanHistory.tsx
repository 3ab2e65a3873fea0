import type { PastPayment, RepaymentRow } from '@hiram/contract/loan';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../app/money.ts';
import { Card, Pill } from '../kit/Card.tsx';
import css from './LoanHistory.module.css';

/** The repayments of a disbursed loan with their final dates and states. */
export function Repayments({ rows }: { readonly rows: readonly RepaymentRow[] }): ReactNode {
  const { t } = useLingui();
  if (rows.length === 0) return null;
  const states = {
    paid: [t`Paid`, 'positive'],
    late: [t`Late`, 'danger'],
    due: [t`Due soon`, 'warning'],
    coming: [t`Upcoming`, 'info'],
  } as const;
  return (
    <Card heading={rows.length > 1 ? t`Your repayments` : t`Your repayment`}>
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
    </Card>
  );
}

/** The payments so far with their allocations, newest first. */
export function Payments({ rows }: { readonly rows: readonly PastPayment[] }): ReactNode {
  const { t } = useLingui();
  if (rows.length === 0) return null;
  const states = {
    posted: undefined,
    review: [t`Being checked`, 'info'],
    reversed: [t`Reversed`, 'danger'],
  } as const;
  return (
    <Card heading={t`Your payments`}>
      <ul className={css.list}>
        {rows.map((row, index) => {
          const state = states[row.state];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id here and keep their order
            <li key={index} className={css.row}>
              <span>
                {showDate(row.date)} {state ? <Pill tone={state[1]}>{state[0]}</Pill> : null}
                <span className={css.note}>
                  {row.kind === 'refund' ? <Trans>Refunded to you</Trans> : row.channel}
                </span>
                {row.rows.map((line) => (
                  <span key={line.text} className={css.note}>
                    {line.text} {money(line.amount)}
                  </span>
                ))}
              </span>
              <b>{row.kind === 'refund' ? `−${money(row.amount)}` : money(row.amount)}</b>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
