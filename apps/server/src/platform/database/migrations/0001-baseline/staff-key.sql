-- Public keys of passkeys. A removed key stays, so that what it signed can be verified later.
create table staff_key (
  -- The credential's id in base64url.
  id text primary key,
  staff_id uuid not null references staff,
  -- As its person calls it.
  name text not null default '',
  public_key bytea not null,
  -- The authenticator's counter at its last use; 0 for one that does not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  -- What let its person register it.
  registered_by text not null check (registered_by in ('invitation', 'recovery', 'session'))
);
create index staff_key_staff on staff_key (staff_id);
create trigger staff_key_audit after insert or update on staff_key
  for each row execute function write_audit('staff_id', 'revoked_at');
create trigger staff_key_audit_all after truncate on staff_key execute function write_audit();
grant select, update (name, revoked_at) on staff_key to hiram_app;

-- A session ends and a passkey is removed for ever, and the server's login wakes no session.
create function check_staff_access() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception '% is over', public.table_of(tg_table_name) using errcode = 'restrict_violation';
  end if;
  if public.table_of(tg_table_name) = 'staff_session' and current_user = 'hiram_app' then
    if (old.locked_at is not null and new.locked_at is null) or new.used_at > old.used_at + interval '16 minutes' then
      raise exception 'a session is unlocked by a passkey' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger staff_key_checked before update on staff_key for each row execute function check_staff_access();
