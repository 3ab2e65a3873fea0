import type { RunningBalance } from '@hiram/contract/console/bank-statement';

/** A movement of a statement in cents. `amount` undefined: its line cannot be read. */
export interface Movement {
  readonly lineNo: number;
  readonly amount: number | undefined;
  readonly balance: number | undefined;
}

export type RunBalance = Omit<RunningBalance, 'lastClosing'>;

/** Jumps that are named. */
const maxJumps = 5;

/**
 * Follows the running balance of a statement, whose lines stand oldest or newest first. Returns where it jumps; undefined if
 * no line has a balance. A line that cannot be read is passed over: the balance goes on from it.
 */
export function runBalance(movements: readonly Movement[]): RunBalance | undefined {
  const oldestFirst = followed(movements);
  const newestFirst = followed([...movements].reverse());
  if (!oldestFirst || !newestFirst) return undefined;
  const { jumps, ...figures } =
    newestFirst.jumps.length < oldestFirst.jumps.length ? newestFirst : oldestFirst;
  return { ...figures, jumps: jumps.slice(0, maxJumps) };
}

function followed(movements: readonly Movement[]): RunBalance | undefined {
  const jumps: RunBalance['jumps'] = [];
  let opening: number | undefined;
  let last: number | undefined;
  let ours = 0;
  for (const { lineNo, amount, balance } of movements) {
    if (balance === undefined) continue;
    if (last === undefined) {
      opening = balance - (amount ?? 0);
      ours = opening;
    } else if (amount !== undefined && last + amount !== balance)
      jumps.push({ lineNo, expected: last + amount, found: balance });
    ours += amount ?? 0;
    last = balance;
  }
  return opening === undefined || last === undefined ? undefined : { opening, closing: last, ours, jumps };
}
