import type { MonthlyPayment } from '@hiram/contract/calculator';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money, roundMoney } from '../app/settings/money.ts';
import css from './Calculator.module.css';

/** A schedule with more months than this is drawn by year. */
const maxMonths = 36;
/** Room above the highest bar for the name of its line. */
const [width, height, top] = [320, 132, 16];
/** The lines of the scale, at most, and the width of a letter of their names. */
const [maxLines, letter] = [4, 8];
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

/** The distance of two lines of a scale up to an amount in cents: a round sum of whole units. */
function stepFor(highest: number): number {
  const least = Math.max(100, highest / maxLines);
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
}

/** One bar a month, or a year for long schedules: principal below, interest above. */
export function ScheduleChart({ rows }: { readonly rows: readonly MonthlyPayment[] }): ReactNode {
  const { t } = useLingui();
  const byYear = rows.length > maxMonths;
  const bars = barsOf(rows, byYear ? 12 : 1);
  const highest = Math.max(1, ...bars.map((bar) => bar.principal + bar.interest));
  const lineStep = stepFor(highest);
  const maxAmount = Math.max(highest, lineStep);
  const lines = Array.from({ length: Math.floor(maxAmount / lineStep) }, (_, at) => (at + 1) * lineStep);
  const left = letter * roundMoney(lines[lines.length - 1] ?? 0).length + 6;
  const slot = (width - left) / bars.length;
  const bar = Math.min(28, slot * 0.78);
  const [first, last] = [bars[0], bars[bars.length - 1]];
  const count = bars.length;
  const name = byYear
    ? t`Bars for ${count} years. Interest falls from ${money(first?.interest ?? 0)} in the first to ${money(last?.interest ?? 0)} in the last; principal goes from ${money(first?.principal ?? 0)} to ${money(last?.principal ?? 0)}.`
    : t`Bars for ${count} months. Interest falls from ${money(first?.interest ?? 0)} in the first to ${money(last?.interest ?? 0)} in the last; principal goes from ${money(first?.principal ?? 0)} to ${money(last?.principal ?? 0)}.`;
  return (
    <>
      <svg className={css.chart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
        {[0, ...lines].map((amount) => {
          const y = height - (amount / maxAmount) * (height - top) - 0.5;
          return (
            <g key={amount}>
              <path d={`M${left} ${y}H${width}`} stroke="var(--line)" strokeWidth="1" />
              <text x={left - 6} y={y + (amount === 0 ? 0 : 4)} className={css.mark} textAnchor="end">
                {roundMoney(amount)}
              </text>
            </g>
          );
        })}
        {bars.map(({ principal, interest }, index) => {
          const [low, high] = [principal, interest].map((part) => (part / maxAmount) * (height - top)) as [
            number,
            number,
          ];
          const x = left + index * slot + (slot - bar) / 2;
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
