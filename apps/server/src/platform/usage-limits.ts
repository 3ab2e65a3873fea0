import { sql } from 'kysely';
import type { FieldCipher } from './crypto/field-cipher.ts';
import type { Db } from './database/connection/connect.ts';

const dayMs = 86_400_000;

/** A limit of a caller's tries in a day (UTC), including rejected attempts. */
export interface UsageLimit {
  /** The counted action: `upload borrower`, `card address`. */
  readonly kind: string;
  /** The counted caller: an id, a device, an address. Stored as a keyed digest. */
  readonly subject: string;
  readonly max: number;
}

/** One use, counted per brand. */
export interface Usage {
  readonly brand: string;
  readonly limits: readonly UsageLimit[];
  readonly now: Date;
}

const windowStart = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs);

/**
 * Counts one use for each limit in one statement. Returns whether all limits allow it. Of any number of parallel requests at
 * most `max` are allowed. Call it outside the transaction of the work, because a rollback would undo the count.
 */
export async function countUsage(
  db: Db,
  cipher: FieldCipher,
  { brand, limits, now }: Usage,
): Promise<boolean> {
  const rows = limits
    .map(({ kind, subject, max }) => ({ kind, subject: cipher.digest(`${kind} ${subject}`), max }))
    // A fixed order keeps two parallel requests from deadlocking.
    .sort((a, b) => a.kind.localeCompare(b.kind));
  const counted = await db
    .insertInto('usage_count')
    .values(
      rows.map(({ kind, subject }) => ({ brand, kind, subject, window_start: windowStart(now), times: 1 })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['brand', 'kind', 'subject', 'window_start'])
        .doUpdateSet({ times: sql<number>`usage_count.times + 1` }),
    )
    .returning(['kind', 'times'])
    .execute();
  return rows.every(({ kind, max }) => (counted.find((row) => row.kind === kind)?.times ?? 0) <= max);
}

/** Reports whether `countUsage` would allow one more use. Only a hint before the work starts: the count itself decides. */
export async function isUsageLeft(
  db: Db,
  cipher: FieldCipher,
  { brand, limits, now }: Usage,
): Promise<boolean> {
  for (const { kind, subject, max } of limits) {
    const row = await db
      .selectFrom('usage_count')
      .select('times')
      .where('brand', '=', brand)
      .where('kind', '=', kind)
      .where('subject', '=', cipher.digest(`${kind} ${subject}`))
      .where('window_start', '=', windowStart(now))
      .executeTakeFirst();
    if ((row?.times ?? 0) >= max) return false;
  }
  return true;
}

/** Undoes one use that succeeded, for limits that count failures only. */
export async function returnUsage(db: Db, cipher: FieldCipher, { brand, limits, now }: Usage): Promise<void> {
  for (const { kind, subject } of limits)
    await db
      .updateTable('usage_count')
      .set((eb) => ({ times: eb('times', '-', 1) }))
      .where('brand', '=', brand)
      .where('kind', '=', kind)
      .where('subject', '=', cipher.digest(`${kind} ${subject}`))
      .where('window_start', '=', windowStart(now))
      .where('times', '>', 0)
      .execute();
}
