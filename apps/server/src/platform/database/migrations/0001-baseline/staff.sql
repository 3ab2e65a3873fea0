create table staff (
  id uuid primary key,
  name text not null check (name <> ''),
  email text not null,
  created_at timestamptz not null,
  -- Set once: somebody who comes back is a new row.
  ended_at timestamptz,
  end_reason text,
  -- Null: invited by an operator's command, which the audit trail names, or signed in by the directory.
  invited_by uuid references staff,
  -- Issuer and subject of the lender's directory; null: invited.
  directory_subject text unique,
  check ((ended_at is null) = (end_reason is null))
);
create unique index staff_email on staff (lower(email)) where ended_at is null;
create trigger staff_audit after insert or update on staff
  for each row execute function write_audit('id', 'ended_at');
create trigger staff_audit_all after truncate on staff execute function write_audit();
grant select, insert, update (ended_at, end_reason) on staff to hiram_app;

-- An employment ends once. The server's login ends an administrator's by an approval of two persons alone.
create function check_employment_end() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.ended_at is not null and new.ended_at is distinct from old.ended_at then
    raise exception 'an employment ends once' using errcode = 'restrict_violation';
  end if;
  if current_user = 'hiram_app' and new.ended_at is not null and (
    exists (select from staff_role where staff_id = new.id and role = 'admin')
    or exists (select from staff_directory_role where staff_id = new.id and role = 'admin')
  ) and not exists (
    select from approval where state = 'done' and approved_by is not null and action = 'staff.endEmployment'
      and subject_id = new.id::text
  ) then
    raise exception 'two persons end an administrator''s employment' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_end_checked before update of ended_at on staff
  for each row execute function check_employment_end();
