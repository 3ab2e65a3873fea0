import {
  countWork,
  listWork,
  maxTasksAtOnce,
  type Task,
  takeNextTask,
  type WorkPart,
} from '@hiram/contract/console/work';
import { taskKinds } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { useChoiceInAddress, useTextInAddress } from '../app/in-address.ts';
import { useReaders } from '../app/OthersHere.tsx';
import type { Person, ScreenProps } from '../app/person.ts';
import { lazyPart } from '../app/screen.ts';
import { InBrand } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { Card, Page, SidePanel } from '../kit/Page.tsx';
import { useToast } from '../kit/toast.tsx';
import { useCheckedRows, useList } from '../list/useList.ts';
import { Fault } from '../net/Fault.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import type { Counts } from './counts.ts';
import { DayStrip } from './DayStrip.tsx';
import { placeOf } from './kinds.ts';
import { NoWork } from './NoWork.tsx';
import { TaskPanel } from './TaskPanel.tsx';
import { TaskTable, useColumns, useOrdered } from './TaskTable.tsx';
import styles from './work.module.css';

const CheckedTasks = lazyPart(async () => (await import('./CheckedTasks.tsx')).CheckedTasks);

/** Everything that waits for the person's roles, what is due first at the top. */
export function Work({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [, navigate] = useLocation();
  const [part, setPart] = useChoiceInAddress<WorkPart>('part', ['open', 'own', 'unassigned', 'deferred']);
  useChanges(['task']);
  const counts = useStaffCall(countWork, { part }, brand).data;
  const taking = useStaffAction(takeNextTask, brand);
  const take = () =>
    taking.mutate(
      {},
      {
        onSuccess: ({ task }) => {
          if (task) navigate(placeOf(task));
          else toast(t`Nothing waits that nobody owns.`);
        },
      },
    );
  const count = (number: number | undefined) => (number === undefined ? {} : { count: number });
  const parts = [
    { value: 'open', label: t`All`, ...count(counts?.parts.open) },
    { value: 'own', label: t`Mine`, ...count(counts?.parts.own) },
    { value: 'unassigned', label: t`Nobody’s`, ...count(counts?.parts.unassigned) },
    { value: 'deferred', label: t`Deferred`, ...count(counts?.parts.deferred) },
  ] as const;
  return (
    <Page
      title={t`Work`}
      status={<Tabs label={t`Whose work`} options={parts} value={part} onChange={setPart} />}
      actions={
        <>
          <Fault error={taking.error} />
          <Button
            look="primary"
            hotkey="takeNext"
            hotkeyLabel={t`take the next`}
            disabled={taking.isPending || counts?.parts.unassigned === 0}
            onClick={take}
          >
            {t`Take the next`}
          </Button>
        </>
      }
    >
      <TaskList key={part} part={part} brand={brand} counts={counts} person={person} onPart={setPart} />
    </Page>
  );
}

interface ListProps {
  readonly part: WorkPart;
  readonly brand: string;
  readonly counts: Counts | undefined;
  readonly person: Person;
  readonly onPart: (part: WorkPart) => void;
}

const taskKey = ({ taskId }: Task): string => taskId;

function TaskList({ part, brand, counts, person, onPart }: ListProps): ReactNode {
  const { t } = useLingui();
  const self = person.staffId;
  const [chosen, setChosen] = useTextInAddress('chosen');
  const kinds = counts?.kinds.map(({ kind }) => kind) ?? taskKinds;
  const [open, setOpen] = useState<readonly string[]>([]);
  const readers = useReaders(open, brand);
  const columns = useColumns(part, self, kinds, readers);
  const loaded = useList<Task>({
    name: 'work',
    calls: listWork,
    brand,
    columns,
    parts: { part },
    ownParts: ['part'],
    usualSort: { key: 'due', direction: 'ascending' },
  });
  const list = { ...loaded, rows: useOrdered(loaded.rows) };
  const places = list.rows.map(placeOf).filter((path) => /^\/[a-z-]+\/[0-9a-f-]{36}$/.test(path));
  const paths = [...new Set(places)].slice(0, 50);
  if (paths.join() !== open.join()) setOpen(paths);
  const { checked, checkedRows, clear } = useCheckedRows(list.rows, taskKey, maxTasksAtOnce);
  const task = list.rows.find(({ taskId }) => taskId === chosen) ?? list.rows[0];
  const table = (
    <Card isFlush>
      {counts && <DayStrip person={person} brand={brand} counts={counts} />}
      <TaskTable
        list={list}
        checked={checked}
        chosen={task?.taskId}
        onChoose={setChosen}
        nothing={<NoWork part={part} counts={counts} onPart={onPart} />}
      />
      {list.rows.some(({ kind }) => kind === 'lateLoan') && (
        <p className={styles.rule}>
          {t`Late loans of one group are in the order of Collections, and their owner there is their owner here.`}
        </p>
      )}
    </Card>
  );
  if (task === undefined && checkedRows.length === 0) return table;
  return (
    <SidePanel
      label={checkedRows.length > 0 ? t`The checked tasks` : t`The chosen task`}
      narrow={checkedRows.length > 0 ? 'stays' : 'gone'}
      list={table}
    >
      {checkedRows.length > 0 ? (
        <Suspense>
          <CheckedTasks brand={brand} self={self} tasks={checkedRows} onClear={clear} />
        </Suspense>
      ) : (
        task && (
          <InBrand brand={task.brand}>
            <TaskPanel key={task.taskId} task={task} brand={brand} self={self} />
          </InBrand>
        )
      )}
    </SidePanel>
  );
}
