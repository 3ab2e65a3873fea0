import { sql } from 'kysely';
import type { FieldCipher } from './crypto/field-cipher.ts';
import type { Db } from './database/connect.ts';

const dayMs = 86_400_000;

/** How often a caller may do something in a day (UTC), tries that were refused included. */
export interface UsageLimit {
  /** What is counted: `upload borrower`, `card address`. */
  readonly kind: string;
  /** Who is counted: an id, a device, an address. It is stored as a keyed digest. */
  readonly subject: string;
  readonly max: number;
}

/** One use, as it is counted: for each brand by itself. */
export interface Usage {
  readonly brand: string;
  readonly limits: readonly UsageLimit[];
  readonly now: Date;
}

const windowStart = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs);

/**
 * Counts one use for each limit, by one statement, and says whether all of them allow it. Of any number of requests at once no
 * more than `max` are allowed. Call it outside the transaction of the work, or a refusal would take the count back.
 */
export async function takeUsage(
  db: Db,
  cipher: FieldCipher,
  { brand, limits, now }: Usage,
): Promise<boolean> {
  const rows = limits
    .map(({ kind, subject, max }) => ({ kind, subject: cipher.digest(`${kind} ${subject}`), max }))
    // Always in the same order, so that two requests at once never wait for each other.
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

/** Would `takeUsage` allow one use more? Only a hint, before something is begun: the count itself decides. */
export async function isUsageLeft(
  db: Db,
  cipher: FieldCipher,
  { brand, limits, now }: Usage,
): Promise<boolean> {
  for (const { kind, subject, max } of limits) {
    const found = await db
      .selectFrom('usage_count')
      .select('times')
      .where('brand', '=', brand)
      .where('kind', '=', kind)
      .where('subject', '=', cipher.digest(`${kind} ${subject}`))
      .where('window_start', '=', windowStart(now))
      .executeTakeFirst();
    if ((found?.times ?? 0) >= max) return false;
  }
  return true;
}

/** Takes one use back that turned out well, where only the others count. */
export async function giveUsageBack(
  db: Db,
  cipher: FieldCipher,
  { brand, limits, now }: Usage,
): Promise<void> {
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
