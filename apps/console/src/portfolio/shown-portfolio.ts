import { type LateKind, lateKinds, type showPortfolio } from '@hiram/contract/console/portfolio';
import type { StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import { useSearch } from 'wouter';

export type ShownPortfolio = StaffOutput<typeof showPortfolio>;
/** A part of the portfolio; undefined: all. */
export type PortfolioPart = Omit<StaffInput<typeof showPortfolio>, 'on'>;
export type PortfolioDay = ShownPortfolio['days'][number];

/** The sum of the classes from one on. */
export const fromClass = ({ late }: PortfolioDay, at: number) =>
  late
    .slice(at)
    .reduce((sum, { loans, amount }) => ({ loans: sum.loans + loans, amount: sum.amount + amount }), {
      loans: 0,
      amount: 0,
    });

/** The address of the page with a choice in it, and without the choice that it replaces. */
export function useHref(name: 'late' | 'lentIn', other: 'late' | 'lentIn'): (value: string) => string {
  const search = new URLSearchParams(useSearch());
  search.delete(other);
  return (value) => {
    search.set(name, value);
    return `/portfolio?${search}`;
  };
}

export const isLateKind = (text: string): text is LateKind => lateKinds.some((kind) => kind === text);
