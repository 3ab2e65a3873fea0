-- A member of staff who lost every passkey: a code of their authenticator app, and a link that two admins issue.

create table staff_totp (
  staff_id uuid primary key references staff,
  -- Null until a code of the pending secret was typed.
  secret_encrypted bytea,
  pending_encrypted bytea,
  set_up_at timestamptz,
  -- The period of 30 seconds whose code was accepted last: each code counts once.
  last_step bigint not null default 0,
  check (num_nonnulls(secret_encrypted, pending_encrypted) > 0),
  check ((secret_encrypted is null) = (set_up_at is null))
);
create trigger staff_totp_audit after insert or update or delete on staff_totp
  for each row execute function write_audit('staff_id', 'set_up_at', 'last_step');
create trigger staff_totp_audit_all after truncate on staff_totp execute function write_audit();
grant select, insert, delete, update (secret_encrypted, pending_encrypted, set_up_at, last_step)
  on staff_totp to hiram_app;

create table staff_recovery (
  approval_id uuid primary key references approval,
  staff_id uuid not null references staff,
  -- The hash of the link, once the person who requested it took it.
  token_hash bytea unique,
  handed_over_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0 check (tries between 0 and 5),
  -- When a code was accepted: a passkey is registered within minutes.
  code_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  check ((token_hash is null) = (handed_over_at is null))
);
create index staff_recovery_staff on staff_recovery (staff_id);
create index staff_recovery_created on staff_recovery (created_at);
create trigger staff_recovery_audit after insert or update on staff_recovery
  for each row execute function write_audit('staff_id', 'handed_over_at', 'tries', 'code_at', 'used_at', 'revoked_at');
create trigger staff_recovery_audit_all after truncate on staff_recovery execute function write_audit();
create trigger staff_recovery_no_delete before delete on staff_recovery for each row execute function refuse_deletion();
grant select, insert, update (token_hash, handed_over_at, tries, code_at, used_at, revoked_at)
  on staff_recovery to hiram_app;

-- It begins by an approval that a second person approved, of exactly this person, and is used after a code alone.
create function check_staff_recovery() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and not exists (
    select from approval where id = new.approval_id and state = 'done' and approved_by is not null
      and action = 'staff.recover' and subject = 'staff' and subject_id = new.staff_id::text) then
    raise exception 'a recovery begins by an approved request alone' using errcode = 'restrict_violation';
  end if;
  if new.used_at is not null and (new.code_at is null or new.token_hash is null) then
    raise exception 'a recovery needs a code and its link' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_recovery_checked before insert or update on staff_recovery
  for each row execute function check_staff_recovery();
