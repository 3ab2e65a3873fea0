import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { CopiedReference } from '../kit/table/Reference.tsx';
import styles from './money-in.module.css';

interface Props {
  readonly reference: string;
  readonly amount: number | undefined;
  /** The borrower and the loan, where they are known. */
  readonly whose?: ReactNode;
  readonly happened: ReactNode;
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
  /** What each decision does, and whether it can be undone. */
  readonly undo: string;
  readonly actions: ReactNode;
}

/** The chosen money: what happened, its facts, what can be done and what of that can be undone. */
export function MoneyPanel({ reference, amount, whose, happened, facts, undo, actions }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <section className={styles.claim}>
      <div className={styles.panelHead}>
        <strong className={styles.bigAmount}>
          <Money cents={amount} />
        </strong>
        {whose}
      </div>
      {reference !== '' && <CopiedReference text={reference} />}
      <h3>{t`What happened`}</h3>
      <p>{happened}</p>
      <Facts items={facts} />
      {actions}
      <h3>{t`What can be undone`}</h3>
      <p className={kit.ink2}>{undo}</p>
    </section>
  );
}
