import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../bench/results/distribution.json', import.meta.url);

/** Adds figures to the result of this check; each part of it writes its own. */
export function writeFigures(figures: Readonly<Record<string, unknown>>): void {
  const former: object = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, `${JSON.stringify({ ...former, ...figures }, undefined, 2)}\n`);
}
