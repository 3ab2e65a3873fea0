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
grant select, insert, delete, update (device_id, app_proof, page_proof, used_at, revoked_at) on session to hiram_app;

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
grant select, insert, delete, update (used_at) on ticket to hiram_app;
