import { type Kysely, sql } from 'kysely';

/** Steps that are filled in by and by: what is typed and not finished, which save a form goes by, and what was said before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table borrower_profile add column revision integer not null default 1 check (revision > 0);
create table profile_draft (
  borrower_id uuid not null references borrower,
  data_group text not null check (data_group in ('public', 'personal', 'job', 'extra')),
  encrypted bytea not null,
  updated_at timestamptz not null,
  primary key (borrower_id, data_group)
);
-- What a group said before it was changed: terms ask for changes to be told, and a decision must be explained by what was known.
create table profile_history (
  borrower_id uuid not null references borrower,
  id uuid not null,
  data_group text not null,
  revision integer not null,
  encrypted bytea not null,
  replaced_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, data_group, revision)
);
grant select, insert, update, delete on profile_draft to hiram_app;
grant select, insert, delete on profile_history to hiram_app;
`)
    .execute(db);
}
