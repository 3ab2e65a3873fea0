import { listHeldPayments, postMoney, type ShownHeld } from '@hiram/contract/console/money-in';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Day, Money, When } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, SidePanel } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import { MoneyPanel } from './MoneyPanel.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { RowActions } from './RowActions.tsx';
import { useAmountColumn } from './useAmountColumn.tsx';

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
  const [chosen, setChosen] = useTextInAddress('chosen');
  const columns = useColumns();
  const row = rows.find(({ paymentId }) => paymentId === chosen) ?? rows[0];
  const table = (
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
              selected={row?.paymentId}
              onSelect={setChosen}
              onMore={more}
            />
          )
        }
      </Loaded>
    </Card>
  );
  return (
    <>
      {row === undefined ? (
        table
      ) : (
        <SidePanel label={t`The chosen payment`} list={table}>
          <MoneyPanel
            reference={row.providerPaymentId}
            amount={row.amount}
            whose={
              <span>
                <Link href={`/borrower/${row.borrowerId}`}>{row.name || t`Borrower`}</Link>
                {' · '}
                <Link href={`/loan/${row.orderId}`}>{orderNumber(row.orderId)}</Link>
              </span>
            }
            happened={t`${row.provider} reports this payment. It is held: ${row.reason}.`}
            facts={[
              ...(row.codeAmount === undefined
                ? []
                : [{ label: t`Asked for`, value: <Money cents={row.codeAmount} /> }]),
              { label: t`Paid on`, value: <Day on={row.paidOn} /> },
              { label: t`Came`, value: <When at={row.receivedAt} /> },
              { label: t`Now in the books`, value: t`in suspense, on no loan` },
            ]}
            undo={t`Posted, it counts on the loan from the day it was paid, and can be taken back on the loan’s page by two persons. Refused, the payer is refunded: that cannot be undone.`}
            actions={
              <RowActions who={props} onPost={() => setPosted(row)} onRefuse={() => setRefused(row)} />
            }
          />
        </SidePanel>
      )}
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
    </>
  );
}

function useColumns(): readonly Column<ShownHeld>[] {
  const { t } = useLingui();
  return [
    {
      key: 'order',
      header: t`Loan`,
      cell: ({ orderId }) => <span className={kit.whole}>{orderNumber(orderId)}</span>,
      narrow: 'main',
    },
    { key: 'who', header: t`Borrower`, cell: ({ name = t`Borrower` }) => name, narrow: 'low' },
    { key: 'reason', header: t`Why it is held`, cell: ({ reason }) => reason, narrow: 'sub' },
    { key: 'on', header: t`Paid on`, cell: ({ paidOn }) => <Day on={paidOn} />, narrow: 'subEnd' },
    useAmountColumn(),
  ];
}
