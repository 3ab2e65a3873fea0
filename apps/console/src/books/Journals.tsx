import {
  journalWords,
  type ListedJournal,
  listJournals,
  type ShownBookJournal,
  showJournal,
} from '@hiram/contract/console/books';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Day, Figure } from '../app/cells.tsx';
import { figureColumn } from '../app/figure-column.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, SidePanel } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { useStaffPages } from '../net/useStaffPages.ts';
import styles from './books.module.css';
import { useComponentWords } from './words.ts';

interface Props {
  readonly brand: string;
  /** The last day. */
  readonly on: string;
  /** Undefined: of every account. */
  readonly account?: string | undefined;
}

/** Journals to the end of a day; beside them the chosen one, or below them, where they stand beside their account. */
export function Journals({ brand, on, account }: Props): ReactNode {
  const { t } = useLingui();
  const [chosen] = useTextInAddress('journal');
  const list = <JournalRows brand={brand} on={on} account={account} />;
  const journal = /^\d+$/.test(chosen) && <Journal brand={brand} number={Number(chosen)} account={account} />;
  if (account === undefined && journal)
    return (
      <SidePanel label={t`Journal ${chosen}`} list={list}>
        {journal}
      </SidePanel>
    );
  return (
    <>
      {list}
      {journal}
    </>
  );
}

function JournalRows({ brand, on, account }: Props): ReactNode {
  const { t } = useLingui();
  const [chosen, choose] = useTextInAddress('journal');
  const input = { on, ...(account === undefined ? {} : { account }) };
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listJournals,
    input,
    brand,
    rowsOf: ({ journals }) => journals,
    nextOf: ({ journals, isLast }) => (isLast ? undefined : journals.at(-1)?.number),
    inputAfter: (below) => ({ ...input, below }),
  });
  const columns = useColumns(account !== undefined);
  return (
    <Card isFlush title={t`Journals`} aside={<span className={kit.muted}>{t`the newest first`}</span>}>
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Nothing title={t`No journal to the end of this day`} />
          ) : (
            <DataTable
              caption={t`Journals`}
              columns={columns}
              rows={rows}
              isLoadingMore={isLoadingMore}
              hasKeys={account === undefined}
              rowKey={({ number }) => String(number)}
              selected={chosen === '' ? undefined : chosen}
              onSelect={choose}
              onMore={more}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

/** `isAside`: in little room, where the day stands below what it is. */
function useColumns(isAside: boolean): readonly Column<ListedJournal>[] {
  const { t } = useLingui();
  const day: Column<ListedJournal> = {
    key: 'day',
    header: t`Day`,
    cell: ({ postedOn }) => <Day on={postedOn} />,
    narrow: 'subEnd',
  };
  return [
    { key: 'number', header: t`No.`, cell: ({ number }) => number, narrow: 'sub' },
    ...(isAside ? [] : [day]),
    {
      key: 'what',
      header: t`What`,
      narrow: 'main',
      cell: (row) => (
        <>
          <What journal={row} />
          {isAside && (
            <div className={kit.muted}>
              <Day on={row.postedOn} />
            </div>
          )}
        </>
      ),
    },
    figureColumn({ key: 'amount', header: t`Amount`, of: ({ amount }) => amount }),
  ];
}

interface WhatProps {
  readonly journal: Pick<ListedJournal, 'kind' | 'product' | 'relatesTo' | 'note' | 'approvalId'>;
}

/** The kind and product of a journal, the day that it belongs to, and a person's note. */
function What({ journal: { kind, product, relatesTo, note, approvalId } }: WhatProps): ReactNode {
  const { t } = useLingui();
  const what = [journalWords[kind], product, note]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
  return (
    <>
      {approvalId === undefined ? what : <Link href={`/approvals/${approvalId}`}>{what}</Link>}
      {relatesTo !== undefined && (
        <span className={kit.muted}>
          {' '}
          {t`for`} <Day on={relatesTo} />
        </span>
      )}
    </>
  );
}

interface JournalProps extends Pick<Props, 'brand' | 'account'> {
  readonly number: number;
}

/** A journal: its lines by account, and the loans that they are made of. */
function Journal({ brand, number, account }: JournalProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(showJournal, { number, ...(account === undefined ? {} : { account }) }, brand);
  return (
    <Loaded query={query}>
      {(journal) => (
        <Card isFlush title={t`Journal ${number}`} aside={<What journal={journal} />}>
          <Lines lines={journal.lines} />
          {journal.items.length > 0 && <Items journal={journal} />}
        </Card>
      )}
    </Loaded>
  );
}

/** The columns of debit and credit. `amount` in cents, debit positive. */
export function useDebitCredit(): readonly Column<{ readonly amount: number }>[] {
  const { t } = useLingui();
  const side = (
    key: string,
    header: string,
    short: string,
    sign: 1 | -1,
  ): Column<{ readonly amount: number }> => ({
    key,
    header,
    align: 'right',
    narrow: 'mainEnd',
    cell: ({ amount }) =>
      sign * amount > 0 && (
        <>
          <Figure cents={sign * amount} /> <span className={styles.onlyNarrow}>{short}</span>
        </>
      ),
  });
  return [side('debit', t`Debit`, t`Dr`, 1), side('credit', t`Credit`, t`Cr`, -1)];
}

function Lines({ lines }: Pick<ShownBookJournal, 'lines'>): ReactNode {
  const { t } = useLingui();
  const rows = lines.map((line, index) => ({ ...line, index }));
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { key: 'account', header: t`Account`, cell: (line) => `${line.account} ${line.name}`, narrow: 'main' },
    ...useDebitCredit(),
  ];
  return (
    <DataTable
      caption={t`Lines`}
      columns={columns}
      rows={rows}
      rowKey={({ index }) => String(index)}
      hasKeys={false}
    />
  );
}

/** The loans that a journal is made of: each opens. */
function Items({ journal: { items, count, rest } }: { readonly journal: ShownBookJournal }): ReactNode {
  const { t } = useLingui();
  const component = useComponentWords();
  type Item = (typeof items)[number];
  const keyOf = (item: Item) => `${item.orderId ?? item.lineId} ${item.component}`;
  const columns: readonly Column<Item>[] = [
    {
      key: 'loan',
      header: t`Loan`,
      narrow: 'main',
      cell: ({ orderId }) =>
        orderId ? <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link> : t`Line of a statement`,
    },
    { key: 'component', header: t`Part`, cell: (item) => component(item.component), narrow: 'sub' },
    figureColumn({ key: 'amount', header: t`Amount`, of: ({ amount }) => amount }),
  ];
  const more = count - items.length;
  return (
    <>
      <DataTable caption={t`Loans`} columns={columns} rows={items} rowKey={keyOf} hasKeys={false} />
      {more > 0 && (
        <p className={kit.muted}>
          {t`${more} more parts:`} <Figure cents={rest} />
        </p>
      )}
    </>
  );
}
