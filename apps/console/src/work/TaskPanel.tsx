import { claimTasks, deferTasks, showTaskLoan, type Task } from '@hiram/contract/console/work';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { BorrowerLink } from '../app/BorrowerName.tsx';
import { Day, DaysLate, Money, When } from '../app/cells.tsx';
import { usePayoff } from '../app/Payoff.tsx';
import { useTaskKindWords } from '../i18n/words.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { placeOf, useWhatWaits } from './kinds.ts';
import { DeferDialog, ReassignDialog, Ways } from './lazy-parts.ts';
import { TaskNotes } from './TaskNotes.tsx';
import { TimeLeft } from './TaskTable.tsx';
import styles from './work.module.css';

interface Props {
  readonly task: Task;
  readonly brand: string;
  readonly self: string;
}

/** The chosen task: its clock, what is known, and who takes it. */
export function TaskPanel({ task, brand, self }: Props): ReactNode {
  const { t } = useLingui();
  const names = useTaskKindWords();
  const whatWaits = useWhatWaits();
  const { deferred, amount } = task;
  return (
    <>
      <div className={styles.panelHead}>
        <TimeLeft task={task} />
        <span className={kit.muted}>{names[task.kind]}</span>
      </div>
      <h2 className={styles.sentence}>{whatWaits(task)}</h2>
      <TaskNotes task={task} />
      {amount !== undefined && (
        <p className={kit.figure}>
          <Money cents={amount} />
        </p>
      )}
      {deferred && (
        <Banner tone="info" title={t`Deferred.`}>
          {deferred.reason} (<When at={deferred.until} />)
        </Banner>
      )}
      {task.excerpt !== undefined && task.kind !== 'complaint' && (
        <section>
          <h3>{t`They say`}</h3>
          <blockquote className={styles.words}>“{task.excerpt}”</blockquote>
        </section>
      )}
      <section>
        <h3>{t`What is known`}</h3>
        <TaskFacts task={task} self={self} />
        {task.orderId !== undefined && <Owed task={task} brand={brand} />}
      </section>
      {task.askedBy === undefined && (
        <section>
          <h3>{t`What you decide once it is open`}</h3>
          <Suspense>
            <Ways kind={task.kind} />
          </Suspense>
        </section>
      )}
      <TaskActions task={task} brand={brand} self={self} />
    </>
  );
}

function TaskFacts({ task, self }: Omit<Props, 'brand'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const { owner, borrowerId, name, orderId, may } = task;
  const from = may?.from === undefined ? '' : dates.moment(may.from);
  const callWords = may?.ok ? t`now` : from === '' ? t`stopped` : t`from ${from}`;
  const ownerName = owner === undefined ? t`nobody` : owner.staffId === self ? t`You` : owner.name;
  return (
    <Facts
      items={[
        { label: t`Waits since`, value: <When at={task.openedAt} /> },
        // The law sets the day of a report: it may have passed before the task was opened.
        ...(task.kind === 'coverageGap'
          ? []
          : [
              {
                label: task.kind === 'duty' ? t`Due by law` : t`Promised until`,
                value: <Promised task={task} />,
              },
            ]),
        ...(may ? [{ label: t`Call allowed`, value: callWords }] : []),
        { label: t`Owner`, value: ownerName },
        ...(borrowerId === undefined
          ? []
          : [
              {
                label: t`Borrower`,
                value: <BorrowerLink borrowerId={borrowerId} name={name} />,
              },
            ]),
        ...(orderId === undefined
          ? []
          : [{ label: t`Loan`, value: <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link> }]),
      ]}
    />
  );
}

/** A promise that ends with a business day says so; another one has its hour. */
function Promised({ task: { kind, dueAt, dueOn } }: { readonly task: Task }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  if (kind === 'duty') return <Day on={dueOn} />;
  const day = dates.day(dueOn);
  const isEndOfDay = dates.dayOf(Date.parse(dueAt) - 1) !== dates.dayOf(dueAt);
  return isEndOfDay ? t`end of ${day}` : `${day}, ${dates.time(dueAt)}`;
}

/** The debt of the task's loan today: fallen due, and what would end it. */
function Owed({ task, brand }: Omit<Props, 'self'>): ReactNode {
  const { t } = useLingui();
  const payoffOf = usePayoff();
  const { data } = useStaffCall(showTaskLoan, { taskId: task.taskId }, brand);
  if (!data?.owed) return null;
  const { due, owedToday, daysLate, payoff, payoffFrom } = data.owed;
  const ends = payoffOf({ owed: owedToday, payoff, payoffFrom });
  return (
    <Facts
      items={[
        {
          label: t`Due`,
          value: (
            <>
              <Money cents={due} />{' '}
              <span className={kit.muted}>
                {daysLate > 0 ? <DaysLate days={daysLate} /> : t`fallen due, unpaid`}
              </span>
            </>
          ),
        },
        {
          label: ends.label,
          value: (
            <>
              {ends.value} <span className={kit.muted}>{ends.foot}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function TaskActions({ task, brand, self }: Props): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState<'passOn' | 'deferred'>();
  const claiming = useStaffAction(claimTasks, brand);
  const deferring = useStaffAction(deferTasks, brand);
  const { taskId, owner, deferred, askedBy } = task;
  const isMine = owner?.staffId === self;
  const close = () => setOpen(undefined);
  return (
    <>
      <Fault error={claiming.error ?? deferring.error} />
      <div className={styles.actions}>
        {(isMine || askedBy === undefined) && (
          <Button
            look={isMine ? 'plain' : 'primary'}
            hotkey="claim"
            hotkeyLabel={isMine ? t`give back` : t`claim`}
            disabled={claiming.isPending || (owner !== undefined && !isMine)}
            onClick={() => claiming.mutate({ taskIds: [taskId], isMine: !isMine })}
          >
            {isMine ? t`Give back` : t`Claim`}
          </Button>
        )}
        <Link className={kit.button} href={placeOf(task)}>{t`Open`}</Link>
        <Button hotkey="passOn" hotkeyLabel={t`pass on`} onClick={() => setOpen('passOn')}>
          {t`Pass on`}
        </Button>
        {deferred ? (
          <Button
            hotkey="defer"
            hotkeyLabel={t`take back`}
            onClick={() => deferring.mutate({ taskIds: [taskId], hours: 0, reason: deferred.reason })}
          >
            {t`Take back`}
          </Button>
        ) : (
          <Button hotkey="defer" hotkeyLabel={t`defer`} onClick={() => setOpen('deferred')}>
            {t`Defer`}
          </Button>
        )}
      </div>
      <Suspense>
        {open === 'passOn' && <ReassignDialog taskIds={[taskId]} brand={brand} onClose={close} />}
        {open === 'deferred' && <DeferDialog taskIds={[taskId]} brand={brand} onClose={close} />}
      </Suspense>
    </>
  );
}
