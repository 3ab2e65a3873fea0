import { listStatementLines, type ShownStatementLine, setLineAside } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { Day, Money } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, SidePanel } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { useStaffPages } from '../net/useStaffPages.ts';
import { MoneyPanel } from './MoneyPanel.tsx';
import styles from './money-in.module.css';
import { PostLine } from './PostLine.tsx';
import { useAmountColumn } from './useAmountColumn.tsx';

/** Lines of the bank's statements that came in and belong to no posted transfer. */
export function Lines({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [posted, setPosted] = useState<ShownStatementLine>();
  const [aside, setAside] = useState<ShownStatementLine>();
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listStatementLines,
    input: {},
    brand,
    rowsOf: ({ lines }) => lines,
    nextOf: ({ lines, isLast }) => (isLast ? undefined : lines.at(-1)?.lineId),
    inputAfter: (after) => ({ after }),
  });
  const mayPost = hasRight(person, 'moneyIn.post', brand);
  const mayDecide = hasRight(person, 'moneyIn.import', brand);
  const columns: readonly Column<ShownStatementLine>[] = [
    {
      key: 'reference',
      header: t`Reference`,
      cell: ({ reference }) => <Reference text={reference} />,
      narrow: 'main',
    },
    { key: 'on', header: t`Booked`, cell: ({ bookedOn }) => <Day on={bookedOn} />, narrow: 'sub' },
    useAmountColumn(),
  ];
  const [chosen, setChosen] = useTextInAddress('chosen');
  const row = rows.find(({ lineId }) => lineId === chosen) ?? rows[0];
  const table = (
    <Card isFlush title={t`Came in, and nobody claimed it`}>
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Nothing
              title={t`Every line belongs to a transfer`}
              text={t`After an import, lines that no posted transfer uses appear here.`}
            />
          ) : (
            <DataTable
              caption={t`Lines that nobody claimed`}
              columns={columns}
              rows={rows}
              isLoadingMore={isLoadingMore}
              rowKey={({ lineId }) => lineId}
              selected={row?.lineId}
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
        <SidePanel label={t`The chosen line`} list={table}>
          <MoneyPanel
            reference={row.reference}
            amount={row.amount}
            happened={t`It came in by the bank’s statement, and no borrower claims it.`}
            facts={[
              { label: t`Booked`, value: <Day on={row.bookedOn} /> },
              { label: t`Account`, value: row.account },
              { label: t`Statement`, value: t`line ${row.lineNo} of ${row.file}` },
              { label: t`Now in the books`, value: t`Unidentified money, on no loan` },
            ]}
            undo={t`Posted to a loan by two persons, it can be taken back on the loan’s page. Set aside, no money moves.`}
            actions={
              <span className={styles.doings}>
                {mayPost && <Button onClick={() => setPosted(row)}>{t`Post …`}</Button>}
                {mayDecide && <Button onClick={() => setAside(row)}>{t`Set aside …`}</Button>}
              </span>
            }
          />
        </SidePanel>
      )}
      {posted && <PostLine line={posted} brand={brand} onClose={() => setPosted(undefined)} />}
      {aside && <AsideDialog line={aside} brand={brand} onClose={() => setAside(undefined)} />}
    </>
  );
}

interface AsideProps {
  readonly line: ShownStatementLine;
  readonly brand: string;
  readonly onClose: () => void;
}

function AsideDialog({ line, brand, onClose }: AsideProps): ReactNode {
  const { t } = useLingui();
  const setting = useStaffAction(setLineAside, brand);
  return (
    <ReasonDialog
      title={t`Set this line aside`}
      about={<Money cents={line.amount} />}
      action={t`Set aside`}
      call={setting}
      draft={`moneyIn.aside ${line.lineId}`}
      label={t`What it is`}
      max={200}
      onSend={(reason) => setting.mutateAsync({ lineId: line.lineId, reason })}
      onClose={onClose}
    >
      <p>{t`It is no borrower’s payment: interest, a fee, an own transfer. No money moves.`}</p>
    </ReasonDialog>
  );
}
