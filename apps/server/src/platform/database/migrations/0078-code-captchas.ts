import { type Kysely, sql } from 'kysely';

/** On which captcha a visitor's code was sent: it stays good for registering, also where another picture was drawn since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitor add column code_captcha_hash bytea`.execute(db);
  await sql`alter table visitor drop constraint if exists visitor_check1`.execute(db);
  await sql`update visitor set code_captcha_hash = captcha_hash where code_phone is not null`.execute(db);
}
