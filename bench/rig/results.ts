import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** Writes the raw figures of a run to bench/results, for comparison with later runs, and prints the file's name. */
export function storeResults(name: string, figures: object): void {
  writeResults(name, figures);
  console.log(`\nRaw figures: bench/results/${name}.json`);
}

/** Writes the raw figures without printing, for a run that writes intermediate results. */
export function writeResults(name: string, figures: object): void {
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  // Absolute times depend on the machine's load, so the load is stored with them.
  const [busy] = loadavg();
  const run = { at: new Date().toISOString(), node: process.version, cores: availableParallelism(), busy };
  writeFileSync(new URL(`${name}.json`, folder), compact({ run, ...figures }));
}

/** JSON in which an innermost object or list takes one line if it fits. */
export function compact(value: object): string {
  const onOneLine = (block: string) => {
    const line = block.replace(/\n\s*/g, ' ');
    return line.length <= 160 ? line : block;
  };
  return `${JSON.stringify(value, undefined, 2).replace(/[[{]\n[^[\]{}]*\n\s*[\]}]/g, onOneLine)}\n`;
}

/** Prints a figure with its budget. If it is over the budget, the process will end with exit code 1. */
export function judge(
  what: string,
  value: number,
  budget: { atMost: number } | { atLeast: number },
): boolean {
  const isWithinBudget = 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast;
  const limit = 'atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`;
  console.log(`${isWithinBudget ? 'kept  ' : 'MISSED'} ${what}: ${Number(value.toFixed(3))} (${limit})`);
  if (!isWithinBudget) process.exitCode = 1;
  return isWithinBudget;
}
