import type { ReactNode } from 'react';
import styles from './kit.module.css';

interface Tile {
  readonly label: string;
  readonly value: ReactNode;
  /** Below the figure: what it is of and follows from. */
  readonly foot?: ReactNode;
}

/** Figures side by side. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }): ReactNode {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ label, value, foot }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {foot !== undefined && <dd className={styles.foot}>{foot}</dd>}
        </div>
      ))}
    </dl>
  );
}
