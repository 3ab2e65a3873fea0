import { type Kysely, sql } from 'kysely';

/**
 * Where servers try whether the database can still be written: a row that needs a page of its own, in a transaction that is
 * rolled back. It never holds a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table write_probe (filler text not null);
alter table write_probe alter column filler set storage plain;
grant select, insert on write_probe to hiram_app;
`)
    .execute(db);
}
