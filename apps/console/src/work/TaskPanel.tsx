import { claimTasks, deferTask, type Task } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { DueIn, Money, When } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { DeferDialog } from './DeferDialog.tsx';
import { placeOf, useKindNames, useWhatWaits } from './kinds.ts';
import { PassOn } from './PassOn.tsx';
import styles from './work.module.css';

interface Props {
  readonly task: Task;
  readonly brand: string;
  readonly self: string;
}

/** The chosen task: its clock, what is known, and who takes it. */
export function TaskPanel({ task, brand, self }: Props): ReactNode {
  const { t } = useLingui();
  const names = useKindNames();
  const whatWaits = useWhatWaits();
  const { deferred, amount, dueAt } = task;
  return (
    <>
      <div className={styles.panelHead}>
        <DueIn at={dueAt} />
        <span className={kit.muted}>{names[task.kind]}</span>
      </div>
      <h2>{whatWaits(task)}</h2>
      {amount !== undefined && (
        <p className={kit.figure}>
          <Money cents={amount} />
        </p>
      )}
      {deferred && (
        <Banner tone="info" title={t`Put off.`}>
          {deferred.reason} (<When at={deferred.until} />)
        </Banner>
      )}
      <TaskFacts task={task} self={self} />
      <TaskActions task={task} brand={brand} self={self} />
    </>
  );
}

function TaskFacts({ task, self }: Omit<Props, 'brand'>): ReactNode {
  const { t } = useLingui();
  const { owner, borrowerId, phoneTail, orderId } = task;
  const ownerName = owner === undefined ? t`nobody` : owner.staffId === self ? t`You` : owner.name;
  return (
    <Facts
      items={[
        { label: t`Waits since`, value: <When at={task.openedAt} /> },
        { label: t`Promised until`, value: <When at={task.dueAt} /> },
        { label: t`Owner`, value: ownerName },
        ...(borrowerId === undefined
          ? []
          : [
              {
                label: t`Borrower`,
                value: <Link href={`/borrower/${borrowerId}`}>{`••• ${phoneTail ?? t`erased`}`}</Link>,
              },
            ]),
        ...(orderId === undefined
          ? []
          : [{ label: t`Loan`, value: <Link href={`/loan/${orderId}`}>{t`Open the loan`}</Link> }]),
      ]}
    />
  );
}

function TaskActions({ task, brand, self }: Props): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState<'passOn' | 'deferred'>();
  const claiming = useStaffAction(claimTasks, brand);
  const deferring = useStaffAction(deferTask, brand);
  const { taskId, owner, deferred } = task;
  const isMine = owner?.staffId === self;
  const close = () => setOpen(undefined);
  return (
    <>
      <Fault error={claiming.error ?? deferring.error} />
      <div className={styles.actions}>
        <Button
          look={isMine ? 'plain' : 'primary'}
          hotkey="C"
          hotkeyLabel={isMine ? t`give back` : t`claim`}
          disabled={claiming.isPending || (owner !== undefined && !isMine)}
          onClick={() => claiming.mutate({ taskIds: [taskId], isMine: !isMine })}
        >
          {isMine ? t`Give back` : t`Claim`}
        </Button>
        <Link className={kit.button} href={placeOf(task)}>{t`Open`}</Link>
        <Button hotkey="P" hotkeyLabel={t`pass on`} onClick={() => setOpen('passOn')}>
          {t`Pass on`}
        </Button>
        {deferred ? (
          <Button
            hotkey="Z"
            hotkeyLabel={t`take back`}
            onClick={() => deferring.mutate({ taskId, hours: 0, reason: deferred.reason })}
          >
            {t`Take back`}
          </Button>
        ) : (
          <Button hotkey="Z" hotkeyLabel={t`put off`} onClick={() => setOpen('deferred')}>
            {t`Put off`}
          </Button>
        )}
      </div>
      {open === 'passOn' && <PassOn taskIds={[taskId]} brand={brand} onClose={close} />}
      {open === 'deferred' && <DeferDialog task={task} brand={brand} onClose={close} />}
    </>
  );
}
