import { type Kysely, sql } from 'kysely';

/** By which session's ticket a session was opened: it ends with that one. Those of before are on their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column given_by uuid`.execute(db);
}
