import { listHeldPayments, postMoney, type ShownHeld } from '@hiram/contract/console/money-in';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Day, Money, When } from '../app/cells.tsx';
import type { ScreenProps } from '../app/person.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import { RefuseDialog } from './RefuseDialog.tsx';
import { RowActions } from './RowActions.tsx';
import { useClosingColumns } from './useClosingColumns.tsx';

/** Payments out of proportion, which a person posts or refuses. */
export function Held(props: ScreenProps): ReactNode {
  const { t } = useLingui();
  const { brand } = props;
  const [posted, setPosted] = useState<ShownHeld>();
  const [refused, setRefused] = useState<ShownHeld>();
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listHeldPayments,
    input: {},
    brand,
    rowsOf: ({ payments }) => payments,
    nextOf: ({ payments, isLast }) => (isLast ? undefined : payments.at(-1)?.paymentId),
    inputAfter: (after) => ({ after }),
  });
  const columns = useColumns((row) => (
    <RowActions who={props} onPost={() => setPosted(row)} onRefuse={() => setRefused(row)} />
  ));
  return (
    <Card isFlush title={t`Held payments`} aside={t`nothing is posted until a person decides`}>
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Nothing
              title={t`No payment is held`}
              text={t`A payment is held if its amount or day is out of proportion to its code.`}
            />
          ) : (
            <DataTable
              caption={t`Held payments`}
              columns={columns}
              rows={rows}
              isLoadingMore={isLoadingMore}
              rowKey={({ paymentId }) => paymentId}
              hrefOf={({ orderId }) => `/loan/${orderId}`}
              onMore={more}
            />
          )
        }
      </Loaded>
      {posted && (
        <ActionDialog
          title={t`Post this payment`}
          about={<Money cents={posted.amount} />}
          calls={postMoney}
          request={{ entry: 'held', id: posted.paymentId }}
          draft={`moneyIn.post ${posted.paymentId}`}
          brand={brand}
          onClose={() => setPosted(undefined)}
        />
      )}
      {refused && (
        <RefuseDialog
          entry="held"
          id={refused.paymentId}
          about={refused.providerPaymentId}
          brand={brand}
          onClose={() => setRefused(undefined)}
        />
      )}
    </Card>
  );
}

function useColumns(doings: (row: ShownHeld) => ReactNode): readonly Column<ShownHeld>[] {
  const { t } = useLingui();
  return [
    {
      key: 'order',
      header: t`Loan`,
      cell: ({ orderId }) => <span className={kit.whole}>{orderNumber(orderId)}</span>,
      narrow: 'main',
    },
    { key: 'who', header: t`Borrower`, cell: ({ name = '–' }) => name, narrow: 'low' },
    { key: 'reason', header: t`Why it is held`, cell: ({ reason }) => reason, narrow: 'sub' },
    {
      key: 'code',
      header: t`Asked for`,
      align: 'right',
      cell: ({ codeAmount }) => (codeAmount === undefined ? '–' : <Money cents={codeAmount} />),
      narrow: 'lowEnd',
    },
    {
      key: 'by',
      header: t`By`,
      cell: (row) => <Reference text={`${row.provider} ${row.providerPaymentId}`} />,
    },
    { key: 'on', header: t`Paid on`, cell: ({ paidOn }) => <Day on={paidOn} /> },
    { key: 'since', header: t`Since`, cell: ({ receivedAt }) => <When at={receivedAt} /> },
    ...useClosingColumns(doings),
  ];
}
