import type { MonthlyPayment } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { money, moneyText, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Card } from '../kit/layout/Card.tsx';
import css from './Calculator.module.css';
import { ScheduleChart } from './ScheduleChart.tsx';

/** The number of months that a long schedule shows at first. */
const firstRows = 12;

/** A schedule as a chart and as a table. The table contains everything that the chart shows. */
export function Schedule({ rows }: { readonly rows: readonly MonthlyPayment[] }): ReactNode {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, firstRows);
  const count = rows.length;
  return (
    <>
      <Card heading={t`Principal and interest`}>
        <ScheduleChart rows={rows} />
      </Card>
      <Card heading={t`Month by month`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys */}
        <section className={css.scroll} tabIndex={0} aria-label={t`Month by month`}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t`No.`}</th>
                <th scope="col">{t`Payment`}</th>
                <th scope="col">{t`Principal`}</th>
                <th scope="col">{t`Interest`}</th>
                <th scope="col">{t`Left`}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.periodNo}>
                  <th scope="row">
                    {row.periodNo}
                    {row.dueDate ? <small>{showDate(row.dueDate, 'short')}</small> : null}
                  </th>
                  <td>{moneyText(row.amount)}</td>
                  <td>{moneyText(row.principal)}</td>
                  <td>{moneyText(row.interest)}</td>
                  <td>{moneyText(row.balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {count > firstRows && !all ? (
          <Button look="quiet" onTap={() => setAll(true)}>
            {t`Show all ${count} months`}
          </Button>
        ) : null}
        <p className={css.foot}>
          {t`The last payment is ${money(rows[count - 1]?.amount ?? 0)}: it includes the rounding.`}
        </p>
      </Card>
    </>
  );
}
