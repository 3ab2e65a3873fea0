import { countComplaints, listComplaints } from '@hiram/contract/console/complaint';
import type { ComplaintList, ComplaintRow } from '@hiram/contract/console/complaint-view';
import { borrowerNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DueIn, When } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { ListTable } from '../list/ListTable.tsx';
import { useDueGroups } from '../list/useDueGroups.ts';
import { useList } from '../list/useList.ts';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './complaint.module.css';
import { complaintTables } from './useComplaints.ts';

/** Complaints by their promise, or answered ones by their answer. */
export function Complaints({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [list, setList] = useChoiceInAddress<ComplaintList>('list', [
    'open',
    'mine',
    'escalated',
    'answered',
  ]);
  const counts = useStaffCall(countComplaints, {}, brand).data;
  const count = (number: number | undefined) => (number === undefined ? {} : { count: number });
  const options = [
    { value: 'open', label: t`Open`, ...count(counts?.open) },
    { value: 'mine', label: t`Mine`, ...count(counts?.mine) },
    { value: 'escalated', label: t`Escalated`, ...count(counts?.escalated) },
    { value: 'answered', label: t`Answered` },
  ] as const;
  return (
    <Page
      title={t`Complaints`}
      status={<Tabs label={t`Which complaints`} options={options} value={list} onChange={setList} />}
    >
      <ListOf key={list} list={list} brand={brand} self={person.staffId} />
    </Page>
  );
}

interface ListProps {
  readonly list: ComplaintList;
  readonly brand: string;
  readonly self: string;
}

function ListOf({ list: part, brand, self }: ListProps): ReactNode {
  const { t } = useLingui();
  const groupOf = useDueGroups();
  const columns = useColumns(part, self);
  useChanges(complaintTables);
  const list = useList<ComplaintRow>({
    name: 'complaints',
    calls: listComplaints,
    brand,
    columns,
    parts: { list: part },
    ownParts: ['list'],
    usualSort: { key: 'at', direction: part === 'answered' ? 'descending' : 'ascending' },
  });
  return (
    <Card isFlush>
      <ListTable
        list={list}
        groupOf={({ at }) => (part === 'answered' ? undefined : groupOf(at))}
        caption={part === 'answered' ? t`Answered complaints` : t`Complaints`}
        rowKey={(row) => row.complaintId}
        hrefOf={(row) => `/complaints/${row.complaintId}`}
        nothing={<Empty list={part} />}
      />
    </Card>
  );
}

function useColumns(list: ComplaintList, self: string): readonly Column<ComplaintRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'excerpt',
      header: t`In the borrower’s words`,
      isFixed: true,
      narrow: 'main',
      cell: (row) => <span className={styles.excerpt}>{row.excerpt}</span>,
    },
    { key: 'type', header: t`About`, narrow: 'low', cell: (row) => row.type },
    {
      key: 'who',
      header: t`Borrower`,
      narrow: 'sub',
      cell: (row) => <span className={kit.whole}>{row.name ?? borrowerNumber(row.borrowerId)}</span>,
    },
    { key: 'reference', header: t`Reference`, cell: (row) => <Reference text={row.reference} /> },
    { key: 'state', header: t`State`, cell: (row) => <RowState row={row} /> },
    {
      key: 'at',
      header: list === 'answered' ? t`Answered` : t`Promised answer`,
      isFixed: true,
      isSortable: true,
      filter: { kind: 'range', of: 'days' },
      narrow: 'mainEnd',
      cell: (row) => (list === 'answered' ? <When at={row.at} /> : <DueIn at={row.at} />),
    },
    {
      key: 'owner',
      header: t`Owner`,
      filter: {
        kind: 'set',
        options: [
          { value: 'self', label: t`You` },
          { value: 'nobody', label: t`nobody` },
          { value: 'colleague', label: t`a colleague` },
        ],
      },
      narrow: 'subEnd',
      cell: ({ owner }) => (owner === undefined ? t`nobody` : owner.staffId === self ? t`You` : owner.name),
    },
  ];
}

/** The remarkable state of a row: escalated, not acknowledged, or the borrower's turn. */
export function RowState({ row }: { readonly row: ComplaintRow }): ReactNode {
  const { t } = useLingui();
  if (row.isEscalated) return <Status tone="warn">{t`Escalated`}</Status>;
  if (!row.isAcknowledged) return <Status tone="plain">{t`New`}</Status>;
  if (!row.borrowerWaits) return <Status tone="waiting">{t`Borrower’s turn`}</Status>;
  return <Status tone="plain">{t`In hand`}</Status>;
}

function Empty({ list }: { readonly list: ComplaintList }): ReactNode {
  const { t } = useLingui();
  const at = useDates().timeToSecond(Date.now());
  const titles: Record<ComplaintList, string> = {
    open: t`No complaint waits`,
    mine: t`You have claimed no complaint`,
    escalated: t`Nothing is escalated`,
    answered: t`Nothing is answered yet`,
  };
  return (
    <Nothing
      title={titles[list]}
      text={t`Looked at ${at}. A complaint appears here as soon as a borrower sends it.`}
    />
  );
}
