import { funnelSteps } from '@hiram/contract/console/funnel';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { share } from '../app/share.ts';
import { Bars } from '../kit/Bars.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import styles from './funnel.module.css';
import { type ShownFunnel, useStepWords } from './types.ts';

/** The steps as bars, with their table. */
export function FunnelChart({ total }: Pick<ShownFunnel, 'total'>): ReactNode {
  const { t } = useLingui();
  const words = useStepWords();
  return (
    <Card title={t`From visit to first loan`} isFlush>
      <figure className={styles.chart}>
        <Steps total={total} />
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
                <td className={kit.right}>{plural(total[step], { other: '#' })}</td>
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

/** A bar for each step, on the scale of the visits. */
function Steps({ total }: Pick<ShownFunnel, 'total'>): ReactNode {
  const { t } = useLingui();
  const words = useStepWords();
  const { visits, firstLoans } = total;
  // Nothing to draw: the table below says so.
  if (visits === 0) return null;
  return (
    <div
      className={styles.bars}
      role="img"
      aria-label={t`Of ${visits} visits came ${firstLoans} first loans. The table has every step.`}
    >
      <Bars
        bars={funnelSteps.map((step) => ({
          label: words[step],
          value: total[step],
          note: share(total[step], visits),
        }))}
      />
    </div>
  );
}
