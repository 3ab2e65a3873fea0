import type { RunningBalance } from '@hiram/contract/console/bank-statement';

/** A movement of a statement in cents. `amount` undefined: its line cannot be read. */
export interface Movement {
  readonly lineNo: number;
  readonly amount: number | undefined;
  readonly balance: number | undefined;
  /** Equal for equal lines; undefined for one that cannot be read. */
  readonly key: string | undefined;
}

export type RunBalance = Omit<RunningBalance, 'lastClosing'>;

interface Followed {
  readonly balance: RunBalance;
  /** The numbers of the lines that repeat another one: the balance does not move by them. */
  readonly repeats: ReadonlySet<number>;
}

/** Jumps that are named. */
const maxJumps = 5;

/**
 * Follows the running balance of a statement, whose lines stand oldest or newest first. Returns where it jumps, and which lines
 * stand twice, as where two pages overlap; undefined if no line has a balance. A line that cannot be read is passed over: the
 * balance goes on from it. Nothing below a line without a balance repeats what stands above it.
 */
export function runBalance(movements: readonly Movement[]): Followed | undefined {
  const oldestFirst = followed(movements);
  const newestFirst = followed([...movements].reverse());
  if (!oldestFirst || !newestFirst) return undefined;
  const faultsOf = ({ balance, repeats }: Followed) => balance.jumps.length * movements.length + repeats.size;
  const { balance, repeats } = faultsOf(newestFirst) < faultsOf(oldestFirst) ? newestFirst : oldestFirst;
  return { balance: { ...balance, jumps: balance.jumps.slice(0, maxJumps) }, repeats };
}

/**
 * An equal line that the balance leads to is another movement. One that it does not lead to repeats the earlier one, and so do
 * those below it as long as they are the same as there; the balance goes on from the line above them.
 */
function followed(movements: readonly Movement[]): Followed | undefined {
  const jumps: RunBalance['jumps'] = [];
  const repeats = new Set<number>();
  const placeOf = new Map<string, number>();
  let opening: number | undefined;
  let last: number | undefined;
  let ours = 0;
  /** The repeated line before this one: the place of the earlier one, and the jump that the first of them would be. */
  let run:
    | { readonly at: number; readonly balance: number; readonly jump: RunBalance['jumps'][number] }
    | undefined;
  // Nothing below shows that the balance goes on from above the repeated lines, unless they lead to it themselves.
  const endRun = () => {
    if (run && run.balance !== last) jumps.push(run.jump);
    run = undefined;
  };
  for (const [at, { lineNo, amount, balance, key }] of movements.entries()) {
    if (balance === undefined) {
      // It may be what leads to an equal line below.
      endRun();
      placeOf.clear();
      continue;
    }
    if (last !== undefined && amount !== undefined && key !== undefined) {
      const jump = { lineNo, expected: last + amount, found: balance };
      const below = run && movements[run.at + 1]?.key === key ? run.at + 1 : undefined;
      const earlier = below ?? (jump.expected === balance ? undefined : placeOf.get(key));
      if (earlier !== undefined) {
        repeats.add(lineNo);
        run = { at: earlier, balance, jump: run?.jump ?? jump };
        continue;
      }
      if (jump.expected !== balance) jumps.push(jump);
    }
    run = undefined;
    if (last === undefined) {
      opening = balance - (amount ?? 0);
      ours = opening;
    }
    ours += amount ?? 0;
    last = balance;
    if (key !== undefined) placeOf.set(key, at);
  }
  endRun();
  if (opening === undefined || last === undefined) return undefined;
  return { balance: { opening, closing: last, ours, jumps }, repeats };
}
