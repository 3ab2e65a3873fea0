create table staff_role (
  staff_id uuid not null references staff,
  role text not null references role,
  -- '*': every brand.
  brand text not null,
  -- Null: assigned by an operator's command, or a demo role of the sandbox.
  approval_id uuid references approval,
  assigned_at timestamptz not null,
  primary key (staff_id, role, brand)
);
create trigger staff_role_audit after insert or update or delete on staff_role
  for each row execute function write_audit('staff_id', 'role', 'brand');
create trigger staff_role_audit_all after truncate on staff_role execute function write_audit();
grant select, insert, delete on staff_role to hiram_app;

-- The server's login assigns a role only for an approved request of exactly this role, person and brand.
create function check_role_assignment() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'hiram_app' or (new.approval_id is null and (select sandbox from installation)) then
    return new;
  end if;
  perform from approval where id = new.approval_id and state = 'done' and action = 'staff.assignRoles'
    and approved_by is not null and brand = new.brand and subject_id = new.staff_id::text
    and request -> 'roles' ? new.role and is_latest(id);
  if not found then
    raise exception 'a role is assigned by an approved request alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
-- It takes the role of an administrator by an approval alone: of other roles than it, or of the end of the employment.
create function check_role_removal() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'hiram_app' and old.role = 'admin' and not exists (
    select from approval where state = 'done' and approved_by is not null and subject_id = old.staff_id::text
      and (action = 'staff.endEmployment' or action = 'staff.assignRoles' and brand = old.brand
        and not request -> 'roles' ? 'admin' and closed_at >= old.assigned_at)
  ) then
    raise exception 'two persons take the role of an administrator' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger staff_role_kept before delete on staff_role
  for each row execute function check_role_removal();
create trigger staff_role_checked before insert or update on staff_role
  for each row execute function check_role_assignment();
