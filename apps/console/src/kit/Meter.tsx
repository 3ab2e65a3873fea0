import type { ReactNode } from 'react';
import styles from './kit.module.css';

interface Props {
  /** The measured quantity, for assistive technology. */
  readonly label: string;
  readonly of: number;
  /** The used amount, part by part; the last part stands out. */
  readonly parts: readonly number[];
}

/** The used part of a limit. More than all of it fills the bar. */
export function Meter({ label, of, parts }: Props): ReactNode {
  const sum = parts.reduce((total, part) => total + part, 0);
  const whole = Math.max(of, sum, 1);
  const percent = Math.round((sum * 100) / Math.max(of, 1));
  return (
    <div
      className={styles.meter}
      role="img"
      aria-label={`${label}: ${percent}%`}
      data-over={sum > of ? '' : undefined}
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have an order and no names.
        <i key={index} style={{ width: `${(part * 100) / whole}%` }} />
      ))}
    </div>
  );
}
