import { type Kysely, sql } from 'kysely';

/** Something that the data key encrypted: a server that was given another key finds out at its start, and not at a borrower's cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table key_check (
  singleton boolean primary key default true check (singleton),
  encrypted bytea not null
);
grant select, insert on key_check to hiram_app;
`)
    .execute(db);
}
