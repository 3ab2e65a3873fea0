import { type Kysely, sql } from 'kysely';

/** What a caller did at one brand does not use up what they may do at another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table usage_count drop constraint usage_count_pkey;
alter table usage_count add primary key (brand, kind, subject, window_start);
`)
    .execute(db);
}
