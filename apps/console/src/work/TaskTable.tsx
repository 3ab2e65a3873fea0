import type { Task, WorkPart } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { DueIn, Money, useMinute, When } from '../app/cells.tsx';
import type { CheckedRows } from '../kit/checked-rows.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Icon } from '../kit/Icon.tsx';
import type { Column, Group } from '../kit/table-types.ts';
import { iconOf, placeOf, useKindNames, useWhatWaits } from './kinds.ts';
import styles from './work.module.css';

interface Props {
  readonly part: WorkPart;
  readonly rows: readonly Task[];
  readonly self: string;
  readonly chosen: string;
  readonly onChoose: (taskId: string) => void;
  readonly more: (() => void) | undefined;
  readonly isLoadingMore: boolean;
  readonly checked: CheckedRows;
}

/** The list: broken promises, then what is due within two hours, today, and later. */
export function TaskTable(props: Props): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const groupOf = useGroups();
  const columns = useColumns(props.part, props.self);
  return (
    <DataTable
      caption={t`What is due first comes first`}
      columns={columns}
      rows={props.rows}
      rowKey={({ taskId }) => taskId}
      selected={props.chosen}
      onSelect={props.onChoose}
      onOpen={(task) => navigate(placeOf(task))}
      groupOf={groupOf}
      onMore={props.more}
      isLoadingMore={props.isLoadingMore}
      checked={props.checked}
    />
  );
}

const hourMs = 3_600_000;

function useGroups(): (task: Task) => Group {
  const { t } = useLingui();
  const now = useMinute();
  return ({ dueAt }) => {
    const left = Date.parse(dueAt) - now;
    if (left < 0) return { key: 'broken', label: t`Promise broken`, tone: 'danger' };
    if (left < 2 * hourMs) return { key: 'soon', label: t`Within two hours`, tone: 'clock' };
    if (left < 24 * hourMs) return { key: 'day', label: t`Within a day` };
    return { key: 'later', label: t`Later` };
  };
}

function useColumns(part: WorkPart, self: string): readonly Column<Task>[] {
  const { t } = useLingui();
  const names = useKindNames();
  const whatWaits = useWhatWaits();
  return [
    {
      key: 'what',
      header: t`What waits`,
      narrow: 'main',
      cell: (task) => <span className={styles.what}>{whatWaits(task)}</span>,
    },
    {
      key: 'kind',
      header: t`Kind`,
      narrow: 'sub',
      cell: ({ kind }) => (
        <span className={styles.kind}>
          <Icon name={iconOf[kind]} /> {names[kind]}
        </span>
      ),
    },
    {
      key: 'who',
      header: t`Borrower`,
      cell: ({ phoneTail }) =>
        phoneTail === undefined ? '–' : <span className={styles.who}>••• {phoneTail}</span>,
    },
    { key: 'amount', header: t`Amount`, align: 'right', cell: ({ amount }) => <Money cents={amount} /> },
    {
      key: 'due',
      header: part === 'deferred' ? t`Put off until` : t`Clock`,
      narrow: 'mainEnd',
      cell: ({ dueAt, deferred }) =>
        deferred && part === 'deferred' ? <When at={deferred.until} /> : <DueIn at={dueAt} />,
    },
    {
      key: 'owner',
      header: t`Owner`,
      narrow: 'subEnd',
      cell: ({ owner }) => (owner === undefined ? t`nobody` : owner.staffId === self ? t`You` : owner.name),
    },
  ];
}
