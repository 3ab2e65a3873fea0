import { type Cents, cents, million, type Ppm } from '../values/cents.ts';
import type { LocalDate } from '../values/local-date.ts';
import { share } from '../values/rounding.ts';
import { type Ceilings, coversSize } from './ceilings.ts';

/** Late interest: `ppm` a day on the unpaid scheduled amount, up to and including late day `untilDay` (absent: no end). */
export interface LateTier {
  readonly untilDay?: number;
  readonly ppm: Ppm;
}

/** The charge of late days: interest, or a penal charge as the Reserve Bank of India's circular of 18 August 2023 requires. */
export type LateKind = 'interest' | 'charge';

/** A repayment that was agreed in another system. `day` counts from disbursal; amounts in cents. */
export interface FrozenInstalment {
  readonly day: number;
  readonly interest: Cents;
  readonly principal: Cents;
}

/**
 * The terms that a borrower agreed to. They are plain JSON, stored with the order, and hold no dates: dates follow from the
 * disbursal. A repayment falls due every `termDays / periods` days.
 */
export interface Terms {
  readonly principal: Cents;
  readonly kind: 'single' | 'perPeriod';
  /** Calendar days from disbursal to the last due date: 91 to 365 (TERM-01). */
  readonly termDays: number;
  readonly periods: number;
  /** Interest a day on the outstanding balance. */
  readonly dailyPpm: Ppm;
  /** Processing fee in cents, deducted from the proceeds. */
  readonly fee: Cents;
  /** The highest number of extensions of the loan. */
  readonly extensions: number;
  /** TERM-05. */
  readonly lateTiers: readonly LateTier[];
  /**
   * The kind of charge that the market's law allows for late days. A `charge` is income of its own in the
   * ledger. Default: `interest`.
   */
  readonly lateKind?: LateKind;
  /** Default penalty in cents, charged once per loan on its first late day (TERM-04). */
  readonly penalty: Cents;
  /** The order of a payment: due scheduled amounts before charges, or after them. */
  readonly allocation: 'scheduledFirst' | 'chargesFirst';
  /** Prepayment is allowed from day `prepayMinDays` or from half the term, whichever is later (TERM-03). */
  readonly prepayMinDays: number;
  /** Days before a due date from which the loan counts as `dueSoon`. */
  readonly reminderDays: number;
  readonly ceilings?: Ceilings;
  /** The version of the rules that apply to the loan, see `rulesVersion`. Default: 1. */
  readonly rules?: number;
  /** The charge unit in cents: every amount due is a multiple of it. Default: 1, a centavo. */
  readonly unit?: number;
  /** The cents of all due amounts that may stay unpaid without being late. Default: 0. */
  readonly tolerance?: Cents;
  /** Days from disbursal to the first due date, if the first period differs from the others. */
  readonly firstPeriodDays?: number;
  /**
   * The repayments to the cent, of a loan that another system made: by day, as many as `periods`, the last one on `termDays`; the
   * principal adds up. Absent: they follow from the other terms.
   */
  readonly schedule?: readonly FrozenInstalment[];
  readonly coolingOff?: CoolingOff;
}

/** Reports whether what another program sent is the terms of a loan, by the numbers that every loan has. */
export function isTerms(value: object): value is Terms {
  return ['principal', 'termDays', 'periods', 'dailyPpm', 'fee'].every((name) =>
    Number.isSafeInteger(Reflect.get(value, name)),
  );
}

/**
 * The days after disbursal in which a borrower may cancel the loan by repaying the amount received (with
 * `feeRetained`: the amount lent) and the interest for the days since (RBI Digital Lending Directions 2025).
 */
export interface CoolingOff {
  readonly days: number;
  readonly feeRetained: boolean;
  /** Applies to loans disbursed from this day on. Default: to all loans. */
  readonly from?: LocalDate;
}

/**
 * The version of the rules that this engine applies, written into the terms of every new loan. Terms without a version are
 * older: version 1 applies to them, with a unit of one cent and no tolerance.
 */
export const rulesVersion = 1;

/** A product of the lender. The terms of a loan follow from the product, the amount and the client. */
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

/** The rules of a market for every loan. */
export interface MarketRules {
  /** The charge unit of the currency in cents: 1 for a centavo, 100 for a whole rupee or rupiah. */
  readonly unit: number;
  /** The cents of all due amounts that may stay unpaid without being late. */
  readonly tolerance: Cents;
  readonly lateTiers: readonly LateTier[];
  readonly lateKind?: LateKind;
  readonly penaltyNew: Cents;
  readonly penaltyRepeat: Cents;
  /**
   * Ceilings by law, then the brand's own ceilings for loans that the law does not cover. The first that
   * covers the loan's size applies.
   */
  readonly ceilings?: Ceilings | readonly Ceilings[];
  readonly coolingOff?: CoolingOff;
}

/** The lender's terms as specified (TERM-04, TERM-05). */
export const specificationRules: MarketRules = {
  unit: 1,
  tolerance: cents(100),
  lateTiers: [{ untilDay: 30, ppm: 50_000 }, { untilDay: 90, ppm: 40_000 }, { ppm: 20_000 }],
  penaltyNew: cents(100_000),
  penaltyRepeat: cents(80_000),
};

export const minTerm = 91;
export const maxTerm = 365;
/** Days after disbursal before which no prepayment is allowed (TERM-03). */
export const minPrepayment = 7;

/** The ceilings of a market that apply to a loan of this size; undefined if none do. */
export function ceilingsFor(
  rules: Pick<MarketRules, 'ceilings'>,
  amount: Cents,
  termDays: number,
): Ceilings | undefined {
  const candidates: readonly Ceilings[] = rules.ceilings === undefined ? [] : [rules.ceilings].flat();
  return candidates.find((ceilings) => coversSize(ceilings, amount, termDays));
}

/** The terms of a loan. `amount` in cents. A `repeat` client has settled a loan before (TERM-04). */
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
    ...(rules.lateKind ? { lateKind: rules.lateKind } : {}),
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
 * Problems of a market's tolerance, one line each. The tolerance must be at least the lowest channel minimum less one unit;
 * otherwise a remainder could be both late and too small to pay. `channelMinimums` in cents.
 */
export function toleranceProblems(
  rules: Pick<MarketRules, 'unit' | 'tolerance'>,
  channelMinimums: readonly number[],
): string[] {
  const { unit, tolerance } = rules;
  const problems: string[] = [];
  if (tolerance % unit !== 0)
    problems.push(`the tolerance of ${tolerance} is not a multiple of the unit ${unit}`);
  if (channelMinimums.length === 0) return problems;
  const lowestMinimum = Math.min(...channelMinimums);
  if (tolerance < lowestMinimum - unit)
    problems.push(
      `the tolerance of ${tolerance} is below the lowest channel minimum of ${lowestMinimum} less the unit ${unit}`,
    );
  return problems;
}

/** Problems of a product's figures, one line each; empty if there are none. `unit`: the market's charge unit in cents. */
export function productProblems(product: Product, unit = 1): string[] {
  const problems: string[] = [];
  const { amountMin, amountMax, amountStep, termDays, periods, dailyPpm, feePpm, extensions } = product;
  const figures = { amountMin, amountMax, amountStep, termDays, periods, dailyPpm, feePpm, extensions };
  for (const [name, figure] of Object.entries(figures))
    if (!Number.isSafeInteger(figure) || figure < 0)
      problems.push(`${name} is ${figure}, not a whole number from 0`);
  if (problems.length > 0) return problems;
  if (termDays < minTerm || termDays > maxTerm)
    problems.push(`a term of ${termDays} days is outside ${minTerm} to ${maxTerm} days`);
  if (product.kind === 'single' ? periods !== 1 : periods < 2)
    problems.push(`${periods} repayments do not fit a ${product.kind} loan`);
  if (termDays % periods !== 0)
    problems.push(`${termDays} days cannot be divided into ${periods} equal periods`);
  if (!(amountMin > 0 && amountMax >= amountMin && amountStep > 0))
    problems.push('the range of amounts is empty');
  else if ((amountMax - amountMin) % amountStep !== 0)
    problems.push('the range of amounts is not a multiple of its step');
  if ([amountMin, amountMax, amountStep].some((amount) => amount % unit !== 0))
    problems.push(`the amounts are not multiples of the charge unit of ${unit} cents`);
  if (feePpm >= million) problems.push('the fee takes the whole amount');
  return problems;
}

/** Days between two due dates; for a loan with one repayment, its whole term. */
export function periodDays(terms: Terms): number {
  const { termDays, periods, firstPeriodDays } = terms;
  if (firstPeriodDays === undefined || periods === 1) return termDays / periods;
  return (termDays - firstPeriodDays) / (periods - 1);
}
