create table staff_session (
  token_hash bytea primary key,
  id uuid not null unique,
  staff_id uuid not null references staff,
  -- The passkey that opened it; null for a demo session of the sandbox.
  key_id text references staff_key,
  -- Opened by the lender's directory, without a passkey.
  by_directory boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The last activity, to a few seconds.
  used_at timestamptz not null,
  locked_at timestamptz,
  revoked_at timestamptz
);
create index staff_session_staff on staff_session (staff_id);
create index staff_session_age on staff_session (coalesce(revoked_at, expires_at));
create trigger staff_session_audit after insert or update on staff_session
  for each row execute function write_audit('id', 'locked_at', 'revoked_at');
create trigger staff_session_audit_all after truncate on staff_session execute function write_audit();
create trigger staff_session_checked before update on staff_session for each row execute function check_staff_access();
grant select, delete, update (used_at, locked_at, revoked_at) on staff_session to hiram_app;

-- What opened sessions is checked daily, so that a session stays for a day.
create function retain_staff_session() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(old.revoked_at, old.expires_at) > now() - interval '2 days' and not (select sandbox from installation) then
    raise exception 'a session is kept until it was checked' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger staff_session_no_delete before delete on staff_session for each row execute function retain_staff_session();

-- The time that counts: the database's, and the server's in a sandbox, whose clock moves.
create function staff_moment(p_now timestamptz) returns timestamptz language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case when (select sandbox from installation) then p_now else now() end
$$;

-- The live, unlocked session of a token. Its time of use is stored to a few seconds, and two clocks differ.
create function live_staff_session(p_token text, p_now timestamptz) returns staff_session language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_session staff_session;
begin
  select session.* into found_session from staff_session session join staff on staff.id = session.staff_id
    where token_hash = sha256(convert_to(p_token, 'UTF8')) and revoked_at is null and locked_at is null
      and staff.ended_at is null and expires_at > staff_moment(p_now) - interval '1 minute'
      and used_at > staff_moment(p_now) - interval '20 minutes';
  if found_session.id is null then
    raise exception 'no session of the staff has this token' using errcode = 'restrict_violation';
  end if;
  return found_session;
end $$;
