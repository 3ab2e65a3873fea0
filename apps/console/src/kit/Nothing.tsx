import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './kit.module.css';

interface Props {
  readonly icon?: IconName;
  readonly title: string;
  /** The reason why it is empty, and the time of the last look. */
  readonly text?: ReactNode;
  /** The next step. */
  readonly next?: ReactNode;
  /** True if it is announced at once: a fault is. */
  readonly isAlert?: boolean;
}

/** A page without data: it says why, and what comes next. */
export function Nothing({ icon = 'good', title, text, next, isAlert = false }: Props): ReactNode {
  return (
    <div className={styles.nothing} role={isAlert ? 'alert' : 'status'}>
      <span className={`${styles.nothingIcon} ${styles[`icon-${icon}`] ?? ''}`}>
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p className={styles.ink2}>{text}</p>}
      {next !== undefined && <div className={styles.row}>{next}</div>}
    </div>
  );
}
