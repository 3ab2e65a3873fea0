import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './kit.module.css';

/** The meaning of a state. Each tone has a shape of its own, because colour alone says nothing to some people. */
export type Tone = 'danger' | 'warn' | 'clock' | 'good' | 'waiting' | 'plain';

interface Props {
  readonly tone: Tone;
  /** On a ground of its own, as beside a title. */
  readonly isPill?: boolean;
  readonly children: ReactNode;
}

/** A state as shape, word and colour. */
export function Status({ tone, isPill = false, children }: Props): ReactNode {
  return (
    <span className={`${styles.status} ${styles[`tone-${tone}`]} ${isPill ? styles.pill : ''}`}>
      <Icon name={tone} />
      <span>{children}</span>
    </span>
  );
}
