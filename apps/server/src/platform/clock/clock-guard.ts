import { sql } from 'kysely';
import type { Db } from '../database/connection/connect.ts';

/** The machine's clock differs from the database's by more than the server tolerates. */
export class ClockSkewed extends Error {
  /** Milliseconds that the machine's clock is ahead of the database's; negative if it is behind. */
  readonly aheadMs: number;
  constructor(aheadMs: number) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    super(
      `this machine's clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: set both by NTP (MAX_CLOCK_SKEW_SECONDS is the allowed difference)`,
    );
    this.aheadMs = aheadMs;
  }
}

/** The machine's clock, checked against the database's. */
export interface ClockGuard {
  /** The current moment. Throws ClockSkewed once the clock has jumped since the last comparison with the database. */
  now(): Date;
  /** Compares the machine's clock with the database's. Throws ClockSkewed. */
  verify(db: Db): Promise<void>;
  /** Sets the listener for jumps that `now` notices. It is called once per jump, until the next successful `verify`. */
  onJump(listener: () => void): void;
}

/**
 * Guards a machine's clock. The clock is compared with the database's, and between two comparisons with the process's
 * monotonic clock, so that a jump is noticed at once. Without `maxSkewMs` the machine's clock is trusted unchecked.
 */
export function clockGuard(
  machine: () => Date,
  maxSkewMs: number | undefined,
  monotonic: () => number = () => performance.now(),
): ClockGuard {
  if (maxSkewMs === undefined)
    return { now: machine, verify: async () => undefined, onJump: () => undefined };
  /** Wall time minus monotonic time at the last comparison with the database, in milliseconds. */
  let verifiedOffsetMs: number | undefined;
  let hasJumped = false;
  let listener: () => void = () => undefined;
  return {
    now() {
      const moment = machine();
      const jumpMs = verifiedOffsetMs === undefined ? 0 : moment.getTime() - monotonic() - verifiedOffsetMs;
      if (Math.abs(jumpMs) <= maxSkewMs) return moment;
      if (!hasJumped) {
        hasJumped = true;
        listener();
      }
      throw new ClockSkewed(jumpMs);
    },
    async verify(db) {
      const beforeMs = machine().getTime();
      const { rows } = await sql<{ ms: string }>`
        select (extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(db);
      const afterMs = machine().getTime();
      const databaseMs = Number(rows[0]?.ms);
      // The query takes a while: only a difference beyond its duration counts as skew.
      const aheadMs = beforeMs > databaseMs ? beforeMs - databaseMs : Math.min(0, afterMs - databaseMs);
      if (Math.abs(aheadMs) > maxSkewMs) throw new ClockSkewed(aheadMs);
      verifiedOffsetMs = afterMs - monotonic();
      hasJumped = false;
    },
    onJump(newListener) {
      listener = newListener;
    },
  };
}
