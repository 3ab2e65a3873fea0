import { listTransfers, type ShownTransfer } from '@hiram/contract/console/money-in';
import { maxPosts } from '@hiram/contract/console/post-many';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { DueIn, Money } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, SidePanel } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import { Agrees, Result } from './Agreement.tsx';
import styles from './money-in.module.css';
import { PostMany } from './PostMany.tsx';
import { TransferDetail } from './TransferDetail.tsx';

/** Claims of transfers that wait, compared with the bank's lines; those that match are posted together. */
export function Transfers(props: ScreenProps): ReactNode {
  const { t } = useLingui();
  const { brand, person } = props;
  const [chosen, setChosen] = useTextInAddress('chosen');
  const [keys, setKeys] = useState<ReadonlySet<string>>();
  // What is posted stays as it was checked, also when the list is read again without it.
  const [posted, setPosted] = useState<readonly ShownTransfer[]>();
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
  const columns = useColumns(rows);
  const mayPost = hasRight(person, 'moneyIn.post', brand);
  const matching = new Set<string>(
    rows.filter(({ result }) => result === 'matches').map(({ transferId }) => transferId),
  );
  // Until the person changes it, what matches is checked.
  const checkedRows = rows.filter(({ transferId }) => (keys ?? matching).has(transferId));
  const checked = {
    keys: new Set<string>(checkedRows.map(({ transferId }) => transferId)),
    max: maxPosts,
    onChange: setKeys,
    ofAll: { keys: matching, label: t`check what matches` },
  };
  const shown = rows.find(({ transferId }) => transferId === chosen) ?? rows[0];
  const decide = (ids: readonly string[]) => {
    setDecided(new Set([...decided, ...ids]));
    setKeys(undefined);
  };
  return (
    <>
      {posted && (
        <PostMany
          person={person}
          brand={brand}
          rows={posted}
          onClose={(done) => {
            setPosted(undefined);
            decide(done);
          }}
        />
      )}
      <Loaded query={query}>
        {() =>
          shown === undefined ? (
            <Card>
              <Nothing
                title={t`Every reported transfer is posted`}
                text={t`A transfer appears here when a borrower names its reference. Import the bank’s statement to see what came in without a claim.`}
              />
            </Card>
          ) : (
            <SidePanel
              label={t`The chosen transfer`}
              list={
                <Card isFlush>
                  <DataTable
                    caption={t`Transfers that wait`}
                    columns={columns}
                    rows={rows}
                    isLoadingMore={isLoadingMore}
                    rowKey={({ transferId }) => transferId}
                    selected={shown.transferId}
                    onSelect={setChosen}
                    onMore={more}
                    {...(mayPost ? { checked } : {})}
                  />
                  {mayPost && checkedRows.length > 0 && (
                    <BulkBar rows={checkedRows} matching={matching} onPost={() => setPosted(checkedRows)} />
                  )}
                </Card>
              }
            >
              <TransferDetail
                key={shown.transferId}
                {...props}
                transferId={shown.transferId}
                onDecided={(transferId) => decide([transferId])}
              />
            </SidePanel>
          )
        }
      </Loaded>
    </>
  );
}

function useColumns(rows: readonly ShownTransfer[]): readonly Column<ShownTransfer>[] {
  const { t } = useLingui();
  return [
    {
      key: 'reference',
      header: t`Reference`,
      cell: ({ reference }) => <Reference text={reference} />,
      narrow: 'main',
    },
    {
      key: 'borrower',
      header: t`Borrower, loan`,
      cell: ({ name, orderId }) => (
        <>
          {name || '–'}
          <span className={kit.under}>{orderNumber(orderId)}</span>
        </>
      ),
      narrow: 'sub',
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
      narrow: 'mainEnd',
    },
    ...(rows.some(({ sender }) => sender !== 'none')
      ? [{ key: 'sender', header: t`Sender`, cell: ({ sender }: ShownTransfer) => <Agrees value={sender} /> }]
      : []),
    { key: 'agrees', header: t`Ref.`, cell: ({ referenceAgrees }) => <Agrees value={referenceAgrees} /> },
    { key: 'sum', header: t`Sum`, cell: ({ sum }) => <Agrees value={sum} /> },
    {
      key: 'result',
      header: t`Result`,
      cell: ({ result }) => <Result result={result} />,
      narrow: 'subEnd',
    },
    {
      key: 'left',
      header: t`Left`,
      align: 'right',
      cell: ({ dueAt }) => (dueAt === undefined ? '–' : <DueIn at={dueAt} />),
    },
  ];
}

interface BulkBarProps {
  readonly rows: readonly ShownTransfer[];
  readonly matching: ReadonlySet<string>;
  readonly onPost: () => void;
}

/** The checked claims, and the button that posts them. */
function BulkBar({ rows, matching, onPost }: BulkBarProps): ReactNode {
  const { t } = useLingui();
  const sum = rows.reduce((total, { amount }) => total + amount, 0);
  const others = rows.filter(({ transferId }) => !matching.has(transferId)).length;
  const loans = new Set(rows.map(({ orderId }) => orderId)).size;
  return (
    <div className={styles.bulk}>
      <p>
        <strong>
          {others === 0
            ? t`${rows.length} match by reference and sum`
            : t`${rows.length} checked, ${others} of them do not match`}
        </strong>
        <br />
        <span className={styles.bulkNote}>
          <Money cents={sum} /> {loans === 1 ? t`to one loan` : t`to ${loans} loans`}.{' '}
          {others > 0 && t`What does not match is left out.`}
        </span>
      </p>
      <Button look="primary" hotkey="send" hotkeyLabel={t`post the checked`} onClick={onPost}>
        <Icon name="approval" />
        <span>
          {t`Post ${rows.length - others}`} · <Money cents={sum} />
        </span>
      </Button>
    </div>
  );
}
