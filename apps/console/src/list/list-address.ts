import type { ColumnFilter, Sort } from '../kit/table/table-types.ts';

/** The address's entry for a column: chosen values, a range (in main units of money, or days), or a beginning. */
export type FilterValue =
  | { readonly kind: 'set'; readonly values: readonly string[] }
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  | { readonly kind: 'text'; readonly text: string };

/** A part of the address that is left out, and why. */
export interface AddressProblem {
  readonly name: string;
  readonly why: 'unknown' | 'bad' | 'tooMany';
}

/** The order and the filters of a list, as its address says. */
export interface ListAddress {
  readonly sort: Sort | undefined;
  /** The column by which the rows are grouped. */
  readonly group: string | undefined;
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly problems: readonly AddressProblem[];
}

interface AddressColumn {
  readonly key: string;
  readonly isSortable?: boolean;
  readonly filter?: ColumnFilter;
  readonly groupOf?: unknown;
}

/** Parts of an address that are read at most: no screen has as many. */
const maxParts = 30;
const maxText = 40;
/** Parts that every list has. */
const common = ['sort', 'group', 'view', 'chosen'];

const number = /^(\d{1,10}(?:\.\d{1,2})?)?-(\d{1,10}(?:\.\d{1,2})?)?$/;
const days = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;
const isDay = (text: string) =>
  text === '' ||
  (!Number.isNaN(Date.parse(text)) && new Date(Date.parse(text)).toISOString().startsWith(text));

function readRange(of: 'money' | 'number' | 'days', text: string): FilterValue | undefined {
  const [isRange, from = '', to = ''] = (of === 'days' ? days : number).exec(text) ?? [];
  if (isRange === undefined || (from === '' && to === '')) return undefined;
  if (of === 'days') {
    if (!isDay(from) || !isDay(to) || (from !== '' && to !== '' && from > to)) return undefined;
  } else if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined;
  if (of === 'number' && /\./.test(text)) return undefined;
  return { kind: 'range', from, to };
}

function readFilter(filter: ColumnFilter, text: string): FilterValue | undefined {
  if (filter.kind === 'range') return readRange(filter.of, text);
  if (filter.kind === 'text')
    return text.trim() !== '' && text.length <= maxText ? { kind: 'text', text } : undefined;
  const values = [...new Set(text.split(','))];
  const isKnown = values.every((value) => filter.options.some((option) => option.value === value));
  return isKnown ? { kind: 'set', values } : undefined;
}

/** A filter as the address says it. */
export function writeFilter(value: FilterValue, filter: ColumnFilter): string {
  if (value.kind === 'set') return value.values.join(',');
  if (value.kind === 'text') return value.text;
  const isDays = filter.kind === 'range' && filter.of === 'days';
  return `${value.from}${isDays ? '..' : '-'}${value.to}`;
}

export const writeSort = ({ key, direction }: Sort): string => (direction === 'descending' ? `-${key}` : key);

/**
 * Reads a list's address. What a list does not have, or cannot be meant, is left out and named: an address never asks for
 * more than the list offers. `own`: parts that belong to the screen itself.
 */
export function readListAddress(
  search: string,
  columns: readonly AddressColumn[],
  own: readonly string[],
): ListAddress {
  const parts = [...new URLSearchParams(search)];
  if (parts.length > maxParts)
    return {
      sort: undefined,
      group: undefined,
      filters: {},
      problems: [{ name: String(parts.length), why: 'tooMany' }],
    };
  let sort: Sort | undefined;
  let group: string | undefined;
  const filters: Record<string, FilterValue> = {};
  const problems: AddressProblem[] = [];
  for (const [name, text] of parts) {
    if (own.includes(name)) continue;
    if (name === 'sort') {
      const key = text.replace(/^-/, '');
      if (columns.some((column) => column.key === key && column.isSortable))
        sort = { key, direction: text.startsWith('-') ? 'descending' : 'ascending' };
      else problems.push({ name: key.slice(0, maxText), why: 'unknown' });
    }
    if (name === 'group') {
      if (columns.some((column) => column.key === text && column.groupOf)) group = text;
      else problems.push({ name: text.slice(0, maxText), why: 'unknown' });
    }
    if (common.includes(name)) continue;
    const filter = columns.find(({ key }) => key === name)?.filter;
    const value = filter && readFilter(filter, text);
    if (value) filters[name] = value;
    else problems.push({ name: name.slice(0, maxText), why: filter ? 'bad' : 'unknown' });
  }
  // Rows of one group follow each other in the order of its column alone.
  return { sort, group: sort && sort.key !== group ? undefined : group, filters, problems };
}

const inCents = (text: string) => Math.round(Number(text) * 100);

/** A filter as the call takes it. Money is in cents there. */
export function filterInput(value: FilterValue, filter: ColumnFilter): unknown {
  if (value.kind === 'set') return value.values;
  if (value.kind === 'text') return value.text;
  const of = filter.kind === 'range' ? filter.of : 'number';
  const end = (text: string) => (of === 'days' ? text : of === 'money' ? inCents(text) : Number(text));
  return {
    ...(value.from === '' ? {} : { from: end(value.from) }),
    ...(value.to === '' ? {} : { to: end(value.to) }),
  };
}
