import { type Cents, cents, divideHalfEven, type LocalDate } from '@hiram/loan';
import * as v from 'valibot';
import { country, dated } from './dated.ts';
import type { Country } from './markets.ts';
import shipped from './taxes.json' with { type: 'json' };

/** A tax on lending. */
const tax = v.strictObject({
  /** As commands name it: `ph-stamp`. */
  id: v.string(),
  country,
  name: v.string(),
  /** Amounts lent, fees charged, interest received, or everything received beside the principal. */
  base: v.picklist(['lent', 'fee', 'interest', 'income']),
  /**
   * A share of the base in ppm; or cents for each step of it or part of one, for a term under a year in
   * proportion to its days.
   */
  rate: v.union([
    v.strictObject({ ppm: v.number() }),
    v.strictObject({ each: v.number(), step: v.number() }),
  ]),
  /** True if the base includes the tax. */
  isIncluded: v.boolean(),
  /** A tax that the borrower bears stands in the statement before the agreement. */
  bearer: v.picklist(['lender', 'borrower']),
  from: dated,
  /** The last day on which it holds. */
  until: v.optional(dated),
  source: v.string(),
  /** True if its text was read by a lender's counsel. Others rest on reports. */
  isConfirmed: v.boolean(),
});
export type Tax = v.InferOutput<typeof tax>;

export const taxes: readonly Tax[] = v.parse(v.array(tax), shipped);

/** The taxes of a country that hold on a day. */
export const taxesOn = (country: Country, day: LocalDate): readonly Tax[] =>
  taxes.filter((tax) => tax.country === country && tax.from <= day && (tax.until ?? day) >= day);

/** The rate of the tax that a fee of this day includes and the borrower bears, in ppm of the fee without it. 0: there is none. */
export function feeTaxPpm(country: Country, day: LocalDate): number {
  const [tax] = taxesOn(country, day).filter(({ base, bearer }) => base === 'fee' && bearer === 'borrower');
  return tax && 'ppm' in tax.rate ? tax.rate.ppm : 0;
}

const yearDays = 365;

/**
 * The tax on an amount in cents, half to even. `termDays`: of the loan, for a rate by steps. An included share of withholding is
 * that of the whole amount; an included tax on a price is that of the price without it.
 */
export function taxOf({ rate, isIncluded, base }: Tax, amount: number, termDays = yearDays): Cents {
  if ('ppm' in rate) {
    const whole = isIncluded && base === 'fee' ? 1_000_000 + rate.ppm : 1_000_000;
    return cents(Number(divideHalfEven(BigInt(amount) * BigInt(rate.ppm), BigInt(whole))));
  }
  const steps = Math.ceil(amount / rate.step);
  const days = Math.min(termDays, yearDays);
  return cents(Number(divideHalfEven(BigInt(steps) * BigInt(rate.each) * BigInt(days), BigInt(yearDays))));
}
