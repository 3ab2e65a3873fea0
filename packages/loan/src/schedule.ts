import { type Cents, cents, million, zero } from './cents.ts';
import { divideHalfEven, share } from './rounding.ts';
import { periodDays, type Terms } from './terms.ts';

export interface ScheduleRow {
  readonly payment: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  /** What is still owed of the principal afterwards. */
  readonly balance: Cents;
}

/** A period's rate is written in units of 10⁻¹²: 0.7901833333 % is 7901833333n. */
export const rateUnit = 10n ** 12n;

/**
 * Level payments on a declining balance, exact until the one rounding of each figure: payment and interest half to even to
 * a multiple of `unit` cents, the last row takes the remainder, so that principal sums exactly. Throws RangeError without a
 * period or principal.
 */
export function levelSchedule(principal: Cents, periodRates: readonly bigint[], unit = 1): ScheduleRow[] {
  if (periodRates.length === 0 || principal <= 0)
    throw new RangeError('a schedule needs principal and periods');
  if (periodRates.some((rate) => rate < 0n)) throw new RangeError('a rate cannot be negative');
  // payment = P · Π(1 + r) / Σ, with Σ₁ = 1 and Σₖ = 1 + Σₖ₋₁ · (1 + rₖ); `sum` is Σ over the unit to the power k − 1.
  let growth = 1n;
  let sum = 0n;
  let scale = 1n;
  periodRates.forEach((rate, index) => {
    if (index > 0) scale *= rateUnit;
    growth *= rateUnit + rate;
    sum = scale + sum * (rateUnit + rate);
  });
  const by = BigInt(unit);
  const payment = cents(Number(divideHalfEven(BigInt(principal) * growth, rateUnit * sum * by) * by));
  const rows: ScheduleRow[] = [];
  let balance: number = principal;
  periodRates.forEach((rate, index) => {
    const interest = Number(divideHalfEven(BigInt(balance) * rate, rateUnit * by) * by);
    const last = index === periodRates.length - 1;
    // A payment that rounding made too small for its interest would never end; such a row pays interest alone.
    const part = last ? balance : Math.min(balance, Math.max(0, payment - interest));
    balance -= part;
    rows.push({
      payment: cents(part + interest),
      interest: cents(interest),
      principal: cents(part),
      balance: cents(balance),
    });
  });
  return rows;
}

/** A repayment as agreed: `day` is counted from disbursal. */
export interface PlannedInstalment extends ScheduleRow {
  readonly no: number;
  readonly day: number;
  readonly opening: Cents;
  readonly stretches: readonly AccrualPeriod[];
}

/**
 * Days over which interest accrues evenly, counted from disbursal: on `balance` from the first of them, and on `own` from
 * `ownFrom` (an instalment that was moved bears interest of its own from the day it was moved on).
 */
export interface AccrualPeriod {
  readonly from: number;
  readonly to: number;
  readonly balance: number;
  readonly own: number;
  readonly ownFrom: number;
  readonly interest: number;
}

const plans = new WeakMap<Terms, readonly PlannedInstalment[]>();

/** The repayments of a loan, by days after its disbursal. */
export function plan(terms: Terms): readonly PlannedInstalment[] {
  const known = plans.get(terms);
  if (known) return known;
  const length = periodDays(terms);
  const first = terms.firstPeriodDays ?? length;
  let opening: Cents = terms.principal;
  let from = 0;
  const made = rowsOf(terms, first, length).map((row, index) => {
    const day = first + index * length;
    const { interest } = row;
    const stretch: AccrualPeriod = { from, to: day, balance: opening, own: 0, ownFrom: day, interest };
    const instalment = { no: index + 1, day, opening, ...row, stretches: [stretch] };
    opening = row.balance;
    from = day;
    return instalment;
  });
  plans.set(terms, made);
  return made;
}

function rowsOf(terms: Terms, first: number, length: number): ScheduleRow[] {
  if (terms.kind === 'perPeriod')
    return levelSchedule(
      terms.principal,
      Array.from(
        { length: terms.periods },
        (_, index) => BigInt(terms.dailyPpm * (index === 0 ? first : length)) * million12,
      ),
      terms.unit,
    );
  const interest = share(terms.principal, terms.dailyPpm * terms.termDays, million, terms.unit);
  return [
    { payment: cents(terms.principal + interest), interest, principal: terms.principal, balance: zero },
  ];
}

/** ppm → units of 10⁻¹². */
const million12 = 1_000_000n;
