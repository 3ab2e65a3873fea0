import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { listStrategies } from '@hiram/contract/console/strategy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useChannelWords } from './words.ts';

type Cost = StaffOutput<typeof listStrategies>['costs'][number];

interface Props {
  readonly costs: readonly Cost[];
}

/** The cost of messages on each day, by channel. */
export function Costs({ costs }: Props): ReactNode {
  const { t } = useLingui();
  const channels = useChannelWords();
  const count = (key: 'messages' | 'segments' | 'bounced', header: string): Column<Cost> => ({
    key,
    header,
    align: 'right',
    narrow: 'more',
    cell: (row) => row[key],
  });
  const columns: readonly Column<Cost>[] = [
    { key: 'day', header: t`Day`, narrow: 'main', cell: ({ day }) => <Day on={day} /> },
    { key: 'channel', header: t`Channel`, narrow: 'sub', cell: ({ channel }) => channels[channel] },
    count('messages', t`Sent`),
    count('segments', t`Segments`),
    count('bounced', t`Not reached`),
    {
      key: 'price',
      header: t`A segment`,
      align: 'right',
      narrow: 'more',
      cell: ({ cost, segments }) => segments > 0 && <Money cents={Math.round(cost / segments)} />,
    },
    {
      key: 'cost',
      header: t`Cost`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ cost }) => <Money cents={cost} />,
    },
  ];
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  return (
    <Card title={t`Messages of 14 days`} aside={<Money cents={total} />} isFlush>
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
