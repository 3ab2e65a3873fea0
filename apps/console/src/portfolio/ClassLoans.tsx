import { type LateKind, lateWords, listPortfolioLoans } from '@hiram/contract/console/portfolio';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { figureColumn } from '../app/figure-column.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import type { PortfolioPart } from './shown-portfolio.ts';

type Loan = StaffOutput<typeof listPortfolioLoans>['loans'][number];

interface Props {
  readonly brand: string;
  readonly late?: LateKind;
  readonly lentIn?: string;
  readonly part: PortfolioPart;
}

/** The loans of a class, or more than 30 days late of a month, at the end of the last day that is posted. */
export function ClassLoans({ brand, late, lentIn, part }: Props): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const query = useStaffCall(
    listPortfolioLoans,
    { ...part, ...(late ? { late } : {}), ...(lentIn === undefined ? {} : { lentIn }) },
    brand,
  );
  const on = query.data?.loans[0]?.on;
  const columns: readonly Column<Loan>[] = [
    {
      key: 'loan',
      header: t`Loan`,
      narrow: 'main',
      cell: ({ orderId }) => <span className={kit.whole}>{orderNumber(orderId)}</span>,
    },
    { key: 'product', header: t`Product`, narrow: 'sub', cell: ({ product }) => product },
    {
      key: 'late',
      // The books end with the last posted day: a loan's own page counts to today.
      header: on === undefined ? t`Days late` : t`Days late on ${dates.day(on)}`,
      align: 'right',
      narrow: 'subEnd',
      cell: ({ daysLate }) => daysLate,
    },
    figureColumn({ key: 'principal', header: t`Principal`, of: ({ principal }) => principal }),
  ];
  const name = late && lateWords[late];
  const lent = dates.month(lentIn ?? '');
  const title =
    name === undefined ? t`Lent in ${lent}, more than 30 days late` : t`Loans, days late: ${name}`;
  return (
    <Loaded query={query}>
      {({ loans, count }) => (
        <Card title={title} aside={t`${loans.length} of ${count}`} isFlush>
          <DataTable
            caption={title}
            columns={columns}
            rows={loans}
            rowKey={({ orderId }) => orderId}
            hrefOf={({ orderId }) => `/loan/${orderId}`}
          />
        </Card>
      )}
    </Loaded>
  );
}
