import type { TrailKind } from '@hiram/contract/console/trail';
import { useLocation, useSearch } from 'wouter';

/** The filter of the list. It is in the address, so that a list can be handed on. Empty: any. */
export interface Filter {
  readonly kind: TrailKind;
  readonly about: string;
  readonly staffId: string;
  readonly day: string;
  readonly subject: string;
  /** `without`: the readings that a list of names writes by itself are left out of the list, not of an export. */
  readonly lists: string;
}

const fields = ['about', 'staffId', 'day', 'subject'] as const;

/** The filter of the address, and what changes it. */
export function useFilter(): readonly [Filter, (change: Partial<Filter>) => void] {
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const kind = search.get('kind');
  const filter: Filter = {
    kind: kind === 'did' || kind === 'read' ? kind : 'all',
    about: search.get('about') ?? '',
    staffId: search.get('staffId') ?? '',
    day: search.get('day') ?? '',
    subject: search.get('subject') ?? '',
    lists: search.get('lists') === 'without' ? 'without' : '',
  };
  const change = (part: Partial<Filter>) => {
    const next = Object.entries({ ...filter, ...part }).filter(
      ([, value]) => value !== '' && value !== 'all',
    );
    navigate(`/trail${next.length > 0 ? `?${new URLSearchParams(next)}` : ''}`, { replace: true });
  };
  return [filter, change];
}

/** The filter as the calls take it: without what is empty. */
export function inputOf(filter: Filter) {
  const given = fields.filter((field) => filter[field] !== '');
  return { kind: filter.kind, ...Object.fromEntries(given.map((field) => [field, filter[field]])) };
}
