import { type Cents, cents } from './cents.ts';

/** a / b rounded half to even, for integers with b > 0. */
export function divideHalfEven(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const twice = (a % b) * 2n;
  const size = twice < 0n ? -twice : twice;
  if (size < b || (size === b && quotient % 2n === 0n)) return quotient;
  return twice < 0n ? quotient - 1n : quotient + 1n;
}

/**
 * amount × factor / divisor, rounded half to even once to a multiple of `unit` cents; exact for every safe integer, none
 * negative.
 */
export function share(amount: number, factor: number, divisor: number, unit = 1): Cents {
  const product = amount * factor;
  const by = divisor * unit;
  if (product > Number.MAX_SAFE_INTEGER)
    return cents(Number(divideHalfEven(BigInt(amount) * BigInt(factor), BigInt(by))) * unit);
  const quotient = wholeTimes(product, by);
  const twice = (product - quotient * by) * 2;
  return cents((twice > by || (twice === by && quotient % 2 === 1) ? quotient + 1 : quotient) * unit);
}

/** amount × factor / divisor, rounded down to a multiple of `unit` cents: how limits are rounded. None negative. */
export function shareDown(amount: number, factor: number, divisor: number, unit = 1): number {
  const product = amount * factor;
  const by = divisor * unit;
  if (product > Number.MAX_SAFE_INTEGER) return Number((BigInt(amount) * BigInt(factor)) / BigInt(by)) * unit;
  return wholeTimes(product, by) * unit;
}

/**
 * How many whole times `by` goes into a safe integer: a division is much faster than `%` on large numbers. Exact: a quotient
 * that the division rounds up to a whole number q is too high by at most 2⁻⁵³ of itself, so q × `by` exceeds the product by
 * less than 1, which for whole numbers means not at all.
 */
function wholeTimes(product: number, by: number): number {
  return Math.trunc(product / by);
}

/** The largest multiple of `unit` that is not above a non-negative amount. */
export function floorTo(amount: number, unit: number): number {
  return amount - (amount % unit);
}
