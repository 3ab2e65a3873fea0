import { type Kysely, sql } from 'kysely';

/**
 * The files of the web app's builds that are in use: every server of an installation answers the assets of every other one's
 * build, so that pages stay whole while one version takes another's place. Written by the owner at a server's start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table web_build (
  id text primary key,
  asset_names text[] not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create table web_asset (
  name text primary key check (name ~ '^[A-Za-z0-9_.-]{1,200}$'),
  brotli bytea not null
);
grant select on web_build, web_asset to hiram_app;
`)
    .execute(db);
}
