import { type Kysely, sql } from 'kysely';

/** What is watched all the time is found by an index, and the queues' state may be read by the server's own login. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index payment_held on payment (received_at) where state = 'held';
create index journal_age on journal (created_at);
create index sms_unsent on sms (created_at) where state <> 'sent';
`)
    .execute(db);
}
