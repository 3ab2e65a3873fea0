import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import css from './States.module.css';

/** An empty or failed state: what happened, what to do, and an action. */
export function StatePanel({
  art,
  title,
  text,
  action,
}: {
  readonly art?: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly go: () => void };
}): ReactNode {
  return (
    <div className={css.panel}>
      {art}
      <h2 className={css.title}>{title}</h2>
      {text ? <p className={css.text}>{text}</p> : null}
      {action ? <Button onTap={action.go}>{action.label}</Button> : null}
    </div>
  );
}

export function BannerLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a className={css.banner} href={href}>
      <span>{children}</span>
      <Icon name="chevron" size={20} />
    </a>
  );
}

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
