import type { ReactNode } from 'react';
import type { Tone } from '../Status.tsx';
import type { CheckedRows } from './checked-rows.ts';

/** The filter of a column. */
export type ColumnFilter =
  | { readonly kind: 'set'; readonly options: readonly { readonly value: string; readonly label: string }[] }
  /** `hasSpread`: the list's count tells how its values lie. */
  | { readonly kind: 'range'; readonly of: 'money' | 'number' | 'days'; readonly hasSpread?: boolean }
  /** By the beginning of a reference, never of a name: filters stand in the address. */
  | { readonly kind: 'text' };

/** A column of a table of rows. */
export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** False for a row about which it says nothing. A list in which it says nothing of any row leaves it out. */
  readonly says?: (row: Row) => boolean;
  /** Figures are at the right. */
  readonly align?: 'left' | 'right';
  /** True if the list can be sorted by it: an index serves it. */
  readonly isSortable?: boolean;
  readonly filter?: ColumnFilter;
  /** The heading under which the row stands, if the list is grouped by this column, by which it is then sorted. */
  readonly groupOf?: (row: Row) => Group;
  /** It can be neither hidden nor moved: it identifies the row, or something is decided by it. */
  readonly isFixed?: boolean;
  /** Shown only to people who choose it. */
  readonly isOptional?: boolean;
  /**
   * Its place in the lines of a row on a narrow page; undefined: it is not shown there. The third line names its columns.
   * `more`: below, two a line, each with its header.
   */
  readonly narrow?: 'main' | 'mainEnd' | 'sub' | 'subEnd' | 'low' | 'lowEnd' | 'more';
}

export interface Sort {
  readonly key: string;
  readonly direction: 'ascending' | 'descending';
}

/** A heading between rows. */
export interface Group {
  readonly key: string;
  readonly label: string;
  readonly tone?: Tone;
  readonly count?: number | undefined;
}

export interface DataTableProps<Row> {
  /** The name of the table, for assistive technology. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /**
   * A row with `brand` is shown in that brand's currency and time zone, and names it where all brands are looked at. A row
   * without one can name its `currency`.
   */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The chosen row; undefined: the table keeps it itself. */
  readonly selected?: string | undefined;
  readonly onSelect?: (key: string) => void;
  /** The address of a row: its first column is a link. */
  readonly hrefOf?: (row: Row) => string;
  /** The action of Enter and of a press, where a row has no address. */
  readonly onOpen?: (row: Row) => void;
  /** Rows of one group follow each other. */
  readonly groupOf?: (row: Row) => Group | undefined;
  /** The order of the rows, for assistive technology. */
  readonly sort?: Sort | undefined;
  /** The head of a column, in place of its words. */
  readonly headOf?: (column: Column<Row>) => ReactNode;
  /** Loads the next page; undefined: these are all rows. */
  readonly onMore?: (() => void) | undefined;
  readonly isLoadingMore?: boolean;
  /** True if J, K and Enter move in this table: one table of a page has them. */
  readonly hasKeys?: boolean;
  /** Adds a box to each row, by which several are acted on together. */
  readonly checked?: CheckedRows;
}

/** A line of the table's body. */
export type Line<Row> =
  | { readonly kind: 'group'; readonly key: string; readonly group: Group }
  | { readonly kind: 'row'; readonly key: string; readonly row: Row };

/** The currency of a row that names one in `currency`. */
export function currencyOf(row: object): string | undefined {
  return 'currency' in row && typeof row.currency === 'string' ? row.currency : undefined;
}

/** The brand of a row that names one in `brand`. */
export function brandOf(row: object): string | undefined {
  return 'brand' in row && typeof row.brand === 'string' ? row.brand : undefined;
}

/** `isWhole`: no further page is left, so that the last group is complete too. */
export function linesOf<Row>(
  rows: readonly Row[],
  rowKey: DataTableProps<Row>['rowKey'],
  groupOf: DataTableProps<Row>['groupOf'],
  isWhole: boolean,
): readonly Line<Row>[] {
  const keys = rows.map((row) => groupOf?.(row)?.key);
  const countOf = (key: string) =>
    isWhole || key !== keys.at(-1) ? keys.filter((one) => one === key).length : undefined;
  let last: string | undefined;
  return rows.flatMap((row): Line<Row>[] => {
    const line: Line<Row> = { kind: 'row', row, key: rowKey(row) };
    const group = groupOf?.(row);
    if (group === undefined || group.key === last) return [line];
    last = group.key;
    const counted = { count: countOf(group.key), ...group };
    return [{ kind: 'group', key: `group ${group.key}`, group: counted }, line];
  });
}
