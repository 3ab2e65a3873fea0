// An independent calculation of the rules: slow, exact, one day after another, in whole cents as bigints. It shares no code
// with the engine, only the types of its input.
import type { Terms } from '../src/index.ts';

export const million = 1_000_000n;
export const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
export const dayOf = (date: string): number => Date.parse(date) / 86_400_000;

/** Rounded half to even to a multiple of `unit`. */
export function halfEven(numerator: bigint, denominator: bigint, unit: bigint): bigint {
  const divisor = denominator * unit;
  const [whole, rest] = [numerator / divisor, numerator % divisor];
  const isUp = rest * 2n > divisor || (rest * 2n === divisor && whole % 2n === 1n);
  return (isUp ? whole + 1n : whole) * unit;
}
export const minOf = (a: bigint, b: bigint) => (a < b ? a : b);
export const maxOf = (a: bigint, b: bigint) => (a > b ? a : b);
export const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Interest that accrues day by day, and its sum at the end. */
interface InterestSpan {
  readonly from: number;
  readonly to: number;
  readonly onDay: (day: number) => bigint;
  readonly totalInterest: bigint;
}

/** An instalment on a day; days are day numbers. */
export interface Instalment {
  readonly no: number;
  due: number;
  interest: bigint;
  readonly principal: bigint;
  interestPaid: bigint;
  principalPaid: bigint;
  pieces: InterestSpan[];
  lateSum: bigint;
  latePaid: bigint;
}

/** The instalments as agreed, with day numbers of a loan disbursed on day `start`. */
export function planned(terms: Terms, unit: bigint, start: number): Instalment[] {
  const ppm = BigInt(terms.dailyPpm);
  const n = terms.periods;
  const first = terms.firstPeriodDays ?? terms.termDays / n;
  const later = n === 1 ? 0 : (terms.termDays - first) / (n - 1);
  const lengths = Array.from({ length: n }, (_, index) => (index === 0 ? first : later));
  // The payment whose discounted sum is the principal: P ÷ Σ 1/Π(1 + r), over a common denominator.
  const factor = (days: number) => million + ppm * BigInt(days);
  const product = (days: readonly number[]) => days.reduce((all, day) => all * factor(day), 1n);
  const discounted = lengths.map(
    (_, index) => million ** BigInt(index + 1) * product(lengths.slice(index + 1)),
  );
  const payment = halfEven(BigInt(terms.principal) * product(lengths), total(discounted), unit);
  let balance = BigInt(terms.principal);
  let from = start;
  return lengths.map((days, index) => {
    const opening = balance;
    const interest = halfEven(opening * ppm * BigInt(days), million, unit);
    const isLast = index === n - 1;
    const principal = isLast ? opening : minOf(opening, maxOf(0n, payment - interest));
    balance -= principal;
    const due = from + days;
    const pieces = [{ from, to: due, onDay: () => opening * ppm, totalInterest: interest }];
    from = due;
    return {
      no: index + 1,
      due,
      interest,
      principal,
      interestPaid: 0n,
      principalPaid: 0n,
      pieces,
      lateSum: 0n,
      latePaid: 0n,
    };
  });
}
