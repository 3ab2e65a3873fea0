import type { LateTier } from '../terms/terms.ts';
import { million } from '../values/cents.ts';
import { divideHalfEven, share, shareDown } from '../values/rounding.ts';

/** The late interest of the first `days` late days, in ppm of an unchanged base (TERM-05). It loops over tiers, not days. */
export function latePpm(tiers: readonly LateTier[], days: number): number {
  let sum = 0;
  let from = 0;
  for (const tier of tiers) {
    const until = tier.untilDay === undefined ? days : Math.min(days, tier.untilDay);
    if (until > from) {
      sum += (until - from) * tier.ppm;
      from = until;
    }
  }
  return sum;
}

/** The late days after `from` up to and including `to`, split where the rate changes. */
export function tierSpans(
  tiers: readonly LateTier[],
  from: number,
  to: number,
): readonly { readonly ppm: number; readonly from: number; readonly to: number }[] {
  let start = from;
  return tiers.flatMap(({ untilDay, ppm }) => {
    const until = Math.min(to, untilDay ?? to);
    if (until <= start) return [];
    const span = { ppm, from: start, to: until };
    start = until;
    return [span];
  });
}

/** Written by a call: a bigint literal needs a newer browser than the oldest that screens support. */
const none = BigInt(0);

/** An exact sum of base × rate, in cents × ppm. It uses numbers up to the safe integers, and bigint beyond. */
export class Accrual {
  // Declared, not defined: the helper that defines fields for old browsers is longer than the class.
  declare private sum: number;
  declare private overflow: bigint | undefined;

  /** `from`: the sum to go on from, as `toString` writes it. */
  constructor(from = '0') {
    const isSafe = Number.isSafeInteger(Number(from));
    this.sum = isSafe ? Number(from) : 0;
    this.overflow = isSafe ? undefined : BigInt(from);
  }

  toString(): string {
    return String(this.overflow === undefined ? this.sum : this.overflow + BigInt(this.sum));
  }

  add(base: number, ppm: number): void {
    const next = this.sum + base * ppm;
    if (Number.isSafeInteger(next)) this.sum = next;
    else this.overflow = (this.overflow ?? none) + BigInt(base) * BigInt(ppm);
  }

  copy(): Accrual {
    const copy = new Accrual();
    copy.sum = this.sum;
    copy.overflow = this.overflow;
    return copy;
  }

  /** The sum in cents, rounded once, half to even, to a multiple of `unit`. */
  round(unit: number): number {
    if (this.overflow === undefined) return share(this.sum, 1, million, unit);
    return Number(divideHalfEven(this.overflow + BigInt(this.sum), BigInt(million * unit))) * unit;
  }

  /** The sum divided by `divisor`, in cents, rounded down to a multiple of `unit` as limits are. */
  floor(unit: number, divisor: number): number {
    if (this.overflow === undefined) return shareDown(this.sum, 1, million * divisor, unit);
    return Number((this.overflow + BigInt(this.sum)) / BigInt(million * divisor * unit)) * unit;
  }
}
