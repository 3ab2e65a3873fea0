import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { useDates } from '../kit/dates.ts';
import type { Column, ColumnFilter } from '../kit/table/table-types.ts';
import type { FilterValue } from './list-address.ts';

/** A filter in words: `1 to 15`, `from ₱500.00`, `Complaint, Refund`. */
export function useFilterWords(): (value: FilterValue, filter: ColumnFilter) => string {
  const { t } = useLingui();
  const dates = useDates();
  const { money } = useBrandFormat();
  return (value, filter) => {
    if (value.kind === 'text') return t`begins with ${value.text}`;
    if (value.kind === 'set') {
      const names = value.values.map(
        (one) =>
          (filter.kind === 'set' && filter.options.find((option) => option.value === one)?.label) || one,
      );
      return names.join(', ');
    }
    const of = filter.kind === 'range' ? filter.of : 'number';
    const end = (text: string) =>
      of === 'days'
        ? dates.day(text)
        : of === 'money'
          ? formatCents(Math.round(Number(text) * 100), money)
          : text;
    const [from, to] = [value.from && end(value.from), value.to && end(value.to)];
    if (from === to) return from;
    if (to === '') return t`from ${from}`;
    if (from === '') return t`up to ${to}`;
    return t`${from} to ${to}`;
  };
}

/** The names of the two directions of a column's order. */
export function useDirectionWords(): (column: Column<never>) => {
  readonly ascending: string;
  readonly descending: string;
} {
  const { t } = useLingui();
  return ({ filter }) => {
    if (filter?.kind === 'range' && filter.of === 'days')
      return { ascending: t`Earliest first`, descending: t`Latest first` };
    if (filter?.kind === 'range') return { ascending: t`Lowest first`, descending: t`Highest first` };
    return { ascending: t`A to Z`, descending: t`Z to A` };
  };
}
