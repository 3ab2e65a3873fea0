import type { ReactNode } from 'react';
import type { Column, ColumnFilter } from '../kit/table/table-types.ts';
import { FilterForm } from './FilterForm.tsx';
import { SpreadChart } from './SpreadChart.tsx';
import type { List } from './useList.ts';

interface Props<Row> {
  readonly list: List<Row>;
  readonly column: Column<Row>;
  readonly filter: ColumnFilter;
  readonly close: () => void;
}

/** The filter of a list's column. Its script is loaded when one is first opened. */
export function ColumnFilterForm<Row>({ list, column, filter, close }: Props<Row>): ReactNode {
  return (
    <FilterForm
      label={column.header}
      filter={filter}
      spread={(range) => <SpreadChart list={list} column={column} range={range} />}
      value={list.address.filters[column.key]}
      onChange={(value) => {
        list.filterBy(column.key, value);
        close();
      }}
    />
  );
}
