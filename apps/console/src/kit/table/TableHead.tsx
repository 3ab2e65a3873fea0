import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CheckBox } from '../controls/CheckBox.tsx';
import styles from './table.module.css';
import type { Column, Sort } from './table-types.ts';
import type { Checks } from './useChecks.ts';

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | undefined;
  readonly headOf: ((column: Column<Row>) => ReactNode) | undefined;
  readonly checks: Checks | undefined;
}

/** The heads of the columns, which say how the rows are sorted. */
export function TableHead<Row>({ columns, sort, headOf, checks }: Props<Row>): ReactNode {
  const { t } = useLingui();
  return (
    <thead>
      <tr>
        {checks && (
          <th scope="col">
            <CheckBox
              label={t`Check all loaded rows`}
              showsLabel
              state={checks.all}
              onChange={checks.checkAll}
            />
          </th>
        )}
        {columns.map((column) => {
          const direction = sort?.key === column.key ? sort.direction : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              className={column.align === 'right' ? styles.right : undefined}
              aria-sort={column.isSortable ? (direction ?? 'none') : undefined}
            >
              {headOf ? headOf(column) : column.header}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
