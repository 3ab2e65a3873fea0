import { type Kysely, sql } from 'kysely';

/** Since when a card payment's code is being tried at the provider: until it is known how that ended, no other is begun. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table card_payment add column confirming_at timestamptz`.execute(db);
}
