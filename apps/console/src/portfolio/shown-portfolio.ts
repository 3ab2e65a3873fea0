import { type LateKind, lateKinds, type showPortfolio } from '@hiram/contract/console/portfolio';
import type { StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
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

/** Portfolios at risk: more than so many days late, and the first class that belongs to them. */
export const risks = [
  { days: 0, at: 1 },
  { days: 7, at: 2 },
  { days: 15, at: 3 },
  { days: 30, at: 4 },
  { days: 60, at: 5 },
  { days: 90, at: 6 },
] as const;

/** Days late in words, by class. */
export function useLateWords(): Readonly<Record<LateKind, string>> {
  const { t } = useLingui();
  return {
    late0: t`Not late`,
    late1: '1–7',
    late8: '8–15',
    late16: '16–30',
    late31: '31–60',
    late61: '61–90',
    late91: t`Over 90`,
  };
}

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
