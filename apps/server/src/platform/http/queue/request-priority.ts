import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Db } from '../../database/connection/connect.ts';

/**
 * Milliseconds between two starts from the queue of one address while calls of others are in progress. A queue then goes on with
 * a hundred calls a second, as many as an address may send in the long run: many phones share one.
 */
export const queueStepMs = 10;

/** Calls that an address may begin in a second before the next ones wait in a queue. A page and its files are fewer. */
export const maxStartsInSecond = 20;

/** Calls of this process that are in progress, and the ends of the pauses of work behind them. */
let calls = 0;
const pauses = new Set<() => void>();
/** The longest pause: under load such work goes on, slowly. */
const maxPauseMs = 20;

/** Lets the calls of persons go first: work for nobody who waits pauses here between its steps. */
export async function afterCalls(): Promise<void> {
  await turnOfTheLoop();
  if (calls === 0) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      pauses.delete(end);
      resolve();
    };
    const timer = setTimeout(end, maxPauseMs);
    pauses.add(end);
  });
}

let turn: Promise<unknown> = Promise.resolve();

/** Does such work after all earlier such work, so that its statements occupy one processor of the database at most. */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work);
  turn = result.catch(() => undefined);
  return result;
}

/** A transaction that lets the calls of persons go first after each of its statements. */
export function behindCalls(trx: Db): Db {
  return trx.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await afterCalls();
      return result;
    },
  });
}

/** Decides which calls of one server go first: those of addresses without a queue. */
export interface RequestPriority {
  /**
   * Counts a call that arrives. Returns whether it may begin without a queue. Calls that are answered without waiting for
   * anything never occupy a turn, so a flood of them is known by its number alone.
   */
  arrive(address: string): boolean;
  /** A call of an address without a queue begins. Returns the function that ends it. */
  begin(address: string): () => void;
  /** Waits until no such call of another address is in progress, or until the queue's next step. */
  letPass(address: string): Promise<void>;
}

/** The calls of one address that waited for their turn and let others pass. */
interface AddressQueue {
  steppedAt: number;
  readonly starts: (() => void)[];
}

/**
 * A loop turn starts one call of all queues: otherwise the calls of a queue would start together, and each
 * query of another caller would wait for the work of all of them. `now`: monotonic milliseconds.
 */
export function requestPriority(now: () => number = () => performance.now()): RequestPriority {
  const inProgress = new Map<string, number>();
  const queues = new Map<string, AddressQueue>();
  let total = 0;
  let isPlanned = false;
  let timer: NodeJS.Timeout | undefined;

  const mayStep = ([address, { steppedAt }]: [string, AddressQueue]) =>
    total === (inProgress.get(address) ?? 0) || steppedAt + queueStepMs <= now();

  function step(address: string, queue: AddressQueue): void {
    queue.steppedAt = now();
    queues.delete(address);
    const start = queue.starts.shift();
    // The queues take turns.
    if (queue.starts.length > 0) queues.set(address, queue);
    start?.();
  }

  function startOne(): void {
    isPlanned = false;
    clearTimeout(timer);
    const next = [...queues].find(mayStep);
    if (next) step(...next);
    if (queues.size === 0) return;
    if (next) plan();
    else timer = setTimeout(plan, untilStep([...queues.values()], now()));
  }

  function plan(): void {
    if (!isPlanned) setImmediate(startOne);
    isPlanned = true;
  }

  return {
    arrive: arrivals(now),
    begin(address) {
      total += 1;
      calls += 1;
      inProgress.set(address, (inProgress.get(address) ?? 0) + 1);
      return once(() => {
        total -= 1;
        calls -= 1;
        if (calls === 0) for (const end of pauses) end();
        const left = (inProgress.get(address) ?? 1) - 1;
        if (left > 0) inProgress.set(address, left);
        else inProgress.delete(address);
        if (queues.size > 0) plan();
      });
    },
    letPass(address) {
      return new Promise((start) => {
        const queue = queues.get(address) ?? { steppedAt: now(), starts: [] };
        queue.starts.push(start);
        queues.set(address, queue);
        plan();
      });
    },
  };
}

/** Counts the calls of each address in the current second. */
function arrivals(now: () => number): RequestPriority['arrive'] {
  const counts = new Map<string, number>();
  let second = 0;
  return (address) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) counts.clear();
    second = current;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= maxStartsInSecond;
  };
}

/** Milliseconds until the first of the queues may start a call. */
function untilStep(queues: readonly AddressQueue[], now: number): number {
  return Math.max(1, Math.min(...queues.map(({ steppedAt }) => steppedAt + queueStepMs - now)));
}

function once(end: () => void): () => void {
  let isEnded = false;
  return () => {
    if (!isEnded) end();
    isEnded = true;
  };
}
