import { type Kysely, sql } from 'kysely';

/**
 * What a session is bound to beside the device: the key of an app's native side, and the cookie or key of one page, each as
 * SHA-256. Those that stand are bound to the first proof that comes with them. That a session was bound is in the trail.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column app_proof bytea, add column page_proof bytea`.execute(db);
  await sql`create or replace trigger session_audit after insert or update on session
    for each row execute function write_audit('id', 'revoked_at', 'device_id', 'app_proof', 'page_proof')`.execute(
    db,
  );
}
