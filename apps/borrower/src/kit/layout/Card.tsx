import { type ReactNode, useState } from 'react';
import css from './Card.module.css';

export function Card({
  heading,
  children,
}: {
  readonly heading?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={css.card}>
      {heading ? <h2 className={css.heading}>{heading}</h2> : null}
      {children}
    </section>
  );
}

export interface RowText {
  readonly text: ReactNode;
  readonly value: string;
  readonly note?: string | undefined;
}

/** Label and value lines. With `fold`, shows only the first lines until the borrower asks for more. */
export function Rows({
  rows,
  fold,
}: {
  readonly rows: readonly RowText[];
  readonly fold?: { readonly count: number; readonly more: string; readonly less: string };
}): ReactNode {
  const [open, setOpen] = useState(false);
  const shown = fold && !open ? rows.slice(0, fold.count) : rows;
  return (
    <>
      <dl>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are display lines without an id and keep their order
          <div className={css.row} key={index}>
            <dt className={css.text}>{row.text}</dt>
            <dd className={css.value}>{row.value}</dd>
            {row.note ? <dd className={css.note}>{row.note}</dd> : null}
          </div>
        ))}
      </dl>
      {fold && rows.length > fold.count ? (
        <button type="button" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? fold.less : fold.more}
        </button>
      ) : null}
    </>
  );
}

export function Pill({
  tone,
  children,
}: {
  readonly tone: 'positive' | 'warning' | 'danger' | 'info';
  readonly children: ReactNode;
}): ReactNode {
  return <span className={`${css.pill} ${css[tone]}`}>{children}</span>;
}

/** A logo: its picture, or a plain sign if there is none or it does not load. */
export function Logo({ src }: { readonly src?: string | undefined }): ReactNode {
  const [failed, setFailed] = useState('');
  if (src && failed !== src)
    return (
      <img className={css.logo} src={src} alt="" width="44" height="44" onError={() => setFailed(src)} />
    );
  return (
    <span className={`${css.logo} ${css.info}`} aria-hidden="true">
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M4 9h16v10H4zM4 13h16M7 5h10" />
      </svg>
    </span>
  );
}

/** Logo, name and a line below: the heading of a product or a channel. */
export function Head({
  name,
  logo,
  sub,
  children,
}: {
  readonly name: string;
  /** The address of the logo; empty if there is none. */
  readonly logo?: string | undefined;
  readonly sub?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className={css.head}>
      <Logo src={logo} />
      <div className={css.headText}>
        <b>{name}</b>
        {sub ? <div className={css.sub}>{sub}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** Money in display size; `isLead`: the one amount that leads its page. */
export function Amount({
  children,
  isLead = false,
}: {
  readonly children: ReactNode;
  readonly isLead?: boolean;
}): ReactNode {
  return <p className={isLead ? `${css.amount} ${css.lead}` : css.amount}>{children}</p>;
}
