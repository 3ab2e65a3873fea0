import {
  countWork,
  listWork,
  maxTasksAtOnce,
  takeNextTask,
  type WorkPart,
} from '@hiram/contract/console/work';
import { type TaskKind, taskKinds } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useChoiceInAddress, useTextInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { Button } from '../kit/Button.tsx';
import { InBrand } from '../kit/brand-format.tsx';
import { Card, Page, SidePanel } from '../kit/Page.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { useStaffPages } from '../net/useStaffPages.ts';
import { CheckedTasks } from './CheckedTasks.tsx';
import type { Counts } from './counts.ts';
import { placeOf, useKindNames } from './kinds.ts';
import { NoWork } from './NoWork.tsx';
import { TaskPanel } from './TaskPanel.tsx';
import { TaskTable } from './TaskTable.tsx';
import styles from './work.module.css';

type KindChoice = TaskKind | 'all';

/** Everything that waits for the person's roles, what is due first at the top. */
export function Work({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [, navigate] = useLocation();
  const [part, setPart] = useChoiceInAddress<WorkPart>('part', ['open', 'own', 'unassigned', 'deferred']);
  const [kind, setKind] = useChoiceInAddress<KindChoice>('kind', ['all', ...taskKinds]);
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
    { value: 'deferred', label: t`Put off`, ...count(counts?.parts.deferred) },
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
            hotkey="T"
            hotkeyLabel={t`take the next`}
            disabled={taking.isPending || counts?.parts.unassigned === 0}
            onClick={take}
          >
            {t`Take the next`}
          </Button>
        </>
      }
    >
      <div className={styles.kinds}>
        <Kinds counts={counts} value={kind} onChange={setKind} />
      </div>
      <ListOf
        key={`${part} ${kind}`}
        {...{ part, kind, brand, counts }}
        self={person.staffId}
        onPart={setPart}
      />
    </Page>
  );
}

interface KindsProps {
  readonly counts: Counts | undefined;
  readonly value: KindChoice;
  readonly onChange: (kind: KindChoice) => void;
}

/** The kinds that the person's roles settle. */
function Kinds({ counts, value, onChange }: KindsProps): ReactNode {
  const { t } = useLingui();
  const names = useKindNames();
  if (!counts || counts.kinds.length < 2) return null;
  const all = counts.kinds.reduce((sum, { count }) => sum + count, 0);
  const options = [
    { value: 'all' as KindChoice, label: t`All kinds`, count: all },
    ...counts.kinds
      .filter(({ kind, count }) => count > 0 || kind === value)
      .map(({ kind, count }) => ({ value: kind as KindChoice, label: names[kind], count })),
  ];
  return <Tabs label={t`Kinds`} options={options} value={value} onChange={onChange} />;
}

interface ListProps {
  readonly part: WorkPart;
  readonly kind: KindChoice;
  readonly brand: string;
  readonly counts: Counts | undefined;
  readonly self: string;
  readonly onPart: (part: WorkPart) => void;
}

function ListOf({ part, kind, brand, counts, self, onPart }: ListProps): ReactNode {
  const { t } = useLingui();
  const [chosen, setChosen] = useTextInAddress('chosen');
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const input = { part, ...(kind === 'all' ? {} : { kind }) };
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listWork,
    input,
    brand,
    rowsOf: ({ tasks }) => tasks,
    nextOf: ({ next }) => next,
    inputAfter: (after: string) => ({ ...input, after }),
  });
  const task = rows.find(({ taskId }) => taskId === chosen) ?? rows[0];
  // What left the list meanwhile is not selected any more.
  const checkedTasks = rows.filter(({ taskId }) => keys.has(taskId));
  const checked = {
    keys: new Set<string>(checkedTasks.map(({ taskId }) => taskId)),
    max: maxTasksAtOnce,
    onChange: setKeys,
  };
  return (
    <Loaded query={query}>
      {() =>
        task === undefined ? (
          <NoWork part={part} counts={counts} onPart={onPart} />
        ) : (
          <SidePanel
            label={checkedTasks.length > 0 ? t`The selected tasks` : t`The chosen task`}
            stays={checkedTasks.length > 0}
            list={
              <Card isFlush>
                <TaskTable
                  {...{ part, rows, self, more, isLoadingMore, checked }}
                  chosen={task.taskId}
                  onChoose={setChosen}
                />
              </Card>
            }
          >
            {checkedTasks.length > 0 ? (
              <CheckedTasks {...{ brand, self }} tasks={checkedTasks} onClear={() => setKeys(new Set())} />
            ) : (
              <InBrand brand={task.brand}>
                <TaskPanel key={task.taskId} task={task} brand={brand} self={self} />
              </InBrand>
            )}
          </SidePanel>
        )
      }
    </Loaded>
  );
}
