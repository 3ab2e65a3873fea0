import type { Right } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { hasRight, type Person } from '../../app/person.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import type { KeyName } from '../../kit/keys/key-table.ts';
import { Card } from '../../kit/Page.tsx';
import { LoanActionDialog, type LoanActionName } from '../dialogs/LoanActionDialog.tsx';
import styles from '../loan.module.css';
import type { ShownLoan } from '../types.ts';

interface Props {
  readonly loan: ShownLoan;
  readonly person: Person;
}

interface Offered {
  readonly name: LoanActionName;
  readonly right: Right;
  readonly label: string;
  readonly hotkey: KeyName;
  /** The reason why it cannot be done now; undefined: it can. */
  readonly blocked: string | undefined;
}

/** The decisions that the viewer may take about the loan. Each opens a preview; nothing changes before it is confirmed. */
export function ActionsCard({ loan, person }: Props): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState<LoanActionName>();
  const offered = useOffered(loan).filter(({ right }) => hasRight(person, right, loan.order.brand));
  if (offered.length === 0) return null;
  const blocked = offered.filter((one) => one.blocked !== undefined);
  return (
    <Card title={t`Actions`}>
      <div className={styles.actions}>
        {offered.map((one) => (
          <Button
            key={one.name}
            hotkey={one.hotkey}
            aria-disabled={one.blocked !== undefined}
            aria-describedby={one.blocked === undefined ? undefined : `blocked-${one.name}`}
            onClick={() => one.blocked === undefined && setOpen(one.name)}
          >
            {one.label}
          </Button>
        ))}
      </div>
      {blocked.map((one) => (
        <p key={one.name} id={`blocked-${one.name}`} className={styles.blocked}>
          <Icon name="lock" />
          <span>
            {one.label}: {one.blocked}
          </span>
        </p>
      ))}
      <p
        className={styles.muted}
      >{t`Each opens a preview. A second person approves what is over your limit.`}</p>
      {open && <LoanActionDialog name={open} loan={loan} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function useOffered(loan: ShownLoan): readonly Offered[] {
  const { t } = useLingui();
  const owed = loan.position?.owed ?? 0;
  const nothingOwed = owed === 0 ? t`nothing is owed` : undefined;
  const { isWrittenOff = false } = loan.position ?? {};
  const all: readonly Offered[] = [
    { name: 'waive', right: 'loan.waive', label: t`Waive`, hotkey: '1', blocked: nothingOwed },
    {
      name: 'refund',
      right: 'loan.refund',
      label: t`Refund`,
      hotkey: '2',
      blocked: loan.credits.length === 0 ? t`the borrower has no credit` : undefined,
    },
    {
      name: 'writeOff',
      right: 'loan.writeOff',
      label: t`Write off`,
      hotkey: '3',
      blocked: isWrittenOff ? t`it is written off already` : nothingOwed,
    },
    {
      name: 'undo',
      right: 'loan.undo',
      label: t`Undo`,
      hotkey: '4',
      blocked: loan.events.some(({ canUndo }) => canUndo) ? undefined : t`nobody decided anything here`,
    },
    {
      name: 'extend',
      right: 'loan.extend',
      label: t`Extend`,
      hotkey: '5',
      blocked: loan.noExtension,
    },
    {
      name: 'arrange',
      right: 'loan.arrange',
      label: t`Pay in parts`,
      hotkey: '6',
      blocked:
        loan.order.status !== 'overdue'
          ? t`nothing is overdue`
          : loan.arrangement?.state === 'kept'
            ? t`an arrangement runs already`
            : undefined,
    },
    { name: 'stop', right: 'loan.stopCharges', label: t`Stop charges`, hotkey: '7', blocked: nothingOwed },
  ];
  // What was requested is not requested again before it is decided.
  return all.map((one) => {
    const request = loan.requests.find(({ action }) => action === one.right);
    return request ? { ...one, blocked: t`requested by ${request.by}, waits for approval` } : one;
  });
}
