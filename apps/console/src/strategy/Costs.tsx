import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { listStrategies } from '@hiram/contract/console/strategy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { useChannelWords } from './words.ts';

interface Props {
  readonly costs: StaffOutput<typeof listStrategies>['costs'];
}

/** The cost of messages on each day, by channel. */
export function Costs({ costs }: Props): ReactNode {
  const { t } = useLingui();
  const channels = useChannelWords();
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  return (
    <Card title={t`Messages of 14 days`} aside={<Money cents={total} />} isFlush>
      {costs.length === 0 ? (
        <p className={kit.muted}>{t`No message was sent.`}</p>
      ) : (
        <table className={kit.table}>
          <caption>{t`Messages and their costs, by day and channel`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Day`}</th>
              <th scope="col">{t`Channel`}</th>
              <th scope="col" className={kit.right}>{t`Sent`}</th>
              <th scope="col" className={kit.right}>{t`Segments`}</th>
              <th scope="col" className={kit.right}>{t`Not reached`}</th>
              <th scope="col" className={kit.right}>{t`Cost`}</th>
            </tr>
          </thead>
          <tbody>
            {costs.map(({ day, channel, messages, segments, bounced, cost }) => (
              <tr key={`${day} ${channel}`}>
                <th scope="row">
                  <Day on={day} />
                </th>
                <td>{channels[channel]}</td>
                <td className={kit.right}>{messages}</td>
                <td className={kit.right}>{segments}</td>
                <td className={kit.right}>{bounced}</td>
                <td className={kit.right}>
                  <Money cents={cost} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
