import type { ConfirmDetail } from '@hiram/contract/confirm';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, showDate } from '../app/money.ts';
import { Bars } from '../kit/Bars.tsx';
import { Card } from '../kit/Card.tsx';
import css from './Confirm.module.css';

/** The repayments: a chart and a list if there are several, otherwise one line. */
export function Plan({
  offer,
  perPeriod,
}: {
  readonly offer: ConfirmDetail;
  readonly perPeriod: boolean;
}): ReactNode {
  const { t } = useLingui();
  const rows = offer.repayments;
  return (
    <Card heading={rows.length > 1 ? t`Your repayments` : t`Your repayment`}>
      {perPeriod && rows.length > 1 ? (
        <Bars
          repayments={rows.map((row) => ({
            principal: row.principal,
            interest: row.interest,
            date: showDate(row.dueDate, 'short'),
            amount: money(row.amount),
          }))}
          words={{ principal: t`principal`, interest: t`interest` }}
        />
      ) : null}
      <ul className={css.plan}>
        {rows.map((row) => (
          <li key={row.title}>
            <span>
              {row.title} · {showDate(row.dueDate)}
              <small>{row.description}</small>
            </span>
            <b>{money(row.amount)}</b>
          </li>
        ))}
      </ul>
      <p
        className={css.lead}
      >{t`Dates are counted from today as an example; the final ones follow from the day you receive the money.`}</p>
    </Card>
  );
}
