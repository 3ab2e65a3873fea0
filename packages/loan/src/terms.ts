import { type Ceilings, coversSize } from './ceilings.ts';
import { type Cents, cents, million, type Ppm } from './cents.ts';
import type { LocalDate } from './local-date.ts';
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
  /** The version of the rules that the loan was made by: see `rulesVersion`. Absent reads as 1. */
  readonly rules?: number;
  /** The charge unit in cents: whatever is asked is a multiple of it. Absent reads as 1, a centavo. */
  readonly unit?: number;
  /** What of all that has fallen due may be left without being late, in cents. Absent reads as 0. */
  readonly tolerance?: Cents;
  /** Days from disbursal to the first due date, where they are not those of a period. */
  readonly firstPeriodDays?: number;
  readonly coolingOff?: CoolingOff;
}

/**
 * The days after disbursal through which a borrower may give the loan back: for the amount received (the amount lent where
 * `feeKept`) and the interest on the amount lent for those days (RBI Digital Lending Directions 2025).
 */
export interface CoolingOff {
  readonly days: number;
  readonly feeKept: boolean;
  /** Loans disbursed from this day on have it; absent, all have. */
  readonly from?: LocalDate;
}

/**
 * The version of the rules that this engine folds by, written into the terms of every new loan. Terms without one were made
 * before versions were: they carry neither unit nor tolerance and fold by version 1 with a unit of one cent and no tolerance.
 */
export const rulesVersion = 1;

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
  /** The charge unit of its currency in cents: 1 for a centavo, 100 for a whole rupee or rupiah. */
  readonly unit: number;
  /** What of all that has fallen due may be left without being late, in cents. */
  readonly tolerance: Cents;
  readonly lateTiers: readonly LateTier[];
  readonly penaltyNew: Cents;
  readonly penaltyRepeat: Cents;
  /** Its law, and what the brand names for loans beyond it: the first that covers a loan's size counts. */
  readonly ceilings?: Ceilings | readonly Ceilings[];
  readonly coolingOff?: CoolingOff;
}

/** TERM-04, TERM-05: the lender's terms to the letter. */
export const specificationRules: MarketRules = {
  unit: 1,
  tolerance: cents(100),
  lateTiers: [{ untilDay: 30, ppm: 50_000 }, { untilDay: 90, ppm: 40_000 }, { ppm: 20_000 }],
  penaltyNew: cents(100_000),
  penaltyRepeat: cents(80_000),
};

export const minTerm = 91;
export const maxTerm = 365;
/** TERM-03: days after disbursal before which nothing is repaid ahead of time. */
export const minPrepayment = 7;

/** The ceilings of a market that count for a loan of this size; undefined where none do. */
export function ceilingsFor(
  rules: Pick<MarketRules, 'ceilings'>,
  amount: Cents,
  termDays: number,
): Ceilings | undefined {
  const all: readonly Ceilings[] = rules.ceilings === undefined ? [] : [rules.ceilings].flat();
  return all.find((ceilings) => coversSize(ceilings, amount, termDays));
}

/** The terms of one loan of a product. `client`: whether a loan was settled before (TERM-04). */
export function termsFor(
  product: Product,
  amount: Cents,
  client: 'new' | 'repeat',
  rules: MarketRules,
): Terms {
  const ceilings = ceilingsFor(rules, amount, product.termDays);
  return {
    principal: amount,
    kind: product.kind,
    termDays: product.termDays,
    periods: product.periods,
    dailyPpm: product.dailyPpm,
    fee: share(amount, product.feePpm, million, rules.unit),
    extensions: product.extensions,
    lateTiers: rules.lateTiers,
    penalty: client === 'new' ? rules.penaltyNew : rules.penaltyRepeat,
    allocation: 'scheduledFirst',
    prepayMinDays: minPrepayment,
    reminderDays: 3,
    rules: rulesVersion,
    unit: rules.unit,
    tolerance: rules.tolerance,
    ...(ceilings ? { ceilings } : {}),
    ...(rules.coolingOff ? { coolingOff: rules.coolingOff } : {}),
  };
}

/**
 * What is wrong with a market's tolerance, one line each: below the lowest amount that a channel takes less one unit, a
 * remainder could be both late and unpayable. `channelMinimums` in cents.
 */
export function toleranceProblems(
  rules: Pick<MarketRules, 'unit' | 'tolerance'>,
  channelMinimums: readonly number[],
): string[] {
  const { unit, tolerance } = rules;
  const problems: string[] = [];
  if (tolerance % unit !== 0)
    problems.push(`the tolerance of ${tolerance} is no multiple of the unit ${unit}`);
  if (channelMinimums.length === 0) return problems;
  const least = Math.min(...channelMinimums);
  if (tolerance < least - unit)
    problems.push(
      `the tolerance of ${tolerance} is below the lowest channel minimum of ${least} less the unit ${unit}`,
    );
  return problems;
}

/** What is wrong with a product's own figures, one line each; empty when nothing is. `unit`: the market's charge unit. */
export function productProblems(product: Product, unit = 1): string[] {
  const problems: string[] = [];
  const { amountMin, amountMax, amountStep, termDays, periods, dailyPpm, feePpm, extensions } = product;
  const figures = { amountMin, amountMax, amountStep, termDays, periods, dailyPpm, feePpm, extensions };
  for (const [name, figure] of Object.entries(figures))
    if (!Number.isSafeInteger(figure) || figure < 0)
      problems.push(`${name} is ${figure}, no whole number from 0`);
  if (problems.length > 0) return problems;
  if (termDays < minTerm || termDays > maxTerm)
    problems.push(`a term of ${termDays} days is outside ${minTerm} to ${maxTerm} days`);
  if (product.kind === 'single' ? periods !== 1 : periods < 2)
    problems.push(`${periods} repayments do not fit a ${product.kind} loan`);
  if (termDays % periods !== 0)
    problems.push(`${termDays} days cannot be parted into ${periods} equal periods`);
  if (!(amountMin > 0 && amountMax >= amountMin && amountStep > 0))
    problems.push('the range of amounts is empty');
  else if ((amountMax - amountMin) % amountStep !== 0)
    problems.push('the range of amounts is no multiple of its step');
  if ([amountMin, amountMax, amountStep].some((amount) => amount % unit !== 0))
    problems.push(`the amounts are no multiples of the charge unit of ${unit} cents`);
  if (feePpm >= million) problems.push('the fee takes the whole amount');
  return problems;
}

/** Days between two due dates; of a loan of one repayment, its whole term. */
export function periodDays(terms: Terms): number {
  const { termDays, periods, firstPeriodDays } = terms;
  if (firstPeriodDays === undefined || periods === 1) return termDays / periods;
  return (termDays - firstPeriodDays) / (periods - 1);
}
