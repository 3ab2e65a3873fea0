import { claimTasks, maxTasksAtOnce, type Task } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { Money, When } from '../app/cells.tsx';
import { useTaskKindWords } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { DeferDialog, ReassignDialog } from './lazy-parts.ts';
import { useResultToast } from './useResultToast.ts';

interface Props {
  /** At least one. */
  readonly tasks: readonly Task[];
  readonly brand: string;
  readonly self: string;
  readonly onClear: () => void;
}

/** Several tasks, which are claimed, given back or passed on together. */
export function CheckedTasks({ tasks, brand, self, onClear }: Props): ReactNode {
  const { t } = useLingui();
  const say = useResultToast();
  const [open, setOpen] = useState<'passOn' | 'deferred'>();
  const claiming = useStaffAction(claimTasks, brand);
  const taskIds = tasks.map(({ taskId }) => taskId);
  const areMine = tasks.every(({ owner }) => owner?.staffId === self);
  const claim = () =>
    claiming.mutate(
      { taskIds, isMine: !areMine },
      {
        onSuccess: (moved) => {
          say(areMine ? t`Given back: ${moved.moved}.` : t`Claimed: ${moved.moved}.`, moved);
          onClear();
        },
      },
    );
  return (
    <>
      <h2>{t`${tasks.length} checked`}</h2>
      {tasks.length === maxTasksAtOnce && (
        <p className={kit.muted}>{t`One step moves at most ${maxTasksAtOnce}: check the others after it.`}</p>
      )}
      <CheckedFacts tasks={tasks} self={self} />
      <Fault error={claiming.error} />
      <div className={kit.row}>
        <Button
          look="primary"
          hotkey="claim"
          hotkeyLabel={areMine ? t`give back` : t`claim`}
          disabled={claiming.isPending}
          onClick={claim}
        >
          {areMine ? t`Give all back` : t`Claim all`}
        </Button>
        <Button hotkey="passOn" hotkeyLabel={t`pass on`} onClick={() => setOpen('passOn')}>
          {t`Pass all on`}
        </Button>
        <Button hotkey="defer" hotkeyLabel={t`defer`} onClick={() => setOpen('deferred')}>
          {t`Defer all`}
        </Button>
        <Button onClick={onClear}>{t`Check none`}</Button>
      </div>
      <Suspense>
        {open === 'passOn' && (
          <ReassignDialog
            taskIds={taskIds}
            brand={brand}
            onClose={() => setOpen(undefined)}
            onDone={(moved) => {
              say(t`Passed on: ${moved.moved}.`, moved);
              onClear();
            }}
          />
        )}
        {open === 'deferred' && (
          <DeferDialog
            taskIds={taskIds}
            brand={brand}
            onClose={() => setOpen(undefined)}
            onDone={(moved) => {
              say(t`Deferred: ${moved.moved}.`, moved);
              onClear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** The selection: the number of each kind, the owners, and the earliest due date. */
function CheckedFacts({ tasks, self }: Pick<Props, 'tasks' | 'self'>): ReactNode {
  const { t } = useLingui();
  const names = useTaskKindWords();
  const count = (fits: (task: Task) => boolean) => tasks.filter(fits).length;
  const kinds = [...new Set(tasks.map(({ kind }) => kind))];
  const owners = [
    { label: t`Yours`, count: count(({ owner }) => owner?.staffId === self) },
    { label: t`A colleague’s`, count: count(({ owner }) => owner !== undefined && owner.staffId !== self) },
  ].filter((owner) => owner.count > 0);
  // Amounts of several brands may be of several currencies.
  const isOneBrand = new Set(tasks.map(({ brand }) => brand)).size === 1;
  const sum = tasks.reduce((total, { amount = 0 }) => total + amount, 0);
  const first = tasks.reduce((earliest, { dueAt }) => (dueAt < earliest ? dueAt : earliest), '9');
  return (
    <Facts
      items={[
        ...kinds.map((kind) => ({ label: names[kind], value: count((task) => task.kind === kind) })),
        ...owners.map((owner) => ({ label: owner.label, value: owner.count })),
        ...(isOneBrand && sum > 0 ? [{ label: t`Amount together`, value: <Money cents={sum} /> }] : []),
        { label: t`First promised until`, value: <When at={first} /> },
      ]}
    />
  );
}
