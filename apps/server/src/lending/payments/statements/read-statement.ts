import { maxNamedFaults, type NamedFault } from '@hiram/contract/console/bank-statement';
import { type IncomingLine, type LineRules, type ReadLine, readLine } from './read-line.ts';
import type { FileRecord } from './read-records.ts';
import { type Movement, type RunBalance, runBalance } from './run-balance.ts';

export interface NumberedLine extends IncomingLine {
  readonly lineNo: number;
}

/** The content of a statement. A line that stands twice counts once. Amounts in cents. */
export interface ReadStatement {
  readonly lines: readonly NumberedLine[];
  /** The lines that stand above in the same file, and those that went out, by their numbers. */
  readonly twice: readonly number[];
  readonly outgoing: readonly number[];
  readonly wentOut: number;
  readonly faults: readonly NamedFault[];
  readonly faulty: number;
  /** Undefined: the file has no balances. */
  readonly balance: RunBalance | undefined;
}

/** Reads the lines of a statement below its headings. `corrected`: the numbers of those that are read as proposed. */
export function readStatement(
  records: readonly FileRecord[],
  rules: LineRules,
  corrected: ReadonlySet<number> = new Set(),
): ReadStatement {
  const lines = new Map<string, NumberedLine>();
  const faults: NamedFault[] = [];
  const [twice, outgoing, movements]: [number[], number[], Movement[]] = [[], [], []];
  let [wentOut, faulty] = [0, 0];
  const take = (read: ReadLine, lineNo: number) => {
    if (read.kind === 'faulty') {
      faulty += 1;
      if (faults.length < maxNamedFaults) faults.push({ lineNo, ...read.fault });
      movements.push({ lineNo, amount: undefined, balance: read.balance });
    } else if (read.kind === 'outgoing') {
      outgoing.push(lineNo);
      wentOut -= read.amount;
      movements.push({ lineNo, amount: read.amount, balance: read.balance });
    } else {
      const { bookedOn, amount, reference, balance } = read.line;
      const key = JSON.stringify([bookedOn, amount, reference, balance]);
      if (lines.has(key)) return twice.push(lineNo);
      lines.set(key, { ...read.line, lineNo });
      movements.push({ lineNo, amount, balance });
    }
    return undefined;
  };
  for (const { cells, lineNo } of records.slice(rules.map.skip))
    take(readLine(cells, rules, corrected.has(lineNo)), lineNo);
  const balance = rules.map.balance === undefined ? undefined : runBalance(movements);
  return { lines: [...lines.values()], twice, outgoing, wentOut, faults, faulty, balance };
}
