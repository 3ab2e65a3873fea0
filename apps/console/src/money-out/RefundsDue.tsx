import { listRefundsDue, type RefundDue } from '@hiram/contract/console/money-out';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { DueIn, Money, When } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { ListTable } from '../list/ListTable.tsx';
import { useDueGroups } from '../list/useDueGroups.ts';
import { useList } from '../list/useList.ts';

/** Borrowers who paid too much. The refund itself is booked on the loan's page, where the credit is shown by its events. */
export function RefundsDue({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const groupOf = useDueGroups();
  const columns: readonly Column<RefundDue>[] = [
    {
      key: 'order',
      header: t`Loan`,
      isFixed: true,
      cell: ({ orderId }) => <span className={kit.whole}>{orderNumber(orderId)}</span>,
      narrow: 'main',
    },
    {
      key: 'who',
      header: t`Borrower`,
      narrow: 'sub',
      cell: ({ borrowerId, name, needsCheck }) => (
        <>
          <BorrowerLink borrowerId={borrowerId} name={name} />
          {needsCheck && <Status tone="danger">{t`ask the officer first`}</Status>}
        </>
      ),
    },
    { key: 'since', header: t`Credit since`, cell: ({ since }) => <When at={since} />, narrow: 'low' },
    {
      key: 'due',
      header: t`Promise`,
      isSortable: true,
      groupOf: ({ dueAt }) => groupOf(dueAt),
      filter: { kind: 'range', of: 'days' },
      cell: ({ dueAt }) => <DueIn at={dueAt} />,
      narrow: 'subEnd',
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      isFixed: true,
      filter: { kind: 'range', of: 'money', hasSpread: true },
      cell: ({ amount }) => <Money cents={amount} />,
      narrow: 'mainEnd',
    },
  ];
  const list = useList<RefundDue>({
    name: 'refunds',
    calls: listRefundsDue,
    brand,
    columns,
    ownParts: ['tab'],
    usualSort: { key: 'due', direction: 'ascending' },
  });
  return (
    <Card isFlush title={t`Refunds due`} aside={t`booked on the loan’s page`}>
      <ListTable
        list={list}
        caption={t`Refunds due`}
        rowKey={({ taskId }) => taskId}
        hrefOf={({ orderId }) => `/loan/${orderId}`}
        nothing={
          <Nothing
            title={t`No refund is due`}
            text={t`A borrower who pays too much appears here until the money is refunded.`}
          />
        }
      />
    </Card>
  );
}
