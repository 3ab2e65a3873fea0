import { type Kysely, sql } from 'kysely';

/** Payouts that no provider has taken yet are found at every tick, however many there ever were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index payout_requested on payout (requested_at) where state = 'requested'`)
    .execute(db);
}
