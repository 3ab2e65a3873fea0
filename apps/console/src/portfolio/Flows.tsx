import { useLingui } from '@lingui/react/macro';
import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { useDates } from '../kit/dates.ts';
import { FigureCard } from './FigureCard.tsx';
import styles from './portfolio.module.css';
import type { ShownPortfolio } from './shown-portfolio.ts';

type Flow = ShownPortfolio['flows'][number];

const size = { width: 560, height: 120, gap: 2, foot: 18 };

/** Amounts lent and collected on each of the last days: bars, and the same as a table. */
export function Flows({ flows }: Pick<ShownPortfolio, 'flows'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  // A figure that was nothing on all days has no column.
  const columns = [
    { head: t`Lent`, of: ({ disbursed }: Flow) => disbursed },
    { head: t`Collected`, of: ({ collected }: Flow) => collected },
  ].filter(({ of }) => flows.some((flow) => of(flow) !== 0));
  const moved = flows.filter(({ disbursed, collected }) => disbursed !== 0 || collected !== 0);
  const top = Math.max(1, ...flows.flatMap(({ disbursed, collected }) => [disbursed, collected]));
  const y = scaleLinear().domain([0, top]).range([0, size.height]);
  const width = size.width / Math.max(1, flows.length * 2);
  const bar = (at: number, amount: number) => {
    const height = y(Math.max(0, amount));
    return `M${at * width} ${size.height}v${-height}h${width - size.gap}v${height}z`;
  };
  return (
    <FigureCard
      title={t`Lent and collected by day`}
      aside={t`the days on which money moved`}
      caption={t`Lent and collected by day`}
      heads={[t`Day`, ...columns.map(({ head }) => head)]}
      rows={[...moved].reverse().map((flow) => ({
        name: dates.day(flow.day),
        cells: columns.map(({ of }) => (of(flow) === 0 ? '–' : { cents: of(flow) })),
      }))}
      sums={[
        {
          name: t`30 days`,
          cells: columns.map(({ of }) => ({ cents: flows.reduce((sum, flow) => sum + of(flow), 0) })),
        },
      ]}
    >
      {moved.length > 2 && (
        <>
          <svg
            className={styles.lines}
            viewBox={`0 0 ${size.width} ${size.height + size.foot}`}
            role="img"
            aria-label={t`Lent and collected by day. The table has the amounts.`}
          >
            <path className={styles.grid} d={`M0 ${size.height}H${size.width}`} />
            {flows.map(({ day, disbursed, collected }, index) => (
              <g key={day}>
                <path className={styles.lent} d={bar(index * 2, disbursed)} />
                <path className={styles.collected} d={bar(index * 2 + 1, collected)} />
              </g>
            ))}
            {(flows.length > 1 ? [flows[0], flows.at(-1)] : flows).map((flow, index) =>
              flow ? (
                <text
                  key={flow.day}
                  x={index * size.width}
                  y={size.height + 14}
                  textAnchor={index === 0 ? 'start' : 'end'}
                >
                  {dates.day(flow.day)}
                </text>
              ) : null,
            )}
          </svg>
          <p className={styles.key}>
            <i data-kind="lent" /> {t`lent`} <i data-kind="collected" /> {t`collected`}
          </p>
        </>
      )}
    </FigureCard>
  );
}
