import { type Cents, cents, type Ppm } from '../values/cents.ts';
import { divideHalfEven } from '../values/rounding.ts';
import { levelSchedule, type ScheduleRow } from './schedule.ts';

/** A loan with level monthly payments, as the calculator shows it (KEY-08). Amounts in cents. */
export interface LevelLoan {
  /** The payment of every month but the last, which takes the remainder. */
  readonly payment: Cents;
  readonly totalInterest: Cents;
  readonly totalPayment: Cents;
  readonly rows: readonly ScheduleRow[];
}

/** A twelfth of a yearly rate in ppm, in units of 10⁻¹². */
const perMonth = (yearlyPpm: Ppm) => divideHalfEven(BigInt(yearlyPpm) * BigInt(1_000_000), BigInt(12));

/**
 * Level monthly payments at a nominal yearly rate. The principal column sums to the loan exactly. Payments and interest
 * are multiples of `unit` cents. Undefined if that is too coarse for level payments: the payment covers only interest until
 * the end, or repays everything long before the end.
 * Throws RangeError without principal or months.
 */
export function levelLoan(principal: Cents, yearlyPpm: Ppm, months: number, unit = 1): LevelLoan | undefined {
  const rows = levelSchedule(principal, Array<bigint>(months).fill(perMonth(yearlyPpm)), unit);
  const first = rows[0]?.payment ?? cents(0);
  const last = rows[rows.length - 1]?.payment ?? cents(0);
  if (last === 0 || last > 2 * first) return undefined;
  const totalInterest = cents(rows.reduce((sum, row) => sum + row.interest, 0));
  return { payment: first, totalInterest, totalPayment: cents(principal + totalInterest), rows };
}
