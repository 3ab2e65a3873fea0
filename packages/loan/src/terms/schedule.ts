import { type Cents, cents, million, zero } from '../values/cents.ts';
import { divideHalfEven, share } from '../values/rounding.ts';
import { type FrozenInstalment, periodDays, type Terms } from './terms.ts';

export interface ScheduleRow {
  readonly payment: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  /** The principal still owed after this payment. */
  readonly balance: Cents;
}

/** The rate of a period is in units of 10⁻¹²: 0.7901833333% is 7901833333. */
const rateUnit = BigInt(1_000_000_000_000);

/**
 * Level payments on a declining balance. Each figure is exact until it is rounded once: payment and interest half to even, to a
 * multiple of `unit` cents. The last row takes the remainder, so the principal column sums to `principal`. `periodRates` are in
 * units of 10⁻¹² (`rateUnit`). Throws RangeError without a period or principal, and for a negative rate.
 */
export function levelSchedule(principal: Cents, periodRates: readonly bigint[], unit = 1): ScheduleRow[] {
  if (periodRates.length === 0 || principal <= 0)
    throw new RangeError('a schedule needs principal and periods');
  if (periodRates.some((rate) => rate < BigInt(0))) throw new RangeError('a rate cannot be negative');
  // payment = P · Π(1 + r) / Σ, with Σ₁ = 1 and Σₖ = 1 + Σₖ₋₁ · (1 + rₖ); `sum` is Σ over the unit to the power k − 1.
  let growth = BigInt(1);
  let sum = BigInt(0);
  let scale = BigInt(1);
  periodRates.forEach((rate, index) => {
    if (index > 0) scale *= rateUnit;
    growth *= rateUnit + rate;
    sum = scale + sum * (rateUnit + rate);
  });
  const bigUnit = BigInt(unit);
  const payment = cents(
    Number(divideHalfEven(BigInt(principal) * growth, rateUnit * sum * bigUnit) * bigUnit),
  );
  const rows: ScheduleRow[] = [];
  let balance: number = principal;
  periodRates.forEach((rate, index) => {
    const interest = Number(divideHalfEven(BigInt(balance) * rate, rateUnit * bigUnit) * bigUnit);
    const isLast = index === periodRates.length - 1;
    // Rounding can make the payment smaller than the interest. Such a row pays interest only, so the balance never grows.
    const principalPart = isLast ? balance : Math.min(balance, Math.max(0, payment - interest));
    balance -= principalPart;
    rows.push({
      payment: cents(principalPart + interest),
      interest: cents(interest),
      principal: cents(principalPart),
      balance: cents(balance),
    });
  });
  return rows;
}

/** An agreed repayment, in cents. `day` counts from disbursal; `opening` is the balance before it. */
export interface PlannedInstalment extends ScheduleRow {
  readonly no: number;
  readonly day: number;
  readonly opening: Cents;
  readonly accrualPeriods: readonly AccrualPeriod[];
}

/**
 * Days over which interest accrues evenly, counted from disbursal. Interest accrues on `balance` from day `from`, and on
 * `ownPrincipal` from day `ownFrom`: a moved instalment bears interest on its own principal from the day of the move.
 */
export interface AccrualPeriod {
  readonly from: number;
  readonly to: number;
  readonly balance: number;
  readonly ownPrincipal: number;
  readonly ownFrom: number;
  readonly interest: number;
}

const plans = new WeakMap<Terms, readonly PlannedInstalment[]>();

/** The agreed repayments of a loan in order. Cached by the identity of `terms`. */
export function plan(terms: Terms): readonly PlannedInstalment[] {
  const cached = plans.get(terms);
  if (cached) return cached;
  let opening: Cents = terms.principal;
  let from = 0;
  const instalments = (terms.schedule ? frozenRows(terms.principal, terms.schedule) : rowsOf(terms)).map(
    ({ day, ...row }, index) => {
      const { interest } = row;
      const accrualPeriod: AccrualPeriod = {
        from,
        to: day,
        balance: opening,
        ownPrincipal: 0,
        ownFrom: day,
        interest,
      };
      const instalment = { no: index + 1, day, opening, ...row, accrualPeriods: [accrualPeriod] };
      opening = row.balance;
      from = day;
      return instalment;
    },
  );
  plans.set(terms, instalments);
  return instalments;
}

/** A row with its day, counted from disbursal. */
interface DatedRow extends ScheduleRow {
  readonly day: number;
}

function frozenRows(principal: Cents, schedule: readonly FrozenInstalment[]): DatedRow[] {
  let balance: number = principal;
  return schedule.map(({ day, ...parts }) => {
    balance -= parts.principal;
    return { day, ...parts, payment: cents(parts.principal + parts.interest), balance: cents(balance) };
  });
}

function rowsOf(terms: Terms): DatedRow[] {
  const length = periodDays(terms);
  const first = terms.firstPeriodDays ?? length;
  if (terms.kind === 'perPeriod')
    return levelSchedule(
      terms.principal,
      Array.from(
        { length: terms.periods },
        (_, index) => BigInt(terms.dailyPpm * (index === 0 ? first : length)) * rateUnitsPerPpm,
      ),
      terms.unit,
    ).map((row, index) => ({ ...row, day: first + index * length }));
  const interest = share(terms.principal, terms.dailyPpm * terms.termDays, million, terms.unit);
  return [
    {
      day: first,
      payment: cents(terms.principal + interest),
      interest,
      principal: terms.principal,
      balance: zero,
    },
  ];
}

/** ppm → units of 10⁻¹². */
const rateUnitsPerPpm = BigInt(1_000_000);
