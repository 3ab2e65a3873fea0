import { listTransfers, type ShownTransfer } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Money } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Reference } from '../kit/Reference.tsx';
import { Status } from '../kit/Status.tsx';
import type { Column } from '../kit/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import styles from './money-in.module.css';
import { TransferDetail } from './TransferDetail.tsx';

const referenceOf = ({ reference }: ShownTransfer): ReactNode => <Reference text={reference} />;

/** Claims of transfers that wait, and the chosen one beside its receipt and the bank's statement. */
export function Transfers(props: ScreenProps): ReactNode {
  const { t } = useLingui();
  const { brand } = props;
  const [chosen, setChosen] = useTextInAddress('chosen');
  // What was decided here leaves the list at once: the list is read again a moment later.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listTransfers,
    input: {},
    brand,
    rowsOf: ({ transfers }) => transfers.filter(({ transferId }) => !decided.has(transferId)),
    nextOf: ({ transfers, isLast }) => (isLast ? undefined : transfers.at(-1)?.transferId),
    inputAfter: (after) => ({ after }),
  });
  const columns: readonly Column<ShownTransfer>[] = [
    { key: 'reference', header: t`Reference`, cell: referenceOf, narrow: 'main' },
    {
      key: 'match',
      header: t`Statement`,
      cell: (row) => <Match transfer={row} />,
      narrow: 'subEnd',
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
      narrow: 'mainEnd',
    },
  ];
  const shown = rows.find(({ transferId }) => transferId === chosen) ?? rows[0];
  return (
    <Loaded query={query}>
      {() =>
        shown === undefined ? (
          <Card>
            <Nothing
              title={t`No transfer waits`}
              text={t`A transfer appears here when a borrower names its reference. Import the bank’s statement to see what came in without a claim.`}
            />
          </Card>
        ) : (
          <div className={styles.beside}>
            <Card isFlush title={t`Transfers that wait`}>
              <DataTable
                caption={t`Transfers that wait`}
                {...{ columns, rows, isLoadingMore }}
                rowKey={({ transferId }) => transferId}
                selected={shown.transferId}
                onSelect={setChosen}
                onOpen={({ transferId }) => setChosen(transferId)}
                onMore={more}
              />
            </Card>
            <TransferDetail
              key={shown.transferId}
              {...props}
              transferId={shown.transferId}
              onDecided={(transferId) => setDecided(new Set([...decided, transferId]))}
            />
          </div>
        )
      }
    </Loaded>
  );
}

/** The agreement of the bank's statements with a claim. */
export function Match({ transfer }: { readonly transfer: ShownTransfer }): ReactNode {
  const { t } = useLingui();
  const { match, rivals } = transfer;
  if (rivals > 0) return <Status tone="warn">{t`${rivals + 1} claim it`}</Status>;
  if (match === 'fits') return <Status tone="good">{t`fits`}</Status>;
  if (match === 'otherAmount') return <Status tone="waiting">{t`amount differs`}</Status>;
  return <Status tone="plain">{t`no line`}</Status>;
}
