create table staff_invitation (
  token_hash bytea primary key,
  staff_id uuid not null references staff,
  -- The mail with its link; null: a test made it.
  mail_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index staff_invitation_staff on staff_invitation (staff_id);
create trigger staff_invitation_audit after insert or update on staff_invitation
  for each row execute function write_audit('staff_id', 'used_at', 'revoked_at');
create trigger staff_invitation_audit_all after truncate on staff_invitation execute function write_audit();
grant select, insert, delete, update (used_at, revoked_at) on staff_invitation to hiram_app;

-- Somebody is invited once: whoever has a passkey, or had one, gets no link.
create function check_staff_invitation() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from staff_key where staff_id = new.staff_id) then
    raise exception 'this person has been a member of staff' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_invitation_checked before insert on staff_invitation
  for each row execute function check_staff_invitation();
