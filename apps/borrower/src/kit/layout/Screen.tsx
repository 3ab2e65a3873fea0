import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Held } from '../controls/Button.tsx';
import { Icon } from './Icon.tsx';
import css from './Screen.module.css';

/** A screen's frame: a bar with the back button, one column, and the action bar at the bottom. */
export function Screen(props: {
  readonly title?: string;
  readonly back?: { readonly label: string; readonly go: () => void };
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly busy?: boolean;
  /** Says why the screen's buttons wait. Without it they do not. */
  readonly held?: ReactNode;
  /** An icon in the place of the bar's button. Skeletons use it because they have no text to label a button with. */
  readonly mark?: 'back' | 'phone';
  /** The bar of the first page: on the brand's coloured ground, with its mark and its name as it writes it. */
  readonly brandMark?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { title, back, aside, actions, busy, held, mark, brandMark, children } = props;
  const isHome = brandMark !== undefined;
  return (
    <div className={css.page}>
      <header className={isHome ? `${css.bar} ${css.deep}` : css.bar}>
        {back ? (
          <button type="button" className={css.icon} aria-label={back.label} onClick={back.go}>
            <Icon name="back" />
          </button>
        ) : mark === 'back' ? (
          <span className={css.icon}>
            <Icon name="back" />
          </span>
        ) : null}
        {isHome ? <span className={css.mark}>{brandMark}</span> : null}
        {title ? <h1 className={css.title}>{title}</h1> : <span className={css.title} />}
        {aside ??
          (mark === 'phone' ? (
            <span className={css.icon}>
              <Icon name="phone" />
            </span>
          ) : null)}
      </header>
      <main className={held ? `${css.main} ${css.roomy}` : css.main} aria-busy={busy}>
        <Held.Provider value={held !== undefined}>{children}</Held.Provider>
      </main>
      {actions || held ? (
        <ActionBar held={held}>
          <Held.Provider value={held !== undefined}>{actions}</Held.Provider>
        </ActionBar>
      ) : null}
    </div>
  );
}

/** The part of the view's height that a bar at its bottom may cover. */
const maxShare = 0.3;

/**
 * Stays at the bottom of the view. With very large type it would cover much of it, and scrolls with the page instead; why the
 * actions wait stays in view.
 */
export function ActionBar({
  held,
  children,
}: {
  readonly held?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const bar = useRef<HTMLElement>(null);
  const [isTall, setIsTall] = useState(false);
  const isHeld = held !== undefined;
  useEffect(() => {
    const footer = bar.current;
    if (!footer) return;
    const observer = new ResizeObserver(() => {
      const above = isHeld ? (footer.firstElementChild?.clientHeight ?? 0) : 0;
      setIsTall(above + footer.offsetHeight > window.innerHeight * maxShare);
    });
    observer.observe(footer);
    return () => observer.disconnect();
  }, [isHeld]);
  return (
    <footer ref={bar} className={`${css.action} ${isTall ? css.tall : ''} ${isHeld ? css.waiting : ''}`}>
      {held ? <div className={css.held}>{held}</div> : null}
      {children}
    </footer>
  );
}

/** Two actions side by side: first the one that leaves, then the main one in colour. */
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

/** A round link in the bar, such as the service phone. */
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
