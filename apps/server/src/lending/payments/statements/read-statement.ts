import { maxNamedFaults, type NamedFault } from '@hiram/contract/console/bank-statement';
import { type LineRules, readLine, type StatedLine } from './read-line.ts';
import type { FileRecord } from './read-records.ts';
import { type Movement, type RunBalance, runBalance } from './run-balance.ts';

export interface NumberedLine extends StatedLine {
  readonly lineNo: number;
}

/** The content of a statement. A line that stands twice counts once. Amounts in cents. */
export interface ReadStatement {
  /** What came in. */
  readonly lines: readonly NumberedLine[];
  /** The lines that the file has elsewhere too, and those that went out, by their numbers. */
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
  const faults: NamedFault[] = [];
  const [read, movements]: [NumberedLine[], Movement[]] = [[], []];
  let faulty = 0;
  for (const { cells, lineNo } of records.slice(rules.map.skip)) {
    const found = readLine(cells, rules, corrected.has(lineNo));
    if (found.kind === 'faulty') {
      faulty += 1;
      if (faults.length < maxNamedFaults) faults.push({ lineNo, ...found.fault });
      movements.push({ lineNo, amount: undefined, balance: found.balance, key: undefined });
    } else {
      const { amount, balance } = found.line;
      read.push({ ...found.line, lineNo });
      movements.push({ lineNo, amount, balance, key: keyOf(found.line) });
    }
  }
  const ran = rules.map.balance === undefined ? undefined : runBalance(movements);
  const repeats = ran?.repeats ?? repeatedReferences(read);
  const counted = read.filter(({ lineNo }) => !repeats.has(lineNo));
  const outgoing = counted.filter(({ amount }) => amount <= 0);
  return {
    lines: counted.filter(({ amount }) => amount > 0),
    twice: [...repeats].sort((one, other) => one - other),
    outgoing: outgoing.map(({ lineNo }) => lineNo),
    wentOut: outgoing.reduce((sum, { amount }) => sum - amount, 0),
    faults,
    faulty,
    balance: ran?.balance,
  };
}

const keyOf = ({ bookedOn, amount, reference, balance }: StatedLine) =>
  JSON.stringify([bookedOn, amount, reference, balance]);

/** Without balances, the lines of a reference that stand above already. Equal lines without a reference are as many movements. */
function repeatedReferences(lines: readonly NumberedLine[]): ReadonlySet<number> {
  const seen = new Set<string>();
  const repeats = lines.filter((line) => {
    const [key, isNamed] = [keyOf(line), line.reference !== '' && line.amount > 0];
    if (isNamed && seen.has(key)) return true;
    seen.add(key);
    return false;
  });
  return new Set(repeats.map(({ lineNo }) => lineNo));
}
