import type { MessageCost } from '@hiram/contract/console/strategy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useChannelWords } from './words.ts';

/** The cost of messages on each day, by channel. */
export function Costs({ costs }: { readonly costs: readonly MessageCost[] }): ReactNode {
  const { t } = useLingui();
  const channels = useChannelWords();
  const count = (key: 'messages' | 'segments' | 'bounced', header: string) =>
    figures<MessageCost>(key, header, (row) => row[key], { narrow: 'more' });
  const columns: readonly Column<MessageCost>[] = [
    column('day', t`Day`, ({ day }) => <Day on={day} />, { narrow: 'main' }),
    column('channel', t`Channel`, ({ channel }) => channels[channel], { narrow: 'sub' }),
    count('messages', t`Sent`),
    count('segments', t`Segments`),
    count('bounced', t`Not reached`),
    figures(
      'price',
      t`Price a segment`,
      ({ cost, segments }) => segments > 0 && <Money cents={Math.round(cost / segments)} />,
      { narrow: 'more' },
    ),
    figures('cost', t`Cost`, ({ cost }) => <Money cents={cost} />, { narrow: 'mainEnd' }),
  ];
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  return (
    <Card title={t`Cost of messages, 14 days`} aside={<Money cents={total} />} isFlush>
      {costs.length === 0 ? (
        <p className={kit.muted}>{t`No message was sent.`}</p>
      ) : (
        <DataTable
          caption={t`Messages and their costs, by day and channel`}
          columns={columns}
          rows={costs}
          rowKey={({ day, channel }) => `${day} ${channel}`}
          hasKeys={false}
        />
      )}
    </Card>
  );
}
