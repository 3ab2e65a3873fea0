import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';

/**
 * Loans that were settled long ago take one row each instead of those of events, journals and lines (docs/decisions/0044). Old
 * days of tracking are dropped without holding up visitors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const file of ['archived-loan', 'reading', 'archiving', 'reopening', 'draining'])
    await sql.raw(readFileSync(new URL(`0003-archive/${file}.sql`, import.meta.url), 'utf8')).execute(db);
}
