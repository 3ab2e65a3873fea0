import type { Team } from '@hiram/contract/console/collections';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day } from '../app/cells.tsx';
import { share } from '../app/share.ts';
import { Card } from '../kit/Page.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import styles from './collections.module.css';
import { useDeskWords } from './words.ts';

type Row = NonNullable<Team['rolls']>['rows'][number];

/** Roll rates: where the late loans of one end of a month were at a later one. Each share stands beside its count. */
export function Rolls({ rolls }: Pick<Team, 'rolls'>): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const title = t`How late loans moved`;
  if (rolls === undefined)
    return (
      <p className={styles.muted}>
        {title}: {t`available when the books have a month end by the first day, and another by the last.`}
      </p>
    );
  const moved = (key: Exclude<keyof Row, 'bucket' | 'loans'>, header: string, narrow?: 'low' | 'lowEnd') =>
    figures<Row>(
      key,
      header,
      (row) => (row[key] === 0 ? '–' : `${row[key]} · ${share(row[key], row.loans)}`),
      narrow && { narrow },
    );
  const columns: readonly Column<Row>[] = [
    column('bucket', t`Late`, ({ bucket }) => words.buckets[bucket], { isFixed: true, narrow: 'main' }),
    figures('loans', t`Loans`, ({ loans }) => loans, { narrow: 'mainEnd' }),
    moved('worse', t`Worse`, 'low'),
    moved('unchanged', t`Same`),
    moved('better', t`Better`),
    moved('cured', t`Not late`, 'lowEnd'),
    moved('ended', t`Paid or written off`),
  ];
  return (
    <Card
      title={title}
      aside={
        <>
          <Day on={rolls.from} /> – <Day on={rolls.to} />
        </>
      }
      isFlush
    >
      <DataTable
        caption={title}
        columns={columns}
        rows={rolls.rows}
        rowKey={({ bucket }) => bucket}
        hasKeys={false}
      />
    </Card>
  );
}
