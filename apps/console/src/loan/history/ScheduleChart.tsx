import type { Instalment } from '@hiram/contract/console/loan-shapes';
import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import { type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { type ReactNode, useId } from 'react';
import { Day } from '../../app/cells.tsx';
import { useBrandFormat } from '../../kit/brand-format.tsx';
import styles from '../loan.module.css';
import type { ShownLoan } from '../types.ts';
import { InstalmentState } from './InstalmentState.tsx';

const layers = ['paid', 'principal', 'interest', 'late', 'penalty'] as const;
type Layer = (typeof layers)[number];

function amountsOf(one: Instalment): Record<Layer, number> {
  return {
    paid: one.principalPaid + one.interestPaid,
    principal: one.principal - one.principalPaid,
    interest: one.interest - one.interestPaid,
    late: one.lateOwed,
    penalty: one.penaltyOwed,
  };
}

const size = { width: 640, height: 210, left: 72, top: 24, bottom: 8 };
/** Instalments up to this number have a figure above their bar. */
const maxFigures = 8;
/** The same on a narrow page. */
const maxNarrow = 4;

/** A bar for each instalment: what is paid of it, and what is owed by part. */
export function ScheduleChart({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  const names: Readonly<Record<Layer, string>> = {
    paid: t`Paid`,
    principal: t`Principal`,
    interest: t`Interest`,
    late: t`Late charge`,
    penalty: t`Penalty`,
  };
  const shown = layers.filter((layer) => loan.schedule.some((one) => amountsOf(one)[layer] > 0));
  return (
    <figure className={styles.chart} data-few={loan.schedule.length <= maxNarrow ? '' : undefined}>
      <Bars loan={loan} />
      <ul className={styles.legend}>
        {shown.map((layer) => (
          <li key={layer}>
            <span className={`${styles.swatch} ${styles[`bar-${layer}`]}`} aria-hidden="true" />
            {names[layer]}
          </li>
        ))}
      </ul>
      <figcaption className={styles.bars} data-many={loan.schedule.length > maxFigures ? '' : undefined}>
        {loan.schedule.map((one) => (
          <span key={one.no}>
            <span>
              {one.no} · <Day on={one.dueDate} />
            </span>
            <InstalmentState instalment={one} />
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Bars({ loan }: { readonly loan: ShownLoan }): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const hatch = useId();
  const rows = loan.schedule.map((one) => ({ no: String(one.no), ...amountsOf(one) }));
  const totals = rows.map((row) => layers.reduce((sum, layer) => sum + row[layer], 0));
  const x = scaleBand()
    .domain(rows.map(({ no }) => no))
    .range([size.left, size.width])
    .paddingInner(0.4)
    .paddingOuter(0.2);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...totals)])
    .nice(4)
    .range([size.height - size.bottom, size.top]);
  const series = stack<(typeof rows)[number], Layer>().keys(layers)(rows);
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t`Instalments: what is paid and owed of each`}
    >
      <Hatch id={hatch} />
      <Grid y={y} />
      {series.map((layer) =>
        layer.map(([from, to], index) => (
          <rect
            key={`${layer.key} ${rows[index]?.no}`}
            className={styles[`bar-${layer.key}`]}
            fill={layer.key === 'penalty' ? `url(#${hatch})` : undefined}
            x={x(rows[index]?.no ?? '')}
            width={x.bandwidth()}
            y={y(to)}
            height={Math.max(0, y(from) - y(to))}
          />
        )),
      )}
      {rows.length <= maxFigures &&
        rows.map(({ no }, index) => (
          <text
            key={no}
            className={styles.total}
            x={(x(no) ?? 0) + x.bandwidth() / 2}
            y={y(totals[index] ?? 0) - 6}
            textAnchor="middle"
          >
            {formatCents(totals[index] ?? 0, money)}
          </text>
        ))}
    </svg>
  );
}

/** Lines of the amounts, from zero. */
function Grid({ y }: { readonly y: ScaleLinear<number, number> }): ReactNode {
  const { money } = useBrandFormat();
  return y.ticks(4).map((tick) => (
    <g key={tick}>
      <line className={styles.grid} x1={size.left} x2={size.width} y1={y(tick)} y2={y(tick)} />
      <text className={styles.tick} x={size.left - 8} y={y(tick) + 4} textAnchor="end">
        {formatCents(tick, { ...money, symbol: '' }).replace(/\D00$/, '')}
      </text>
    </g>
  ));
}

/** The pattern of the penalty, which colour alone would not tell from the late charge. */
function Hatch({ id }: { readonly id: string }): ReactNode {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className={styles.hatchGround} />
        <rect width="2.5" height="6" className={styles.hatchLine} />
      </pattern>
    </defs>
  );
}
