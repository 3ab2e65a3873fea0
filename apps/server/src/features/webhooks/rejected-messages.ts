import { sql } from 'kysely';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connect.ts';

export type RejectionReason = 'forged' | 'malformed' | 'putOff';

interface Counted {
  readonly provider: string;
  readonly reason: RejectionReason;
  readonly hour: Date;
  times: number;
  lastAt: Date;
  lastDigest: Buffer;
}

/** Counts what was not taken: by provider, hour and reason. */
export interface RejectedMessages {
  note(provider: string, reason: RejectionReason, body: Buffer, now: Date): void;
  /** Writes what is not written yet; gives up where the database is away. */
  flush(): Promise<void>;
}

const hourMs = 3_600_000;

/**
 * Counted in memory and written by one statement at a time, however many come at once: whoever forges messages by the thousand
 * waits for nobody's connection, and keeps nobody from theirs. A row an hour is all that is ever kept of them.
 */
export function rejectedMessages(db: Db, cipher: FieldCipher): RejectedMessages {
  let waiting = new Map<string, Counted>();
  let writing: Promise<void> | undefined;

  function count(one: Counted): void {
    const key = `${one.provider} ${one.reason} ${one.hour.getTime()}`;
    const before = waiting.get(key);
    if (!before) waiting.set(key, { ...one });
    else {
      before.times += one.times;
      before.lastAt = one.lastAt;
      before.lastDigest = one.lastDigest;
    }
  }

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting = new Map();
      try {
        await db
          .insertInto('rejected_message')
          .values(
            batch.map(({ provider, reason, hour, times, lastAt, lastDigest }) => ({
              provider,
              reason,
              hour,
              times,
              last_at: lastAt,
              last_digest: lastDigest,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(['provider', 'hour', 'reason']).doUpdateSet({
              times: sql`rejected_message.times + excluded.times`,
              last_at: sql`excluded.last_at`,
              last_digest: sql`excluded.last_digest`,
            }),
          )
          .execute();
      } catch {
        // Kept until somebody comes again; the log has each of them.
        for (const one of batch) count(one);
        return;
      }
    }
  }

  const flush = () => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  return {
    note(provider, reason, body, now) {
      const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
      const lastDigest = cipher.digest(`refused ${body.toString('base64')}`);
      count({ provider, reason, hour, times: 1, lastAt: now, lastDigest });
      void flush();
    },
    flush,
  };
}
