import { market } from '../../app/settings/market.ts';

/** The rate of a loan's late days in ppm; undefined if it changes with their number. */
export function lateRate(terms: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const tiers = terms?.lateTiers;
  if (!Array.isArray(tiers) || tiers.length !== 1) return undefined;
  const [{ ppm }] = tiers;
  return typeof ppm === 'number' ? ppm : undefined;
}

/**
 * True if a rate a day of a base, for some days, is the amount, which is rounded to the market's unit: ceilings, stops and part
 * payments make another. Cents.
 */
export const isWorkedOut = (base: number, ppm: number, days: number, amount: number): boolean =>
  days > 0 && Math.abs((base * ppm * days) / 1_000_000 - amount) < market.moneyUnit;
