-- Sessions and devices, and the limits on what a caller may try.

create table session (
  token_hash bytea primary key,
  id uuid not null default gen_random_uuid(),
  borrower_id uuid not null references borrower,
  brand text not null,
  device_id text,
  -- SHA-256 of the key of an app's native side, and of a page's cookie or key, that the session is bound to.
  app_proof bytea,
  page_proof bytea,
  -- The id of the session whose ticket opened this one; it ends with that session.
  given_by uuid,
  -- When its holder proved the number by a one-time code; null after a password.
  code_at timestamptz,
  created_at timestamptz not null,
  -- To the hour; a session that nobody uses ends.
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create unique index session_id on session (id);
create index session_borrower on session (borrower_id);
create index session_age on session (coalesce(revoked_at, expires_at));
create trigger session_audit after insert or update on session
  for each row execute function write_audit('id', 'revoked_at', 'device_id', 'app_proof', 'page_proof');
create trigger session_audit_all after truncate on session execute function write_audit();
grant select, insert, delete on session to hiram_app;

-- Ends a borrower's live sessions beyond the limit (its argument), least recently used first. Concurrent sign-ins wait for
-- each other on the borrower's row, so that the limit holds.
create function limit_sessions() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.borrower where id = new.borrower_id for no key update;
  update public.session set revoked_at = new.created_at where token_hash in (
    select token_hash from public.session
    where borrower_id = new.borrower_id and revoked_at is null and expires_at > new.created_at
    order by token_hash = new.token_hash desc, used_at desc, created_at desc offset tg_argv[0]::int
  );
  return null;
end $$;
create trigger session_limit after insert on session for each row execute function limit_sessions('50');

-- One-time tickets that hand a session over to another page.
create table ticket (
  token_hash bytea primary key,
  session_hash bytea not null references session,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index ticket_session on ticket (session_hash);
create index ticket_age on ticket (expires_at);
grant select, insert, delete on ticket to hiram_app;

create table one_time_code (
  id uuid primary key,
  brand text not null,
  phone text not null,
  purpose text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  -- Who requested the code: device, address, its network (24 bits of IPv4, 48 of IPv6), the proof of the page or app, and
  -- SHA-256 of a promotion page's sid. Limits count by these, so that a stranger's requests do not lock the number's owner out.
  device_id text,
  address text,
  network text,
  proof bytea,
  visitor bytea,
  -- Requested by the number's owner on a known device.
  known boolean not null default false,
  -- A captcha was solved for it.
  captcha boolean not null default false,
  -- Read out in a call. A code that was sent as a text stays valid beside it.
  voice boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz
);
create index one_time_code_phone on one_time_code (brand, phone, created_at);
create index one_time_code_device on one_time_code (device_id, created_at);
create index one_time_code_address on one_time_code (address, created_at);
create index one_time_code_network on one_time_code (network, created_at) where network is not null;
create index one_time_code_time on one_time_code (created_at);
grant select, insert, delete on one_time_code to hiram_app;

-- Failed sign-ins with a password.
create table sign_in_try (
  id uuid primary key,
  brand text not null,
  phone text not null,
  address text not null,
  -- As in one_time_code.
  proof bytea,
  known boolean not null default false,
  at timestamptz not null
);
create index sign_in_try_phone on sign_in_try (brand, phone, at);
create index sign_in_try_address on sign_in_try (address, at);
create index sign_in_try_age on sign_in_try (at);
grant select, insert, delete on sign_in_try to hiram_app;

-- How often a caller did something in a window of time, rejected tries included. One atomic statement counts, so that the
-- limit holds for concurrent requests.
create table usage_count (
  brand text not null,
  kind text not null,
  -- A keyed digest of who is counted.
  subject bytea not null,
  window_start timestamptz not null,
  times integer not null check (times >= 0),
  primary key (brand, kind, subject, window_start)
);
create index usage_count_window on usage_count (brand, window_start);
grant select, insert, delete on usage_count to hiram_app;

-- The first answer to a request with an idempotency key, for its repeats.
create table idempotency (
  borrower_id uuid not null references borrower,
  call text not null,
  key text not null,
  -- Always empty now.
  body_hash bytea not null,
  -- Keyed digest of the request that first used the key.
  body_digest bytea,
  state text not null check (state in ('running', 'done')),
  http_status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (borrower_id, call, key)
);
create index idempotency_age on idempotency (created_at);
grant select, insert, delete on idempotency to hiram_app;

create table device (
  borrower_id uuid not null references borrower,
  device_id text not null,
  name text not null,
  os_version text not null,
  app_version text not null,
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (borrower_id, device_id)
);
grant select, insert, delete on device to hiram_app;

create table device_location (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Degrees with two decimals: about a kilometre, never a house.
  latitude numeric(4, 2) not null check (latitude between -90 and 90),
  longitude numeric(5, 2) not null check (longitude between -180 and 180),
  at timestamptz not null,
  primary key (borrower_id, id)
);
create index device_location_age on device_location (at);
grant select, insert, delete on device_location to hiram_app;

-- Links to foreign hosts that a page did not follow.
create table refused_link (
  id uuid primary key,
  brand text not null,
  borrower_id uuid references borrower,
  host text not null,
  seen_at timestamptz not null
);
create index refused_link_age on refused_link (seen_at);
grant select, insert, delete on refused_link to hiram_app;
