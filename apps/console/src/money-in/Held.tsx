import { listHeldPayments, postMoney, type ShownHeld } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Day, Money, When } from '../app/cells.tsx';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import type { Column } from '../kit/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import { Doings } from './Doings.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';

/** Payments out of proportion, which a person posts or refuses. */
export function Held({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [posted, setPosted] = useState<ShownHeld>();
  const [refused, setRefused] = useState<ShownHeld>();
  const { query, rows, more, isLoadingMore } = useStaffPages({
    ...{ call: listHeldPayments, input: {}, brand },
    rowsOf: ({ payments }) => payments,
    nextOf: ({ payments, isLast }) => (isLast ? undefined : payments.at(-1)?.paymentId),
    inputAfter: (after) => ({ after }),
  });
  const columns = useColumns(person, brand, { onPost: setPosted, onRefuse: setRefused });
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
              {...{ columns, rows, isLoadingMore }}
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

interface RowActions {
  readonly onPost: (row: ShownHeld) => void;
  readonly onRefuse: (row: ShownHeld) => void;
}

function useColumns(
  person: Person,
  brand: string,
  { onPost, onRefuse }: RowActions,
): readonly Column<ShownHeld>[] {
  const { t } = useLingui();
  const may = {
    post: hasRight(person, 'moneyIn.post', brand),
    refuse: hasRight(person, 'moneyIn.refuse', brand),
  };
  return [
    { key: 'order', header: t`Loan`, cell: ({ orderId }) => orderId.slice(-8), narrow: 'main' },
    { key: 'reason', header: t`Why it is held`, cell: ({ reason }) => reason, narrow: 'sub' },
    { key: 'by', header: t`By`, cell: (row) => `${row.provider} ${row.providerPaymentId}` },
    { key: 'on', header: t`Paid on`, cell: ({ paidOn }) => <Day on={paidOn} /> },
    { key: 'since', header: t`Since`, cell: ({ receivedAt }) => <When at={receivedAt} /> },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
      narrow: 'mainEnd',
    },
    {
      key: 'do',
      header: t`Actions`,
      cell: (row) => <Doings may={may} onPost={() => onPost(row)} onRefuse={() => onRefuse(row)} />,
      narrow: 'subEnd',
    },
  ];
}
