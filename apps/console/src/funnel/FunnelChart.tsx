import { funnelSteps } from '@hiram/contract/console/funnel';
import { useLingui } from '@lingui/react/macro';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import styles from './funnel.module.css';
import { type ShownFunnel, share, useStepWords } from './types.ts';

const size = { width: 560, height: 200 };

/** The steps as bars from a common middle, with their table. */
export function FunnelChart({ total }: Pick<ShownFunnel, 'total'>): ReactNode {
  const { t } = useLingui();
  const words = useStepWords();
  return (
    <Card title={t`From visit to first loan`} isFlush>
      <figure className={styles.chart}>
        <Bars total={total} />
        <table className={kit.table}>
          <caption>{t`Visitors by step`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Step`}</th>
              <th scope="col" className={kit.right}>{t`Visitors`}</th>
              <th scope="col" className={kit.right}>{t`Of the step before`}</th>
              <th scope="col" className={kit.right}>{t`Of all visits`}</th>
            </tr>
          </thead>
          <tbody>
            {funnelSteps.map((step, index) => (
              <tr key={step}>
                <th scope="row">{words[step]}</th>
                <td className={kit.right}>{total[step]}</td>
                <td className={kit.right}>
                  {index === 0 ? '–' : share(total[step], total[funnelSteps[index - 1] ?? 'visits'])}
                </td>
                <td className={kit.right}>{share(total[step], total.visits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
    </Card>
  );
}

/** Bars whose widths are the visitors of each step; between two bars the ones who stayed. */
function Bars({ total }: Pick<ShownFunnel, 'total'>): ReactNode {
  const { t } = useLingui();
  const { visits, firstLoans } = total;
  // Nothing to draw: the table below says so.
  if (visits === 0) return null;
  const x = scaleLinear()
    .domain([0, Math.max(1, ...funnelSteps.map((step) => total[step]))])
    .range([0, size.width]);
  const y = scaleBand<string>().domain(funnelSteps).range([0, size.height]).paddingInner(0.35);
  const left = (step: keyof typeof total) => (size.width - x(total[step])) / 2;
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t`Of ${visits} visits came ${firstLoans} first loans. The table has every step.`}
    >
      {funnelSteps.map((step, index) => {
        const next = funnelSteps[index + 1];
        const top = y(step) ?? 0;
        const bottom = top + y.bandwidth();
        return (
          <g key={step}>
            <rect
              className={styles.bar}
              x={left(step)}
              y={top}
              width={x(total[step])}
              height={y.bandwidth()}
              rx={2}
            />
            {next !== undefined && (
              <path
                className={styles.flow}
                d={`M${left(step)} ${bottom}H${left(step) + x(total[step])}L${left(next) + x(total[next])} ${y(next) ?? 0}H${left(next)}Z`}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}
