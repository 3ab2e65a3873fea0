import { type Ceiling, type Ceilings, coversSize, dayCeiling } from './ceilings.ts';
import { million, type Ppm } from './cents.ts';
import { disclose } from './disclosure.ts';
import type { LocalDate } from './local-date.ts';
import { plan } from './schedule.ts';
import type { Terms } from './terms.ts';

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
    coversSize(ceilings, terms.principal, terms.termDays) &&
    (enteredOn === undefined || enteredOn >= ceilings.from)
  );
}

/** The ceilings that a loan's agreed cost breaks; none when they do not cover it. Late charges are held down as they accrue. */
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

/** The most that interest and fee come to a day, from disbursal to any due date. */
function perDayFigure(terms: Terms): Ppm {
  let borne: number = terms.fee;
  let most = 0;
  for (const row of plan(terms)) {
    borne += row.interest;
    most = Math.max(most, Math.ceil((borne * million) / (terms.principal * row.day)));
  }
  return most;
}
