import { million } from './cents.ts';
import { divideHalfEven, share, shareDown } from './rounding.ts';
import type { LateTier } from './terms.ts';

/** Late interest of the first `days` late days together, in ppm of an unchanged base (TERM-05). Closed form, no loop over days. */
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

/** Late days after `from` up to and including `to`, parted where the rate changes. */
export function tierSpans(
  tiers: readonly LateTier[],
  from: number,
  to: number,
): readonly { readonly ppm: number; readonly from: number; readonly to: number }[] {
  let at = from;
  return tiers.flatMap(({ untilDay, ppm }) => {
    const until = Math.min(to, untilDay ?? to);
    if (until <= at) return [];
    const span = { ppm, from: at, to: until };
    at = until;
    return [span];
  });
}

/** A sum of base × rate in cents × ppm, kept exact: plain numbers while they are, bigint beyond. */
export class Accrual {
  #sum = 0;
  #beyond: bigint | undefined;

  add(base: number, ppm: number): void {
    const next = this.#sum + base * ppm;
    if (Number.isSafeInteger(next)) this.#sum = next;
    else this.#beyond = (this.#beyond ?? 0n) + BigInt(base) * BigInt(ppm);
  }

  copy(): Accrual {
    const copy = new Accrual();
    copy.#sum = this.#sum;
    copy.#beyond = this.#beyond;
    return copy;
  }

  /** In cents, rounded half to even once to a multiple of `unit`. */
  round(unit: number): number {
    if (this.#beyond === undefined) return share(this.#sum, 1, million, unit);
    return Number(divideHalfEven(this.#beyond + BigInt(this.#sum), BigInt(million * unit))) * unit;
  }

  /** In cents, rounded down to a multiple of `unit`, after division by `divisor`: a limit. */
  floor(unit: number, divisor: number): number {
    if (this.#beyond === undefined) return shareDown(this.#sum, 1, million * divisor, unit);
    return Number((this.#beyond + BigInt(this.#sum)) / BigInt(million * divisor * unit)) * unit;
  }
}
