import type { ReactNode } from 'react';
import { marketMoneyFormat } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { BrandArt } from '../../art/BrandArt.tsx';
import css from './MoneyMoment.module.css';

/**
 * Money arrived, a payment was received, or a loan is settled: half a second of motion on the brand's ground. The words
 * are there from the first frame, and without motion nothing moves.
 */
export function MoneyMoment({
  kind,
  title,
  text,
  children,
}: {
  readonly kind: 'payout' | 'received' | 'settled';
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <>
      <div className={css.moment} role="status">
        {kind === 'settled' ? null : kind === 'received' ? <Tick /> : <Coin />}
        <h2 className={css.title}>{title}</h2>
        <p className={css.text}>{text}</p>
        {kind === 'settled' ? (
          <div className={css.scene}>
            <BrandArt svg={settings.art.settled} />
          </div>
        ) : null}
      </div>
      <div className={css.paper}>{children}</div>
    </>
  );
}

function Tick(): ReactNode {
  return (
    <svg className={css.sign} width="84" height="84" viewBox="0 0 84 84" fill="none" aria-hidden="true">
      <circle cx="42" cy="42" r="40" fill="var(--accent)" />
      <path
        className={css.tick}
        d="M25 43l12 12 23-25"
        stroke="var(--on-accent)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function Coin(): ReactNode {
  return (
    <svg className={`${css.sign} ${css.coin}`} width="84" height="84" viewBox="0 0 84 84" aria-hidden="true">
      <circle cx="42" cy="42" r="40" fill="var(--accent)" />
      <circle
        cx="42"
        cy="42"
        r="34"
        fill="none"
        stroke="var(--on-accent)"
        strokeOpacity=".35"
        strokeWidth="2"
      />
      <text x="42" y="56" textAnchor="middle" fontSize="38" fontWeight="700" fill="var(--on-accent)">
        {marketMoneyFormat.symbol}
      </text>
    </svg>
  );
}
