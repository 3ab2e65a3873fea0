import type { Instalment } from '@hiram/contract/console/loan-shapes';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../../app/cells.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { Card } from '../../kit/Page.tsx';
import { column, figures } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/DataTable.tsx';
import type { Column } from '../../kit/table/table-types.ts';
import type { ShownLoan } from '../types.ts';
import { InstalmentState } from './InstalmentState.tsx';
import { ScheduleChart } from './ScheduleChart.tsx';

/** The repayments as a chart and as a table: the same figures. */
export function Schedule({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  const [isTable, setTable] = useState(true);
  if (loan.schedule.length === 0) return null;
  return (
    <Card
      title={t`Schedule`}
      aside={
        <Button hotkey="turn" aria-pressed={!isTable} onClick={() => setTable(!isTable)}>
          {t`As a chart`}
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
  const amount = (key: string, header: string, cents: (one: Instalment) => number) =>
    figures<Instalment>(key, header, (one) => (cents(one) === 0 ? '–' : <Money cents={cents(one)} />), {
      narrow: 'more',
    });
  const columns: readonly Column<Instalment>[] = [
    column(
      'due',
      t`Due`,
      ({ no, dueDate }) => (
        <>
          {no} · <Day on={dueDate} />
        </>
      ),
      { narrow: 'main' },
    ),
    column('state', t`State`, (one) => <InstalmentState instalment={one} />, { narrow: 'sub' }),
    amount('principal', t`Principal`, ({ principal }) => principal),
    amount('interest', t`Interest`, ({ interest }) => interest),
    amount('late', t`Late charge`, ({ lateOwed, penaltyOwed }) => lateOwed + penaltyOwed),
    amount('paid', t`Paid`, ({ principalPaid, interestPaid }) => principalPaid + interestPaid),
    figures('left', t`To pay`, (one) => <Money cents={leftOf(one)} />, { narrow: 'mainEnd' }),
  ];
  return (
    <DataTable
      caption={t`Instalments`}
      columns={columns}
      rows={loan.schedule}
      rowKey={({ no }) => String(no)}
      hasKeys={false}
    />
  );
}

const leftOf = ({ principal, principalPaid, interest, interestPaid, lateOwed, penaltyOwed }: Instalment) =>
  principal - principalPaid + interest - interestPaid + lateOwed + penaltyOwed;
