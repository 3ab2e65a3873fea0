import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Keeps the raw figures of a run in bench/results, so that later runs can be held against them. */
export function storeResults(name: string, figures: object): void {
  writeResults(name, figures);
  console.log(`\nRaw figures: bench/results/${name}.json`);
}

/** The same, without a line: for a run that writes what it has found so far. */
export function writeResults(name: string, figures: object): void {
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  // Absolute times of a busy machine say little: how busy it was belongs to them.
  const [busy] = loadavg();
  const run = { at: new Date().toISOString(), node: process.version, cores: availableParallelism(), busy };
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify({ run, ...figures }, undefined, 2)}\n`);
}

/** Says how a figure stands to its budget, and makes the run fail where it does not keep to it. */
export function judge(
  what: string,
  value: number,
  budget: { atMost: number } | { atLeast: number },
): boolean {
  const isWithinBudget = 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast;
  const wanted = 'atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`;
  console.log(`${isWithinBudget ? 'kept  ' : 'MISSED'} ${what}: ${Number(value.toFixed(3))} (${wanted})`);
  if (!isWithinBudget) process.exitCode = 1;
  return isWithinBudget;
}
