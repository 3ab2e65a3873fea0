import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../../app/cells.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import kit from '../../kit/kit.module.css';
import { Card } from '../../kit/Page.tsx';
import styles from '../loan.module.css';
import type { ShownLoan } from '../types.ts';
import { InstalmentState } from './InstalmentState.tsx';
import { ScheduleChart } from './ScheduleChart.tsx';

/** The repayments as a chart and as a table: the same figures. */
export function Schedule({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  if (loan.schedule.length === 0) return null;
  return (
    <Card
      title={t`Schedule`}
      aside={
        <Button hotkey="T" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t`As a table`}
        </Button>
      }
      isFlush
    >
      {isTable ? <ScheduleTable loan={loan} /> : <ScheduleChart loan={loan} />}
    </Card>
  );
}

function ScheduleTable({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  return (
    // A narrow page scrolls it, also by the keys of whoever uses no mouse.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must have the focus
    <section className={styles.scroll} tabIndex={0} aria-label={t`Instalments`}>
      <table className={kit.table}>
        <caption>{t`Instalments`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`No.`}</th>
            <th scope="col">{t`Due`}</th>
            <th scope="col" className={styles.right}>{t`Paid`}</th>
            <th scope="col" className={styles.right}>{t`Principal`}</th>
            <th scope="col" className={styles.right}>{t`Interest`}</th>
            <th scope="col" className={styles.right}>{t`Late charge`}</th>
            <th scope="col" className={styles.right}>{t`Penalty`}</th>
            <th scope="col">{t`State`}</th>
          </tr>
        </thead>
        <tbody>
          {loan.schedule.map((one) => (
            <tr key={one.no}>
              <th scope="row">{one.no}</th>
              <td>
                <Day on={one.dueDate} />
              </td>
              <Amount cents={one.principalPaid + one.interestPaid} />
              <Amount cents={one.principal - one.principalPaid} />
              <Amount cents={one.interest - one.interestPaid} />
              <Amount cents={one.lateOwed} />
              <Amount cents={one.penaltyOwed} />
              <td>
                <InstalmentState instalment={one} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Amount({ cents }: { readonly cents: number }): ReactNode {
  return <td className={styles.right}>{cents === 0 ? '–' : <Money cents={cents} />}</td>;
}
