import { type Kysely, sql } from 'kysely';

/**
 * Every message at a webhook leaves its mark: one that comes again is counted where it was first kept, and what was refused or
 * put off by the hour and reason, so that nobody fills a disk by forging.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table provider_message
  add column times integer not null default 1,
  add column last_at timestamptz;

create table rejected_message (
  provider text not null,
  hour timestamptz not null,
  reason text not null check (reason in ('forged', 'malformed', 'putOff')),
  times bigint not null check (times > 0),
  last_at timestamptz not null,
  last_sha256 bytea not null,
  primary key (provider, hour, reason)
);
grant select, insert, update on rejected_message to hiram_app;
`)
    .execute(db);
}
