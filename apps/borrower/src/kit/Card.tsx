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

const teeth = Array.from(
  { length: 24 },
  (_, index) => `M${(index + 1) * 16.68} 0a8.34 8 0 0 1 -16.68 0`,
).join('');

/** A card in two parts with a torn edge between them: the amount due above, its calculation below. */
export function Receipt({
  label,
  amount,
  sub,
  children,
}: {
  readonly label: string;
  readonly amount: string;
  readonly sub: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <>
      <section className={`${css.card} ${css.receipt}`}>
        <p className={css.label}>{label}</p>
        <p className={css.amount}>{amount}</p>
        <p className={css.sub}>{sub}</p>
        <svg className={css.torn} viewBox="0 0 400 8" preserveAspectRatio="none" aria-hidden="true">
          <path
            d={teeth}
            fill="var(--surface-raised)"
            stroke="var(--line)"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </section>
      <section className={`${css.card} ${css.under}`}>{children}</section>
    </>
  );
}

export interface RowText {
  readonly text: string;
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
      <dl className={css.rows}>
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

const logoTones = ['primary', 'info', 'warning', 'positive'] as const;

/** A logo: its picture, or initials if there is none or it does not load. The same name always has the same colours. */
export function Logo({ name, src }: { readonly name: string; readonly src?: string | undefined }): ReactNode {
  const [failed, setFailed] = useState('');
  if (src && failed !== src)
    return (
      <img className={css.logo} src={src} alt="" width="44" height="44" onError={() => setFailed(src)} />
    );
  let sum = 0;
  for (let index = 0; index < name.length; index += 1) sum += name.charCodeAt(index);
  const tone = logoTones[sum % logoTones.length] ?? 'primary';
  return (
    <span className={`${css.logo} ${css[tone]}`} aria-hidden="true">
      {name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)}
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
  readonly sub?: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className={css.head}>
      <Logo name={name} src={logo} />
      <div className={css.headText}>
        <b>{name}</b>
        {sub ? <div className={css.sub}>{sub}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** Money in display size. */
export function Amount({ children }: { readonly children: string }): ReactNode {
  return <p className={css.amount}>{children}</p>;
}
