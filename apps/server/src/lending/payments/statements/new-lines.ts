import type { StatementLineId } from '@hiram/contract/ids';
import type { NumberedLine } from './read-statement.ts';

/** A line that an earlier file had. Cents; `balance` null: no file that had it had balances. */
export interface KnownLine {
  readonly id: StatementLineId;
  readonly booked_on: string;
  readonly amount: number;
  readonly reference: string;
  readonly balance: number | null;
  readonly occurrence: number;
}

/** The lines of a file that are not there yet, and the known ones that get their balance from it. */
export interface NewLines {
  readonly added: readonly (NumberedLine & { readonly occurrence: number })[];
  readonly balanced: readonly Pick<KnownLine, 'id' | 'balance' | 'occurrence'>[];
}

/**
 * Compares the lines of a file with those that are known of its days. A file has a day's lines from the first
 * one on, so the second of equal lines is the second one of every file. An unknown balance equals any: the
 * line of a file without balances is the one of a file with them, and takes its balance from it.
 */
export function newLines(known: readonly KnownLine[], lines: readonly NumberedLine[]): NewLines {
  const keyOf = (...parts: readonly (string | number)[]) => parts.join(' ');
  const equals = Map.groupBy(known, (line) => keyOf(line.booked_on, line.amount, line.reference));
  const occurrences = new Map<string, number>();
  for (const line of known) {
    const key = keyOf(line.booked_on, line.amount, line.reference, line.balance ?? '');
    occurrences.set(key, Math.max(line.occurrence, occurrences.get(key) ?? 0));
  }
  const [added, balanced]: [NewLines['added'][number][], NewLines['balanced'][number][]] = [[], []];
  const [first, last] = [lines[0], lines.at(-1)];
  // Oldest first, so that of equal lines those are added that the earlier file did not have yet.
  for (const line of first && last && first.bookedOn > last.bookedOn ? lines.toReversed() : lines) {
    const key = keyOf(line.bookedOn, line.amount, line.reference);
    const balance = line.balance ?? null;
    const left = equals.get(key) ?? [];
    const same =
      balance === null
        ? left[0]
        : (left.find((one) => one.balance === balance) ?? left.find((one) => one.balance === null));
    if (same)
      equals.set(
        key,
        left.filter((one) => one !== same),
      );
    if (same && (balance === null || same.balance !== null)) continue;
    const own = keyOf(key, balance ?? '');
    const occurrence = (occurrences.get(own) ?? 0) + 1;
    occurrences.set(own, occurrence);
    if (same) balanced.push({ id: same.id, balance, occurrence });
    else added.push({ ...line, occurrence });
  }
  return { added, balanced };
}
