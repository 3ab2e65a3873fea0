-- Builds of the web app that are in use. Every server delivers the assets of every build, so that pages work while servers
-- of two versions run. The owner writes them when it migrates.
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
grant update (last_seen_at) on web_build to hiram_app;
