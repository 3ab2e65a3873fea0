import type { Task, WorkPart } from '@hiram/contract/console/work';
import type { TaskKind } from '@hiram/contract/task-kind';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { DueIn, Money, useMinute, When } from '../app/cells.tsx';
import { useTaskKindWords } from '../i18n/words.ts';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import type { CheckedRows } from '../kit/table/checked-rows.ts';
import type { Column, Group } from '../kit/table/table-types.ts';
import { ListTable } from '../list/ListTable.tsx';
import type { List } from '../list/useList.ts';
import { iconOf, placeOf, useWhatWaits } from './kinds.ts';
import styles from './work.module.css';

interface Props {
  readonly list: List<Task>;
  readonly chosen: string | undefined;
  readonly onChoose: (taskId: string) => void;
  readonly checked: CheckedRows;
  readonly nothing: ReactNode;
}

/** The list: broken promises, then what is due within two hours, today, and later. */
export function TaskTable({ list, chosen, onChoose, checked, nothing }: Props): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const groupOf = useGroups();
  return (
    <ListTable
      list={list}
      checked={checked}
      nothing={nothing}
      groupOf={groupOf}
      caption={t`Tasks`}
      rowKey={({ taskId }) => taskId}
      selected={chosen}
      onSelect={onChoose}
      onOpen={(task) => navigate(placeOf(task))}
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

/** The columns of the work list. `kinds`: those that the person's roles settle. */
export function useColumns(
  part: WorkPart,
  self: string,
  kinds: readonly TaskKind[],
  readers: ReadonlyMap<string, string>,
): readonly Column<Task>[] {
  const { t } = useLingui();
  const names = useTaskKindWords();
  const whatWaits = useWhatWaits();
  return [
    {
      key: 'what',
      header: t`What waits`,
      isFixed: true,
      narrow: 'main',
      cell: (task) => (
        <span className={styles.titled}>
          <Icon name={iconOf[task.kind]} /> <span className={styles.what}>{whatWaits(task)}</span>
        </span>
      ),
    },
    {
      key: 'due',
      header: part === 'deferred' ? t`Deferred until` : t`Time left`,
      isFixed: true,
      isSortable: true,
      filter: { kind: 'range', of: 'days' },
      narrow: 'mainEnd',
      cell: ({ dueAt, deferred }) =>
        deferred && part === 'deferred' ? <When at={deferred.until} /> : <DueIn at={dueAt} />,
    },
    {
      key: 'kind',
      header: t`Kind`,
      isOptional: true,
      filter: { kind: 'set', options: kinds.map((kind) => ({ value: kind, label: names[kind] })) },
      cell: ({ kind }) => names[kind],
    },
    {
      key: 'who',
      header: t`Borrower`,
      narrow: 'sub',
      cell: ({ borrowerId, name }) =>
        borrowerId === undefined ? '–' : <BorrowerLink borrowerId={borrowerId} name={name} />,
    },
    {
      key: 'loan',
      header: t`Loan`,
      cell: ({ orderId }) =>
        orderId === undefined ? '–' : <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link>,
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      filter: { kind: 'range', of: 'money', hasSpread: true },
      cell: ({ amount }) => <Money cents={amount} />,
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
      cell: (task) => {
        const { owner } = task;
        const reader = readers.get(placeOf(task));
        const name = owner === undefined ? t`nobody` : owner.staffId === self ? t`You` : owner.name;
        if (reader === undefined) return name;
        const isReader = owner?.name === reader;
        return (
          <>
            {name} <span className={kit.reading}>{isReader ? t`reads it` : t`${reader} reads it`}</span>
          </>
        );
      },
    },
  ];
}
