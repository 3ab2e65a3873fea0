import { lateKinds, lateWords } from '@hiram/contract/console/portfolio';
import { useLingui } from '@lingui/react/macro';
import { scaleLinear, scalePoint } from 'd3-scale';
import type { ReactNode } from 'react';
import { share, shareInColumn } from '../app/share.ts';
import { useDates } from '../kit/dates.ts';
import { FigureCard } from './FigureCard.tsx';
import styles from './portfolio.module.css';
import { fromClass, type PortfolioDay, useHref } from './shown-portfolio.ts';

const size = { width: 560, height: 220, left: 44, right: 60, foot: 24 };
const shareOf = (day: PortfolioDay, at: number) => {
  const whole = fromClass(day, 0).amount;
  return whole === 0 ? 0 : fromClass(day, at).amount / whole;
};

/** Shares of principal at risk at the ends of months, as lines; the classes of the day as a table. */
export function AtRisk({ days }: { readonly days: readonly PortfolioDay[] }): ReactNode {
  const { t } = useLingui();
  const hrefOf = useHref('late', 'lentIn');
  const day = days.at(-1);
  if (!day) return null;
  const whole = fromClass(day, 0).amount;
  return (
    <FigureCard
      title={t`Portfolio at risk`}
      aside={t`share of principal`}
      note={t`A loan counts with its whole principal, by its oldest unpaid instalment.`}
      caption={t`Loans by days late`}
      heads={[t`Days late`, t`Loans`, t`Principal`, t`Share`]}
      rows={lateKinds.map((kind, index) => {
        const { loans, amount } = day.late[index] ?? { loans: 0, amount: 0 };
        const cells = [loans, { cents: amount }, { part: amount, whole }];
        return { name: lateWords[kind], href: hrefOf(kind), cells, isNone: loans === 0 };
      })}
      sums={[
        { name: t`All`, cells: [fromClass(day, 0).loans, { cents: whole }, shareInColumn(whole, whole)] },
      ]}
    >
      {days.length > 1 && whole > 0 && <Lines days={days} />}
    </FigureCard>
  );
}

function Lines({ days }: { readonly days: readonly PortfolioDay[] }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const last = days.at(-1);
  const top = Math.max(0.01, ...days.map((day) => shareOf(day, 1)));
  const x = scalePoint<string>()
    .domain(days.map(({ day }) => day))
    .range([size.left, size.width - size.right]);
  const y = scaleLinear()
    .domain([0, top])
    .nice()
    .range([size.height - size.foot, 12]);
  return (
    <svg
      className={styles.lines}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t`Shares at risk at the ends of months. The table has those of the day.`}
    >
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <path className={styles.grid} d={`M${size.left} ${y(tick)}H${size.width - size.right}`} />
          <text x={size.left - 6} y={y(tick) + 4} textAnchor="end">
            {share(tick, 1)}
          </text>
        </g>
      ))}
      {days.map(({ day }, index) =>
        index % Math.ceil(days.length / 6) === 0 ? (
          <text key={day} x={x(day)} y={size.height - 6} textAnchor="middle">
            {dates.month(day.slice(0, 7))}
          </text>
        ) : null,
      )}
      {lateKinds.slice(1).map((kind, index) => (
        <g key={kind} className={styles.line} data-line={index}>
          <path d={`M${days.map((day) => `${x(day.day)} ${y(shareOf(day, index + 1))}`).join('L')}`} />
          {last && kind !== 'late16' && kind !== 'late61' && (
            <text x={size.width - size.right + 6} y={y(shareOf(last, index + 1)) + 4}>
              {`> ${Number(kind.slice(4)) - 1}`}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
