import type { ReactNode } from 'react';
import styles from './kit.module.css';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** After the figure: its share. */
  readonly note?: string;
}

/** Counts as bars on one scale, each with its words and its figure. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={styles.bars}>
      {bars.map(({ label, value, note }) => (
        <li key={label}>
          <span>{label}</span>
          <span className={styles.barTrack} aria-hidden="true">
            <i style={{ width: `${(value * 100) / most}%` }} />
          </span>
          <b>{value}</b>
          {note !== undefined && <small>{note}</small>}
        </li>
      ))}
    </ul>
  );
}
