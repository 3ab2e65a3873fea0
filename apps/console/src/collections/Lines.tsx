import { useLingui } from '@lingui/react/macro';
import { Children, type ReactNode } from 'react';
import styles from './collections.module.css';

/** Lines of a card, or the words that there are none. */
export function Lines({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useLingui();
  if (Children.toArray(children).length === 0) return <p className={styles.muted}>{t`None yet`}</p>;
  return <ul className={styles.lines}>{children}</ul>;
}
