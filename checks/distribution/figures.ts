import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../bench/results/distribution.json', import.meta.url);

/** Adds figures to the result of this check; each part of it writes its own. */
export function writeFigures(figures: Readonly<Record<string, unknown>>): void {
  const former: object = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...former, ...figures }, undefined, 2)}\n`);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2));
}
