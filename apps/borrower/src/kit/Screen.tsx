import type { MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import css from './Screen.module.css';

/** A screen's frame: bar with the way back, one column, and the bar of actions at the bottom. */
export function Screen(props: {
  readonly title?: string;
  readonly back?: { readonly label: string; readonly go: () => void };
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly busy?: boolean;
  /** A sign that stands in the bar before its button does: shells have no words to label one with. */
  readonly mark?: 'back' | 'phone';
  readonly children: ReactNode;
}): ReactNode {
  const { title, back, aside, actions, busy, mark, children } = props;
  return (
    <div className={css.page}>
      <header className={css.bar}>
        {back ? (
          <button type="button" className={css.icon} aria-label={back.label} onClick={back.go}>
            <Icon name="back" />
          </button>
        ) : mark === 'back' ? (
          <span className={css.icon}>
            <Icon name="back" />
          </span>
        ) : null}
        {title ? <h1 className={css.title}>{title}</h1> : <span className={css.title} />}
        {aside ?? <span className={css.icon}>{mark === 'phone' ? <Icon name="phone" /> : null}</span>}
      </header>
      <main className={css.main} aria-busy={busy}>
        {children}
      </main>
      {actions ? <footer className={css.action}>{actions}</footer> : null}
    </div>
  );
}

/** Two actions side by side: the leaving one first, the wanted one in colour second. */
export function ActionPair({
  hint,
  children,
}: {
  readonly hint?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      {hint ? <p className={css.hint}>{hint}</p> : null}
      <div className={css.pair}>{children}</div>
    </>
  );
}

/** A round link of the bar, such as the service phone. */
export function BarLink({
  href,
  onClick,
  label,
  icon,
}: {
  readonly href: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly label: string;
  readonly icon: 'phone';
}): ReactNode {
  return (
    <a className={css.icon} href={href} onClick={onClick} aria-label={label}>
      <Icon name={icon} />
    </a>
  );
}
