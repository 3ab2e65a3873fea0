import { listRefundsDue } from '@hiram/contract/console/money-out';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DueIn, Money, When } from '../app/cells.tsx';
import { DataTable } from '../kit/DataTable.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import type { Column } from '../kit/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';

type Refund = StaffOutput<typeof listRefundsDue>['refunds'][number];

/** Borrowers who paid too much. The refund itself is booked on the loan's page, where the credit is shown by its events. */
export function RefundsDue({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listRefundsDue,
    input: {},
    brand,
    rowsOf: ({ refunds }) => refunds,
    nextOf: ({ refunds, isLast }) => (isLast ? undefined : refunds.at(-1)),
    inputAfter: ({ taskId, dueAt }) => ({ after: { taskId, dueAt } }),
  });
  const columns: readonly Column<Refund>[] = [
    { key: 'order', header: t`Loan`, cell: ({ orderId }) => orderNumber(orderId), narrow: 'main' },
    { key: 'since', header: t`Credit since`, cell: ({ since }) => <When at={since} />, narrow: 'sub' },
    { key: 'due', header: t`Promise`, cell: ({ dueAt }) => <DueIn at={dueAt} />, narrow: 'subEnd' },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
      narrow: 'mainEnd',
    },
  ];
  return (
    <Card isFlush title={t`Refunds due`} aside={t`booked on the loan’s page`}>
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Nothing
              title={t`No refund is due`}
              text={t`A borrower who pays too much appears here until the money is refunded.`}
            />
          ) : (
            <DataTable
              caption={t`Refunds due`}
              {...{ columns, rows, isLoadingMore }}
              rowKey={({ orderId }) => orderId}
              hrefOf={({ orderId }) => `/loan/${orderId}`}
              onMore={more}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
