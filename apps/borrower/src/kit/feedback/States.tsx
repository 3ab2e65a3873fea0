import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../layout/Icon.tsx';
import css from './States.module.css';

/** An empty or failed state: what happened, what to do, and an action. */
export function StatePanel({
  art,
  title,
  text,
  action,
  other,
}: {
  readonly art?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly action?: { readonly label: string; readonly go: () => void };
  /** An alternative to trying again. */
  readonly other?: { readonly label: string; readonly go: () => void };
}): ReactNode {
  return (
    <div className={css.panel}>
      {art}
      <h2 className={css.title}>{title}</h2>
      {text ? <p className={css.text}>{text}</p> : null}
      {action ? <Button onTap={action.go}>{action.label}</Button> : null}
      {other ? (
        <Button look="quiet" onTap={other.go}>
          {other.label}
        </Button>
      ) : null}
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
