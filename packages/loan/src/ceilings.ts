import { type Cents, cents, million, type Ppm } from './cents.ts';
import { disclose } from './disclosure.ts';
import { type LocalDate, localDate } from './local-date.ts';
import type { Terms } from './terms.ts';

/** Cost ceilings of a market. Rates per month of 30 days; part months are pro-rated by day. */
export interface Ceilings {
  readonly name: string;
  /** The loans they cover: all three must hold. */
  readonly amountUpTo: Cents;
  readonly daysUpTo: number;
  readonly from: LocalDate;
  readonly nominalPerMonth: Ppm;
  readonly effectivePerMonth: Ppm;
  /** Late interest and penalty together, on the scheduled amount overdue. */
  readonly latePerMonth: Ppm;
  /** Everything the loan costs, over the amount lent. */
  readonly totalCost: Ppm;
  /** Whether a charge above a ceiling is clamped, or only reported. */
  readonly enforce: boolean;
}

/**
 * SEC Memorandum Circular 14 of 2025: unsecured loans of at most ₱10,000 and at most four months, entered into from
 * 2026-04-01. Four months are at most 123 days.
 */
export const philippineCeilings2026: Ceilings = {
  name: 'SEC MC 14 s. 2025',
  amountUpTo: cents(1_000_000),
  daysUpTo: 123,
  from: localDate('2026-04-01'),
  nominalPerMonth: 60_000,
  effectivePerMonth: 120_000,
  latePerMonth: 50_000,
  totalCost: million,
  enforce: true,
};

export type Ceiling = 'nominalPerMonth' | 'effectivePerMonth' | 'latePerMonth' | 'totalCost';

/** In ppm: far above the error of the root that is found, far below what anyone writes as a rate. */
const floatNoise = 1e-4;

/** A ceiling that the terms break: its limit and the loan's own figure, in ppm. */
export interface Violation {
  readonly ceiling: Ceiling;
  readonly limit: Ppm;
  readonly figure: Ppm;
}

/** Do the ceilings cover a loan of these terms, entered into on a day? Without a day its size alone decides. */
export function covers(ceilings: Ceilings, terms: Terms, enteredOn?: LocalDate): boolean {
  return (
    terms.principal <= ceilings.amountUpTo &&
    terms.termDays <= ceilings.daysUpTo &&
    (enteredOn === undefined || enteredOn >= ceilings.from)
  );
}

/** The ceilings that a loan's agreed cost breaks; none when they do not cover it. Late charges are held down as they accrue. */
export function checkCeilings(ceilings: Ceilings, terms: Terms, enteredOn?: LocalDate): readonly Violation[] {
  if (!covers(ceilings, terms, enteredOn)) return [];
  const { effectivePerMonth, financeCharge } = disclose(terms);
  const figures: readonly (readonly [Ceiling, number])[] = [
    ['nominalPerMonth', terms.dailyPpm * 30],
    [
      'effectivePerMonth',
      effectivePerMonth === undefined
        ? Number.POSITIVE_INFINITY
        : Math.ceil(effectivePerMonth * million - floatNoise),
    ],
    ['totalCost', Math.ceil((financeCharge * million) / terms.principal)],
  ];
  return figures.flatMap(([ceiling, figure]) =>
    figure > ceilings[ceiling] ? [{ ceiling, limit: ceilings[ceiling], figure }] : [],
  );
}
