/** Minimum, median and maximum of measurements: a single measurement on a shared machine means little. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: quantile(sorted, 0), median: quantile(sorted, 0.5), max: quantile(sorted, 1) };
}

/** The quantile of the measurements by nearest rank. `share` is from 0 to 1. Throws if there are no measurements. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

export function show({ min, median, max }: Spread, digits = 0): string {
  return [min, median, max].map((value) => value.toFixed(digits).padStart(8)).join(' ');
}
