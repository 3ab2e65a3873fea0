import type { ReactNode } from 'react';
import { InBrand } from './brand-format.tsx';
import styles from './layout.module.css';

interface PageProps {
  readonly title: string;
  /** The brand of what the screen shows; undefined: the chosen one. */
  readonly brand?: string | undefined;
  /** Before the title: where it belongs to. */
  readonly parent?: ReactNode;
  /** After the title: its states. */
  readonly status?: ReactNode;
  /** At the right: buttons, filters. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its head with title and actions, and its body. */
export function Page({ title, brand, parent, status, actions, children }: PageProps): ReactNode {
  return (
    <InBrand brand={brand}>
      <header className={styles.pageHead}>
        {parent !== undefined && <span className={styles.parent}>{parent}</span>}
        <h1>{title}</h1>
        {status}
        {actions !== undefined && <div className={styles.pageActions}>{actions}</div>}
      </header>
      <div className={styles.pageBody}>{children}</div>
    </InBrand>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  /** Without padding, for a table. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A part of a screen. */
export function Card({ title, aside, isFlush = false, children }: CardProps): ReactNode {
  return (
    <section className={styles.card}>
      {title !== undefined && (
        <div className={styles.cardHead}>
          <h2>{title}</h2>
          {aside !== undefined && <div className={styles.cardAside}>{aside}</div>}
        </div>
      )}
      <div className={isFlush ? styles.flush : styles.cardBody}>{children}</div>
    </section>
  );
}

/** Cards beside each other: two or three columns, one on a narrow page. */
export function Columns({
  count,
  children,
}: {
  readonly count: 2 | 3;
  readonly children: ReactNode;
}): ReactNode {
  return <div className={count === 2 ? styles.two : styles.three}>{children}</div>;
}

/** Cards under each other, as one column. */
export function Stack({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.stack}>{children}</div>;
}

interface SidePanelProps {
  readonly label: string;
  /** The list. */
  readonly list: ReactNode;
  /** The page's content. */
  readonly children: ReactNode;
  /** `stays`: in sight on a narrow page; `gone`: not there, as a press on a row opens it. */
  readonly narrow?: 'stays' | 'gone';
}

/** A list with what is chosen in it beside it; below it on a narrow page. */
export function SidePanel({ label, list, children, narrow }: SidePanelProps): ReactNode {
  return (
    <div className={styles.withSide}>
      <div className={styles.list}>{list}</div>
      <aside className={styles.side} aria-label={label} data-narrow={narrow}>
        {children}
      </aside>
    </div>
  );
}

interface Fact {
  readonly label: ReactNode;
  readonly value: ReactNode;
}

/** Names and values. */
export function Facts({ items }: { readonly items: readonly Fact[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {items.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts in their order, two of which may be alike
        <div key={index} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
