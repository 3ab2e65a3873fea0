/**
 * Milliseconds between two starts from the line of one address while calls of others are in progress. A line then goes on with
 * a hundred calls a second, as many as an address may send in the long run: many phones share one.
 */
export const lineStepMs = 10;

/** Calls that an address may begin in a second before the next ones wait in line. A page and its files are fewer. */
export const maxBegunInSecond = 20;

/** Decides which calls of one server go first: those of callers without a line. */
export interface Precedence {
  /**
   * Counts a call that arrives. Returns whether it may begin without a line. Calls that are answered without waiting for
   * anything never occupy a turn, so a flood of them is known by its number alone.
   */
  arrive(address: string): boolean;
  /** A call of an address without a line begins. Returns the function that ends it. */
  begin(address: string): () => void;
  /** Waits until no such call of another address is in progress, or until the line's next step. */
  letPass(address: string): Promise<void>;
}

/** The calls of one address that waited for their turn and let others pass. */
interface Line {
  steppedAt: number;
  readonly starts: (() => void)[];
}

/**
 * A loop turn starts one call of all lines: otherwise the calls of a line would start together, and each query of another caller
 * would wait for the work of all of them. `now`: monotonic milliseconds.
 */
export function precedence(now: () => number = () => performance.now()): Precedence {
  const inProgress = new Map<string, number>();
  const lines = new Map<string, Line>();
  let total = 0;
  let isPlanned = false;
  let timer: NodeJS.Timeout | undefined;

  const mayStep = ([address, { steppedAt }]: [string, Line]) =>
    total === (inProgress.get(address) ?? 0) || steppedAt + lineStepMs <= now();

  function step(address: string, line: Line): void {
    line.steppedAt = now();
    lines.delete(address);
    const start = line.starts.shift();
    // The lines take turns.
    if (line.starts.length > 0) lines.set(address, line);
    start?.();
  }

  function startOne(): void {
    isPlanned = false;
    clearTimeout(timer);
    const next = [...lines].find(mayStep);
    if (next) step(...next);
    if (lines.size === 0) return;
    if (next) plan();
    else timer = setTimeout(plan, untilStep([...lines.values()], now()));
  }

  function plan(): void {
    if (!isPlanned) setImmediate(startOne);
    isPlanned = true;
  }

  return {
    arrive: arrivals(now),
    begin(address) {
      total += 1;
      inProgress.set(address, (inProgress.get(address) ?? 0) + 1);
      return once(() => {
        total -= 1;
        const left = (inProgress.get(address) ?? 1) - 1;
        if (left > 0) inProgress.set(address, left);
        else inProgress.delete(address);
        if (lines.size > 0) plan();
      });
    },
    letPass(address) {
      return new Promise((start) => {
        const line = lines.get(address) ?? { steppedAt: now(), starts: [] };
        line.starts.push(start);
        lines.set(address, line);
        plan();
      });
    },
  };
}

/** Counts the calls of each address in the current second. */
function arrivals(now: () => number): Precedence['arrive'] {
  const counts = new Map<string, number>();
  let second = 0;
  return (address) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) counts.clear();
    second = current;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= maxBegunInSecond;
  };
}

/** Milliseconds until the first of the lines may start a call. */
function untilStep(lines: readonly Line[], now: number): number {
  return Math.max(1, Math.min(...lines.map(({ steppedAt }) => steppedAt + lineStepMs - now)));
}

function once(end: () => void): () => void {
  let isEnded = false;
  return () => {
    if (!isEnded) end();
    isEnded = true;
  };
}
