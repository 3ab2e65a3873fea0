import { million, type Ppm } from '../values/cents.ts';
import type { LocalDate } from '../values/local-date.ts';
import { type Ceiling, type Ceilings, coversSize, dayCeiling } from './ceilings.ts';
import { disclose } from './disclosure.ts';
import { plan } from './schedule.ts';
import type { Terms } from './terms.ts';

/** In ppm: far above the error of the computed root, far below the precision of any written rate. */
const floatNoise = 1e-4;

/** A ceiling that the terms exceed: its limit and the loan's figure, in ppm. */
export interface Violation {
  readonly ceiling: Ceiling;
  readonly limit: Ppm;
  readonly figure: Ppm;
}

/** Reports whether the ceilings cover a loan with these terms, entered into on a day. Without a day only the size decides. */
export function covers(ceilings: Ceilings, terms: Terms, enteredOn?: LocalDate): boolean {
  return (
    coversSize(ceilings, terms.principal, terms.termDays) &&
    (enteredOn === undefined || enteredOn >= ceilings.from)
  );
}

/**
 * The ceilings that a loan's agreed cost exceeds; empty if they do not cover the loan. Late charges are
 * limited as they accrue instead.
 */
export function checkCeilings(ceilings: Ceilings, terms: Terms, enteredOn?: LocalDate): readonly Violation[] {
  if (!covers(ceilings, terms, enteredOn)) return [];
  const { effectivePerMonth, financeCharge } = disclose(terms);
  const figures: readonly (readonly [Ceiling, Ppm | undefined, number])[] = [
    ['nominalPerMonth', ceilings.nominalPerMonth, terms.dailyPpm * 30],
    [
      'effectivePerMonth',
      ceilings.effectivePerMonth,
      effectivePerMonth === undefined
        ? Number.POSITIVE_INFINITY
        : Math.ceil(effectivePerMonth * million - floatNoise),
    ],
    ['perDay', dayCeiling(ceilings, terms.termDays, enteredOn), perDayFigure(terms)],
    ['totalCost', ceilings.totalCost, Math.ceil((financeCharge * million) / terms.principal)],
  ];
  return figures.flatMap(([ceiling, limit, figure]) =>
    limit !== undefined && figure > limit ? [{ ceiling, limit, figure }] : [],
  );
}

/** The highest daily average of interest and fee from disbursal to any due date, in ppm. */
function perDayFigure(terms: Terms): Ppm {
  let charged: number = terms.fee;
  let maxPerDay = 0;
  for (const row of plan(terms)) {
    charged += row.interest;
    maxPerDay = Math.max(maxPerDay, Math.ceil((charged * million) / (terms.principal * row.day)));
  }
  return maxPerDay;
}
