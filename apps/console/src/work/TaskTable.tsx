import { asCalled, type Task, type WorkPart } from '@hiram/contract/console/work';
import type { TaskKind } from '@hiram/contract/task-kind';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { DueIn, Money, useMinute, When } from '../app/cells.tsx';
import { useTaskKindWords } from '../i18n/words.ts';
import { useDates } from '../kit/dates.ts';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import type { CheckedRows } from '../kit/table/checked-rows.ts';
import type { Column, Group } from '../kit/table/table-types.ts';
import { ListTable } from '../list/ListTable.tsx';
import { useDueGroups } from '../list/useDueGroups.ts';
import type { List } from '../list/useList.ts';
import { iconOf, placeOf, useWhatWaits } from './kinds.ts';
import { TaskNotes } from './TaskNotes.tsx';
import styles from './work.module.css';

interface Props {
  /** Its rows in the order in which they are shown: `useOrdered`. */
  readonly list: List<Task>;
  readonly chosen: string | undefined;
  readonly onChoose: (taskId: string) => void;
  readonly checked: CheckedRows;
  readonly nothing: ReactNode;
}

/** A time in which nobody can approve has begun. That is no promise of anybody. */
const isGapNow = ({ kind, dueAt }: Task, now: number) => kind === 'coverageGap' && Date.parse(dueAt) <= now;

/** Tasks in the order of the list: what nobody can approve, what is over its time, then what is due by the time left; last, what waits for a second person. */
export function useOrdered(tasks: readonly Task[]): readonly Task[] {
  const groupOf = useGroups();
  const now = useMinute();
  // Rows of one group follow each other.
  const ordered = asCalled(tasks, (task) => groupOf(task).key);
  const rankOf = (task: Task) => (isGapNow(task, now) ? 0 : task.askedBy === undefined ? 1 : 2);
  return [...ordered].sort((a, b) => rankOf(a) - rankOf(b));
}

/** The list, in groups by the time left. */
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

function useGroups(): (task: Task) => Group {
  const { t } = useLingui();
  const now = useMinute();
  const groupOf = useDueGroups();
  return (task) =>
    isGapNow(task, now)
      ? { key: 'gap', label: t`No approver on shift now`, tone: 'clock' }
      : task.askedBy === undefined
        ? groupOf(task.dueAt)
        : { key: 'asked', label: t`Waits for a second person` };
}

/** `Liza T.`: a column of names stays narrow. */
const shortName = (name: string) => name.replace(/^(\S+) .*?(\S)\S*$/, '$1 $2.');

/** The time that is left; of a time without an approver that has begun, until when it lasts. */
export function TimeLeft({ task }: { readonly task: Task }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  if (!isGapNow(task, useMinute())) return <DueIn at={task.dueAt} />;
  const until = dates.time(task.detail.split(' ')[1] ?? task.dueAt);
  return <Status tone="clock">{t`until ${until}`}</Status>;
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
          <Icon name={iconOf[task.kind]} />{' '}
          <span>
            <span className={styles.what}>{whatWaits(task)}</span>
            <TaskNotes task={task} />
          </span>
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
      cell: (task) =>
        task.deferred && part === 'deferred' ? <When at={task.deferred.until} /> : <TimeLeft task={task} />,
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
      says: ({ borrowerId }) => borrowerId !== undefined,
      cell: ({ borrowerId, name }) =>
        borrowerId === undefined ? '–' : <BorrowerLink borrowerId={borrowerId} name={name} />,
    },
    {
      key: 'loan',
      header: t`Loan`,
      isOptional: true,
      cell: ({ orderId }) =>
        orderId === undefined ? '–' : <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link>,
    },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      narrow: 'subEnd',
      says: ({ amount }) => amount !== undefined,
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
      narrow: 'lowEnd',
      cell: (task) => {
        const { owner } = task;
        const reader = readers.get(placeOf(task));
        const name = owner === undefined ? '–' : owner.staffId === self ? t`You` : shortName(owner.name);
        if (reader === undefined)
          return owner === undefined ? name : <span className={kit.whole}>{name}</span>;
        const who = shortName(reader);
        return (
          <span title={t`${reader} has it open`}>
            {owner !== undefined && name}
            <span className={`${kit.under} ${kit.reading}`}>
              {owner?.name === reader ? t`has it open` : t`${who} has it open`}
            </span>
          </span>
        );
      },
    },
  ];
}
