import { sql } from 'kysely';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

type RejectionReason = 'forged' | 'malformed' | 'deferred';

interface MessageCount {
  readonly provider: string;
  readonly reason: RejectionReason;
  readonly hour: Date;
  times: number;
  lastAt: Date;
  lastDigest: Buffer;
}

/** Counts rejected messages by provider, hour and reason. */
export interface RejectedMessages {
  note(provider: string, reason: RejectionReason, body: Buffer, now: Date): void;
  /** Writes pending counts. Stops if the database is unavailable. */
  flush(): Promise<void>;
}

const hourMs = 3_600_000;

/**
 * Counts in memory and writes with one statement at a time, so that a flood of forged messages uses one connection. Stores one
 * row an hour for each provider and reason.
 */
export function createRejectedMessages(db: Db, cipher: FieldCipher): RejectedMessages {
  let pending = new Map<string, MessageCount>();
  let writing: Promise<void> | undefined;

  function count(added: MessageCount): void {
    const key = `${added.provider} ${added.reason} ${added.hour.getTime()}`;
    const existing = pending.get(key);
    if (!existing) pending.set(key, { ...added });
    else {
      existing.times += added.times;
      existing.lastAt = added.lastAt;
      existing.lastDigest = added.lastDigest;
    }
  }

  async function write(): Promise<void> {
    while (pending.size > 0) {
      const batch = [...pending.values()];
      pending = new Map();
      try {
        await addCounts(db, batch);
      } catch {
        // Keep the counts for the next flush. The log has each message.
        for (const failed of batch) count(failed);
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

async function addCounts(db: Db, counts: readonly MessageCount[]): Promise<void> {
  const rows = counts.map(({ provider, reason, hour, times, lastAt, lastDigest }) => ({
    provider,
    reason,
    hour,
    times,
    last_at: lastAt,
    last_digest: lastDigest,
  }));
  await db
    .insertInto('rejected_message')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'hour', 'reason']).doUpdateSet({
        times: sql`rejected_message.times + excluded.times`,
        last_at: sql`excluded.last_at`,
        last_digest: sql`excluded.last_digest`,
      }),
    )
    .execute();
}
