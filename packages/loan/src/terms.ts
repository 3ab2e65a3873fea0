import type { Ceilings } from './ceilings.ts';
import { type Cents, cents, million, type Ppm } from './cents.ts';
import { share } from './rounding.ts';

/** Late interest: `ppm` a day on the unpaid scheduled amount, up to and including late day `untilDay` (absent: without end). */
export interface LateTier {
  readonly untilDay?: number;
  readonly ppm: Ppm;
}

/**
 * What a borrower agreed to, without dates: those follow from the disbursal. Plain JSON, kept with the order.
 * A repayment falls due every `termDays / periods` days.
 */
export interface Terms {
  readonly principal: Cents;
  readonly kind: 'single' | 'perPeriod';
  /** Calendar days from disbursal to the last due date: 91 to 365 (TERM-01). */
  readonly termDays: number;
  readonly periods: number;
  /** Interest a day on the outstanding balance. */
  readonly dailyPpm: Ppm;
  /** Deducted from the proceeds, in cents. */
  readonly fee: Cents;
  /** How often the loan may be extended in all. */
  readonly extensions: number;
  /** TERM-05. */
  readonly lateTiers: readonly LateTier[];
  /** Default penalty, once per loan, on its first late day (TERM-04), in cents. */
  readonly penalty: Cents;
  /** Where a payment goes once the scheduled amounts that are due are paid. */
  readonly allocation: 'scheduledFirst' | 'chargesFirst';
  /** Prepayment is allowed from day `minDays` and from half the term on, whichever is later (TERM-03). */
  readonly prepayMinDays: number;
  /** Days before a due date on which it is announced (status 174). */
  readonly reminderDays: number;
  readonly ceilings?: Ceilings;
}

/** What a lender offers; a loan's terms follow from it, the amount and the client. */
export interface Product {
  readonly kind: 'single' | 'perPeriod';
  readonly amountMin: Cents;
  readonly amountMax: Cents;
  readonly amountStep: Cents;
  readonly termDays: number;
  readonly periods: number;
  readonly dailyPpm: Ppm;
  /** Processing fee in ppm of the amount, deducted from the proceeds. */
  readonly feePpm: Ppm;
  readonly extensions: number;
}

/** The rules that a market lays on every loan. */
export interface MarketRules {
  readonly lateTiers: readonly LateTier[];
  readonly penaltyNew: Cents;
  readonly penaltyRepeat: Cents;
  readonly ceilings?: Ceilings;
}

/** TERM-04, TERM-05: the lender's terms to the letter. */
export const specificationRules: MarketRules = {
  lateTiers: [{ untilDay: 30, ppm: 50_000 }, { untilDay: 90, ppm: 40_000 }, { ppm: 20_000 }],
  penaltyNew: cents(100_000),
  penaltyRepeat: cents(80_000),
};

export const shortestTerm = 91;
export const longestTerm = 365;
/** TERM-03: days after disbursal before which nothing is repaid ahead of time. */
export const shortestPrepayment = 7;

/** The terms of one loan of a product. `client`: whether a loan was settled before (TERM-04). */
export function termsFor(
  product: Product,
  amount: Cents,
  client: 'new' | 'repeat',
  rules: MarketRules,
): Terms {
  return {
    principal: amount,
    kind: product.kind,
    termDays: product.termDays,
    periods: product.periods,
    dailyPpm: product.dailyPpm,
    fee: share(amount, product.feePpm, million),
    extensions: product.extensions,
    lateTiers: rules.lateTiers,
    penalty: client === 'new' ? rules.penaltyNew : rules.penaltyRepeat,
    allocation: 'scheduledFirst',
    prepayMinDays: shortestPrepayment,
    reminderDays: 3,
    ...(rules.ceilings ? { ceilings: rules.ceilings } : {}),
  };
}

/** What is wrong with a product's own figures, one line each; empty when nothing is. */
export function productProblems(product: Product): string[] {
  const problems: string[] = [];
  const { amountMin, amountMax, amountStep, termDays, periods, dailyPpm, feePpm, extensions } = product;
  const figures = { amountMin, amountMax, amountStep, termDays, periods, dailyPpm, feePpm, extensions };
  for (const [name, figure] of Object.entries(figures))
    if (!Number.isSafeInteger(figure) || figure < 0)
      problems.push(`${name} is ${figure}, no whole number from 0`);
  if (problems.length > 0) return problems;
  if (termDays < shortestTerm || termDays > longestTerm)
    problems.push(`a term of ${termDays} days is outside ${shortestTerm} to ${longestTerm} days`);
  if (product.kind === 'single' ? periods !== 1 : periods < 2)
    problems.push(`${periods} repayments do not fit a ${product.kind} loan`);
  if (termDays % periods !== 0)
    problems.push(`${termDays} days cannot be parted into ${periods} equal periods`);
  if (!(amountMin > 0 && amountMax >= amountMin && amountStep > 0))
    problems.push('the range of amounts is empty');
  else if ((amountMax - amountMin) % amountStep !== 0)
    problems.push('the range of amounts is no multiple of its step');
  if (feePpm >= million) problems.push('the fee takes the whole amount');
  return problems;
}

/** Days between two due dates. */
export function periodDays(terms: Terms): number {
  return terms.termDays / terms.periods;
}
