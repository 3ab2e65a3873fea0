import { type Cents, cents, type Ppm } from '../values/cents.ts';
import { effectiveRate } from './effective-rate.ts';
import { type PlannedInstalment, plan } from './schedule.ts';
import type { Terms } from './terms.ts';

/** The figures disclosed to a borrower before consent. Amounts in cents, effective rates as fractions (0.06 is 6%). */
export interface Disclosure {
  readonly instalments: readonly PlannedInstalment[];
  readonly interest: Cents;
  readonly fee: Cents;
  /** Interest and fees: the total cost of a loan that is repaid as agreed. */
  readonly financeCharge: Cents;
  readonly totalToRepay: Cents;
  readonly netProceeds: Cents;
  /** Nominal interest for 30 days. */
  readonly nominalPerMonth: Ppm;
  /** The rate for 30 days at which the repayments discount to the net proceeds; undefined if there is none. */
  readonly effectivePerMonth: number | undefined;
  readonly effectivePerYear: number | undefined;
}

const disclosures = new WeakMap<Terms, Disclosure>();

/** The disclosure of a loan's terms. Cached by the identity of `terms`. */
export function disclose(terms: Terms): Disclosure {
  const cached = disclosures.get(terms);
  if (cached) return cached;
  const instalments = plan(terms);
  const interest = cents(instalments.reduce((sum, row) => sum + row.interest, 0));
  const netProceeds = cents(terms.principal - terms.fee);
  const monthly = effectiveRate([
    { time: 0, cents: netProceeds },
    ...instalments.map((row) => ({ time: row.day / 30, cents: -row.payment })),
  ]);
  const disclosure: Disclosure = {
    instalments,
    interest,
    fee: terms.fee,
    financeCharge: cents(interest + terms.fee),
    totalToRepay: cents(terms.principal + interest),
    netProceeds,
    nominalPerMonth: terms.dailyPpm * 30,
    effectivePerMonth: monthly.ok ? monthly.rate : undefined,
    effectivePerYear: monthly.ok ? (1 + monthly.rate) ** (365 / 30) - 1 : undefined,
  };
  disclosures.set(terms, disclosure);
  return disclosure;
}
