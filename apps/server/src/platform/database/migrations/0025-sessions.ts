import { type Kysely, sql } from 'kysely';

/** When a session was last used, to the hour: one that nobody uses any more ends. Those that stand count from now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column used_at timestamptz not null default now()`.execute(db);
}
