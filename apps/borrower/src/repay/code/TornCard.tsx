import type { ReactNode } from 'react';
import { Amount } from '../../kit/layout/Card.tsx';
import css from './TornCard.module.css';

const teeth = Array.from(
  { length: 24 },
  (_, index) => `M${(index + 1) * 16.68} 0a8.34 8 0 0 1 -16.68 0`,
).join('');

/** A card in two parts with a torn edge between them: the amount due above, its calculation below. */
export function TornCard({
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
        <Amount>{amount}</Amount>
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
