import { funnelSteps } from '@hiram/contract/console/funnel';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { share } from '../app/share.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import styles from './funnel.module.css';
import { type ShownFunnel, useStepWords } from './types.ts';

/** The steps, each with its bar on the scale of the visits. */
export function FunnelChart({ total }: Pick<ShownFunnel, 'total'>): ReactNode {
  const { t } = useLingui();
  const words = useStepWords();
  const before = (step: (typeof funnelSteps)[number]) => funnelSteps[funnelSteps.indexOf(step) - 1];
  return (
    <Card title={t`From visit to first loan`} isFlush>
      <PlainTable
        caption={t`Visitors by step`}
        className={styles.steps}
        rows={funnelSteps}
        rowKey={(step) => step}
        columns={[
          {
            header: t`Step`,
            isHead: true,
            cell: (step) => (
              <>
                {words[step]}
                <span className={kit.barTrack} aria-hidden="true">
                  <i style={{ width: `${(100 * total[step]) / Math.max(1, total.visits)}%` }} />
                </span>
              </>
            ),
          },
          {
            header: t`Visitors`,
            isRight: true,
            cell: (step) => <b>{plural(total[step], { other: '#' })}</b>,
          },
          {
            header: t`Of the step before`,
            isRight: true,
            cell: (step) => {
              const last = before(step);
              if (!last) return '–';
              return total[step] === 0 && total[last] > 0 ? t`none yet` : share(total[step], total[last]);
            },
          },
          { header: t`Of all visits`, isRight: true, cell: (step) => share(total[step], total.visits) },
        ]}
      />
    </Card>
  );
}
