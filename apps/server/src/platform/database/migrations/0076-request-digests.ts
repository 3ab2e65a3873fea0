import { type Kysely, sql } from 'kysely';

/**
 * What a key was used with is kept as a keyed digest. The unkeyed hashes go: a card's number has so few values that whoever
 * had a copy of the database found it from its request's hash within seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency add column body_digest bytea`.execute(db);
  await sql`update idempotency set body_hash = '' where body_hash <> ''`.execute(db);
}
