import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** The machine's clock and the database's differ by more than a server may work with. */
export class ClockSkewed extends Error {
  /** By how many milliseconds the machine's clock is ahead; negative where it is behind. */
  readonly aheadMs: number;
  constructor(aheadMs: number) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    super(
      `this machine's clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: set both by NTP (MAX_CLOCK_SKEW_SECONDS says how far they may differ)`,
    );
    this.aheadMs = aheadMs;
  }
}

/** The machine's moment, as far as it can be trusted. */
export interface ClockGuard {
  /** Throws ClockSkewed once the clock has jumped since it was last compared with the database's. */
  now(): Date;
  /** Compares it with the database's clock. Throws ClockSkewed. */
  verify(db: Db): Promise<void>;
  /** Calls back at each jump that `now` notices, once until it is verified again. */
  onJump(listener: () => void): void;
}

/**
 * Guards a machine's clock: it is compared with the database's, and between two comparisons with the process' steady clock,
 * so that a jump is noticed at once. Without `maxSkewMs` the machine is trusted as it is.
 */
export function clockGuard(
  machine: () => Date,
  maxSkewMs: number | undefined,
  steady: () => number = () => performance.now(),
): ClockGuard {
  if (maxSkewMs === undefined)
    return { now: machine, verify: async () => undefined, onJump: () => undefined };
  /** Wall time less steady time when they were last compared with the database. */
  let verified: number | undefined;
  let isDoubted = false;
  let listener: () => void = () => undefined;
  return {
    now() {
      const moment = machine();
      const jumped = verified === undefined ? 0 : moment.getTime() - steady() - verified;
      if (Math.abs(jumped) <= maxSkewMs) return moment;
      if (!isDoubted) {
        isDoubted = true;
        listener();
      }
      throw new ClockSkewed(jumped);
    },
    async verify(db) {
      const before = machine().getTime();
      const { rows } = await sql<{ ms: string }>`
        select (extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(db);
      const after = machine().getTime();
      const database = Number(rows[0]?.ms);
      // The answer took a while: only what lies outside of it is a difference.
      const ahead = before > database ? before - database : Math.min(0, after - database);
      if (Math.abs(ahead) > maxSkewMs) throw new ClockSkewed(ahead);
      verified = after - steady();
      isDoubted = false;
    },
    onJump(called) {
      listener = called;
    },
  };
}
