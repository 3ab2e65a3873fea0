import type { ReactNode } from 'react';
import css from './Waiting.module.css';

export function OfflineBar({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className={css.offline} role="status">
      {children}
    </p>
  );
}

/** A live region: something is pending and will change by itself. */
export function LiveRow({
  children,
  aside,
}: {
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}): ReactNode {
  return (
    <div className={css.live} role="status">
      <span className={css.dot} />
      <span className={css.words}>{children}</span>
      {aside ? <span className={css.aside}>{aside}</span> : null}
    </div>
  );
}

type Width = 'w40' | 'w60' | 'w80';
type Height = 'h28' | 'h44' | 'h56' | 'h120' | 'h200';

/** A grey placeholder block in a skeleton. */
export function Block({
  width,
  height,
  mid = false,
}: {
  readonly width?: Width;
  readonly height?: Height;
  readonly mid?: boolean;
}): ReactNode {
  return (
    <div
      className={`${css.block} ${width ? css[width] : ''} ${height ? css[height] : ''} ${mid ? css.mid : ''}`}
    />
  );
}
