import { useLingui } from '@lingui/react/macro';
import { FlexRender, type Header, type TableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { CheckBox } from './CheckBox.tsx';
import styles from './table.module.css';
import type { Column, Sort } from './table-types.ts';
import type { Checks } from './useChecks.ts';

interface Props<Row extends object, Features extends TableFeatures> {
  readonly columns: readonly Column<Row>[];
  readonly headers: readonly Header<Features, Row>[];
  readonly sort: Sort | undefined;
  readonly headOf: ((column: Column<Row>) => ReactNode) | undefined;
  readonly checks: Checks | undefined;
}

/** The heads of the columns, which say how the rows are sorted. */
export function TableHead<Row extends object, Features extends TableFeatures>(
  props: Props<Row, Features>,
): ReactNode {
  const { t } = useLingui();
  const { columns, headers, sort, headOf, checks } = props;
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
        {headers.map((header) => {
          const column = columns.find(({ key }) => key === header.id);
          const direction = sort?.key === header.id ? sort.direction : undefined;
          return (
            <th
              key={header.id}
              scope="col"
              className={column?.align === 'right' ? styles.right : undefined}
              aria-sort={column?.isSortable ? (direction ?? 'none') : undefined}
            >
              {column && headOf ? headOf(column) : <FlexRender header={header} />}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
