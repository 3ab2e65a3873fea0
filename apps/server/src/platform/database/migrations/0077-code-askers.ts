import { type Kysely, sql } from 'kysely';

/**
 * Who asked for a code, so that nobody else's tries count against it and nobody else's requests against the owner of a
 * number on a device of theirs (`known`); the wide network of the address; and the same of tries with a password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table one_time_code
  add column proof bytea,
  add column visitor bytea,
  add column known boolean not null default false,
  add column network text;
create index one_time_code_network on one_time_code (network, created_at) where network is not null;
alter table sign_in_try add column proof bytea, add column known boolean not null default false;
`)
    .execute(db);
}
