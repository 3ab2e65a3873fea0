import { type Cents, cents } from './cents.ts';

// Written by calls: a bigint literal needs a newer browser than the oldest that screens support.
const zero = BigInt(0);
const one = BigInt(1);
const two = BigInt(2);

/** a / b rounded half to even, for integers with b > 0. */
export function divideHalfEven(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const doubledRemainder = (a % b) * two;
  const magnitude = doubledRemainder < zero ? -doubledRemainder : doubledRemainder;
  if (magnitude < b || (magnitude === b && quotient % two === zero)) return quotient;
  return doubledRemainder < zero ? quotient - one : quotient + one;
}

/**
 * amount × factor / divisor, rounded once, half to even, to a multiple of `unit` cents. Exact for all safe integers from 0.
 */
export function share(amount: number, factor: number, divisor: number, unit = 1): Cents {
  const product = amount * factor;
  const denominator = divisor * unit;
  if (product > Number.MAX_SAFE_INTEGER)
    return cents(Number(divideHalfEven(BigInt(amount) * BigInt(factor), BigInt(denominator))) * unit);
  const quotient = wholeQuotient(product, denominator);
  const doubledRemainder = (product - quotient * denominator) * 2;
  return cents(
    (doubledRemainder > denominator || (doubledRemainder === denominator && quotient % 2 === 1)
      ? quotient + 1
      : quotient) * unit,
  );
}

/** amount × factor / divisor, rounded down to a multiple of `unit` cents, as limits are. Exact for all safe integers from 0. */
export function shareDown(amount: number, factor: number, divisor: number, unit = 1): number {
  const product = amount * factor;
  const denominator = divisor * unit;
  if (product > Number.MAX_SAFE_INTEGER)
    return Number((BigInt(amount) * BigInt(factor)) / BigInt(denominator)) * unit;
  return wholeQuotient(product, denominator) * unit;
}

/**
 * The whole quotient of a safe integer. A division is much faster than `%` on large numbers. It is exact: a quotient that the
 * division rounds up to a whole number q is too high by at most 2⁻⁵³ of itself, so q × `denominator` exceeds the product by
 * less than 1, and between whole numbers that is 0.
 */
function wholeQuotient(product: number, denominator: number): number {
  return Math.trunc(product / denominator);
}

/** The largest multiple of `unit` that is at most `amount`. Amounts from 0. */
export function floorTo(amount: number, unit: number): number {
  return amount - (amount % unit);
}
