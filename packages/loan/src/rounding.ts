import { type Cents, cents } from './cents.ts';

/** a / b rounded half to even, for integers with b > 0. */
export function divideHalfEven(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const twice = (a % b) * 2n;
  const size = twice < 0n ? -twice : twice;
  if (size < b || (size === b && quotient % 2n === 0n)) return quotient;
  return twice < 0n ? quotient - 1n : quotient + 1n;
}

/** amount × factor / divisor, rounded half to even once; exact for every safe integer, none negative. */
export function share(amount: number, factor: number, divisor: number): Cents {
  const product = amount * factor;
  if (product > Number.MAX_SAFE_INTEGER)
    return cents(Number(divideHalfEven(BigInt(amount) * BigInt(factor), BigInt(divisor))));
  const rest = product % divisor;
  const quotient = (product - rest) / divisor;
  const twice = rest * 2;
  return cents(twice > divisor || (twice === divisor && quotient % 2 === 1) ? quotient + 1 : quotient);
}
