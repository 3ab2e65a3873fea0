import type { ListCalls } from '@hiram/contract/console/list-calls';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { useChangeAddress } from '../app/in-address.ts';
import type { CheckedRows } from '../kit/table/checked-rows.ts';
import type { Column, Sort } from '../kit/table/table-types.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { type Pages, useStaffPages } from '../net/useStaffPages.ts';
import {
  type FilterValue,
  filterInput,
  type ListAddress,
  readListAddress,
  writeFilter,
  writeSort,
} from './list-address.ts';

/** A view that the product ships: filters and order as in the address. */
interface ShippedView {
  /** In the address. */
  readonly key: string;
  readonly name: string;
  readonly query: string;
}

interface ListOptions<Row> {
  /** The list in saved views: the name of its screen, with its part if that has other columns. */
  readonly name: string;
  readonly calls: ListCalls;
  readonly brand: string;
  readonly columns: readonly Column<Row>[];
  /** The order of the rows if the address does not say it. */
  readonly usualSort: Sort;
  /** The tab whose rows are listed, as the calls take it. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Parts of the address that belong to the screen itself. */
  readonly ownParts?: readonly string[];
  readonly views?: readonly ShippedView[];
}

/** A list: its rows, its address, and what changes it. `ListTable` shows it. */
export interface List<Row> extends Pages<Row> {
  readonly name: string;
  readonly brand: string;
  readonly columns: readonly Column<Row>[];
  readonly views: readonly ShippedView[];
  readonly address: ListAddress;
  readonly sort: Sort;
  /** The number of rows: undefined until it is known. */
  readonly count: { readonly count: number; readonly isMore: boolean } | undefined;
  readonly hasFilters: boolean;
  /** The input with which `calls.count` returns the distribution of a column's values without the column's own filter. */
  readonly spreadInput: (key: string) => object;
  readonly calls: ListCalls;
  readonly groupBy: (key: string | undefined) => void;
  readonly filterBy: (key: string, value: FilterValue | undefined) => void;
  readonly sortBy: (sort: Sort) => void;
  /** Replaces filters and order: by those of a view, or by none. */
  readonly show: (query: string, view: string) => void;
}

/**
 * A list that is read page by page from `listCalls`. Filters and order stand in the address, so that Back, a reload and a
 * colleague's link show the same; a part of the address that the list does not have is left out and named.
 *
 *     const columns: Column<Task>[] = [{ key: 'due', header: t`Clock`, isSortable: true, isFixed: true, cell: … }, …];
 *     const list = useList<Task>({ name: 'work', calls: listWork, brand, columns, parts: { part }, ownParts: ['part'],
 *       usualSort: { key: 'due', direction: 'ascending' } });
 *     <ListTable list={list} caption={t`Tasks`} rowKey={…} hrefOf={…} nothing={<Nothing … />} />
 */
export function useList<Row extends object>(options: ListOptions<Row>): List<Row> {
  const { name, calls, brand, columns, usualSort, parts = {}, ownParts = [], views = [] } = options;
  const address = readListAddress(useSearch(), columns, ownParts);
  const change = useChangeAddress();
  const inputs = Object.entries(address.filters).flatMap(([key, value]) => {
    const filter = columns.find((column) => column.key === key)?.filter;
    return filter ? [[key, filterInput(value, filter)] as const] : [];
  });
  const hasFilters = inputs.length > 0;
  const narrowed = { ...parts, ...(hasFilters ? { only: Object.fromEntries(inputs) } : {}) };
  const input = { ...narrowed, ...(address.sort ? { sort: writeSort(address.sort) } : {}) };
  const pages = useStaffPages({
    call: calls.page,
    input,
    brand,
    rowsOf: (page) => (page as { readonly rows: readonly Row[] }).rows,
    nextOf: (page) => (page as { readonly next?: string }).next,
    inputAfter: (after: string) => ({ ...input, after }),
  });
  const { data } = useStaffCall(calls.count, narrowed, brand);
  const sort = address.sort ?? usualSort;
  /** The order that groups by a column need; empty: the usual one. */
  const sortFor = (key: string) => (sort.key === key ? (address.sort ? writeSort(sort) : '') : key);
  const filterKeys = columns.flatMap(({ key, filter }) => (filter ? [key] : []));
  return {
    ...pages,
    name,
    brand,
    columns,
    views,
    address,
    sort,
    count: data as List<Row>['count'],
    hasFilters,
    calls,
    spreadInput(key) {
      const others = Object.fromEntries(inputs.filter(([name]) => name !== key));
      return { ...parts, only: others, spread: key };
    },
    groupBy: (key) =>
      change({ group: key ?? '', ...(key === undefined ? {} : { sort: sortFor(key) }), chosen: '' }),
    filterBy(key, value) {
      const filter = columns.find((column) => column.key === key)?.filter;
      change({ [key]: value && filter ? writeFilter(value, filter) : '', chosen: '' });
    },
    sortBy: (sort) => change({ sort: writeSort(sort), chosen: '' }),
    show(query, view) {
      const current = new URLSearchParams(query);
      const cleared = Object.fromEntries(
        [...filterKeys, 'sort', 'group'].map((key) => [key, current.get(key) ?? '']),
      );
      change({ ...cleared, view, chosen: '' });
    },
  };
}

/** Filters and order of a list as a view keeps them. */
export function queryOf<Row>(list: Pick<List<Row>, 'address' | 'columns'>): string {
  const { filters, sort, group } = list.address;
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) {
    const filter = list.columns.find((column) => column.key === key)?.filter;
    if (filter) search.set(key, writeFilter(value, filter));
  }
  if (sort) search.set('sort', writeSort(sort));
  if (group !== undefined) search.set('group', group);
  return search.toString();
}

/**
 * Rows that are checked to be acted on together. They stay checked when the list is sorted or narrowed, and are the newest
 * rows that were loaded.
 */
export function useCheckedRows<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  max: number,
): {
  readonly checked: CheckedRows;
  readonly checkedRows: readonly Row[];
  readonly clear: () => void;
} {
  const [cached, setCached] = useState<ReadonlyMap<string, Row>>(new Map());
  const loaded = new Map(rows.map((row) => [rowKey(row), row]));
  const onChange = (keys: ReadonlySet<string>) =>
    setCached(
      new Map(
        [...keys].flatMap((key) => {
          const row = loaded.get(key) ?? cached.get(key);
          return row === undefined ? [] : [[key, row] as const];
        }),
      ),
    );
  return {
    checked: { keys: new Set(cached.keys()), max, onChange },
    checkedRows: [...cached].map(([key, row]) => loaded.get(key) ?? row),
    clear: () => setCached(new Map()),
  };
}
