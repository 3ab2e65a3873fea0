import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './kit.module.css';

interface Props {
  readonly tone: 'danger' | 'warn' | 'info' | 'good';
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

const icons = { danger: 'danger', warn: 'warn', info: 'swap', good: 'good' } as const;

/** Words across a part of a page: what somebody else changed, what is stopped, why something needs a second person. */
export function Banner({ tone, title, actions, children }: Props): ReactNode {
  return (
    <div className={`${styles.banner} ${styles[`banner-${tone}`]}`} role="status">
      <Icon name={icons[tone]} />
      <div className={styles.bannerText}>
        <p>
          <strong>{title}</strong> {children}
        </p>
        {actions !== undefined && <div className={styles.row}>{actions}</div>}
      </div>
    </div>
  );
}
