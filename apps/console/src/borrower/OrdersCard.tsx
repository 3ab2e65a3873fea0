import type { BorrowersOrder } from '@hiram/contract/console/borrower';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, DayOf, DaysLate, Money } from '../app/cells.tsx';
import { statusTones } from '../app/status-tones.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';

/** The borrower's applications and loans, newest first. */
export function OrdersCard({ orders }: { readonly orders: readonly BorrowersOrder[] }): ReactNode {
  const { t } = useLingui();
  return (
    <Card title={t`Loans`} aside={orders.length} isFlush>
      {orders.length === 0 ? (
        <Nothing icon="plain" title={t`No loan yet`} text={t`They registered and did not apply.`} />
      ) : (
        <DataTable<BorrowersOrder>
          caption={t`Loans of the borrower`}
          rows={orders}
          rowKey={({ orderId }) => orderId}
          hrefOf={({ orderId }) => `/loan/${orderId}`}
          columns={[
            {
              key: 'product',
              header: t`Product`,
              cell: ({ product }) => product,
              narrow: 'main',
            },
            {
              key: 'state',
              header: t`State`,
              cell: (order) => (
                <>
                  <OrderState order={order} />
                  <span className={kit.under}>
                    {order.paidOutOn === undefined ? (
                      <>
                        {t`applied`} <DayOf at={order.appliedAt} />
                      </>
                    ) : (
                      <>
                        {t`paid out`} <Day on={order.paidOutOn} />
                      </>
                    )}
                  </span>
                </>
              ),
              narrow: 'sub',
            },
            {
              key: 'amount',
              header: t`Amount`,
              cell: ({ amount }) => <Money cents={amount} />,
              align: 'right',
              narrow: 'mainEnd',
            },
            {
              key: 'due',
              header: t`Due`,
              cell: ({ due, dueOn, daysLate }) => (
                <>
                  <Money cents={due} />
                  {dueOn !== undefined && (
                    <span className={kit.under}>
                      {daysLate > 0 ? t`since` : t`next due`} <Day on={dueOn} />
                    </span>
                  )}
                </>
              ),
              align: 'right',
              narrow: 'lowEnd',
            },
            {
              key: 'owed',
              header: t`Owed today`,
              cell: ({ owed }) => <Money cents={owed} />,
              align: 'right',
              narrow: 'subEnd',
            },
          ]}
        />
      )}
    </Card>
  );
}

function OrderState({ order }: { readonly order: BorrowersOrder }): ReactNode {
  const { t } = useLingui();
  const { status, daysLate, settledOn } = order;
  const words: Readonly<Record<BorrowersOrder['status'], ReactNode>> = {
    applied: t`Applied`,
    rejected: t`Rejected`,
    approved: t`Approved`,
    active: t`Running`,
    dueSoon: t`Due soon`,
    overdue: <DaysLate days={daysLate} />,
    settled: t`Settled`,
  };
  return (
    <Status tone={statusTones[status]}>
      {words[status]} {settledOn !== undefined && <Day on={settledOn} />}
    </Status>
  );
}
