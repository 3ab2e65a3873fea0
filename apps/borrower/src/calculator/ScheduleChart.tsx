import type { MonthlyPayment } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money } from '../app/settings/money.ts';
import css from './Calculator.module.css';

/** A schedule with more months than this is drawn by year. */
const maxMonths = 36;
const [width, height] = [320, 132];
/** The gap between the two parts of a bar. Dark themes give both parts the same brightness. */
const seam = 1.5;

interface Bar {
  readonly principal: number;
  readonly interest: number;
}

/** The schedule summed by `size` months: 1 for months, 12 for years. */
function barsOf(rows: readonly MonthlyPayment[], size: number): Bar[] {
  const bars: Bar[] = [];
  for (let start = 0; start < rows.length; start += size) {
    const group = rows.slice(start, start + size);
    bars.push({
      principal: group.reduce((sum, row) => sum + row.principal, 0),
      interest: group.reduce((sum, row) => sum + row.interest, 0),
    });
  }
  return bars;
}

/** One bar a month, or a year for long schedules: principal below, interest above. */
export function ScheduleChart({ rows }: { readonly rows: readonly MonthlyPayment[] }): ReactNode {
  const { t } = useLingui();
  const byYear = rows.length > maxMonths;
  const bars = barsOf(rows, byYear ? 12 : 1);
  const maxAmount = Math.max(1, ...bars.map((bar) => bar.principal + bar.interest));
  const slot = width / bars.length;
  const bar = Math.min(28, slot * 0.78);
  const [first, last] = [bars[0], bars[bars.length - 1]];
  const count = bars.length;
  const name = byYear
    ? t`Bars for ${count} years. Interest falls from ${money(first?.interest ?? 0)} in the first to ${money(last?.interest ?? 0)} in the last; principal goes from ${money(first?.principal ?? 0)} to ${money(last?.principal ?? 0)}.`
    : t`Bars for ${count} months. Interest falls from ${money(first?.interest ?? 0)} in the first to ${money(last?.interest ?? 0)} in the last; principal goes from ${money(first?.principal ?? 0)} to ${money(last?.principal ?? 0)}.`;
  return (
    <>
      <svg className={css.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <path
            key={part}
            d={`M0 ${height - part * height + 0.5}h${width}`}
            stroke="var(--line)"
            strokeWidth="1"
          />
        ))}
        {bars.map(({ principal, interest }, index) => {
          const [low, high] = [(principal / maxAmount) * height, (interest / maxAmount) * height];
          const x = index * slot + (slot - bar) / 2;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its place in the schedule
            <g key={index}>
              <rect x={x} y={height - low - high} width={bar} height={high} rx="1" fill="var(--accent)" />
              <rect
                x={x}
                y={height - low + (high > 0 ? seam : 0)}
                width={bar}
                height={Math.max(0, low - (high > 0 ? seam : 0))}
                rx="1"
                fill="var(--primary)"
              />
            </g>
          );
        })}
      </svg>
      <p className={css.axis}>
        <span>{byYear ? t`Year ${1}` : t`Month ${1}`}</span>
        {count > 1 ? <span>{byYear ? t`Year ${count}` : t`Month ${count}`}</span> : null}
      </p>
      <p className={css.legend}>
        <span className={css.principal}>{t`principal`}</span>
        <span className={css.interest}>{t`interest`}</span>
      </p>
    </>
  );
}
