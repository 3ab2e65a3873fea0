import type { ShownEvent } from '@hiram/contract/console/loan-shapes';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day } from '../../app/cells.tsx';
import styles from '../loan.module.css';
import { useLoanWords } from '../words.ts';

/** The effect of an event, in words. */
export function EventWords({ event }: { readonly event: ShownEvent }): ReactNode {
  const { t } = useLingui();
  const { kinds } = useLoanWords();
  const { instalment } = event;
  return (
    <span className={event.isReversed ? styles.reversed : undefined}>
      {kinds[event.kind]}
      {instalment !== undefined && t`, instalment ${instalment}`}
      {event.until !== undefined && (
        <>
          {' '}
          {t`until`} <Day on={event.until} />
        </>
      )}
      {event.isReversed && t` (reversed)`}
      {event.knownOn !== event.valueDate && (
        <span className={styles.muted}>
          {' '}
          {t`recorded`} <Day on={event.knownOn} />
        </span>
      )}
    </span>
  );
}
