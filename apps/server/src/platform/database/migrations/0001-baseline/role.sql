-- What the staff may do: roles with rights and limits.

create table role (
  name text primary key check (name ~ '^[a-z][a-z-]{1,39}$'),
  summary text not null
);
create trigger role_audit after insert or update or delete on role
  for each row execute function write_audit('name', 'summary');
create trigger role_audit_all after truncate on role execute function write_audit();
grant select on role to hiram_app;

create table role_right (
  role text not null references role,
  "right" text not null,
  primary key (role, "right")
);
create trigger role_right_audit after insert or update or delete on role_right
  for each row execute function write_audit('role', 'right');
create trigger role_right_audit_all after truncate on role_right execute function write_audit();
grant select on role_right to hiram_app;

-- The limits of a role on an action. Without a row the role may not perform or request the action. Amounts are cents.
create table authority (
  role text not null references role,
  action text not null,
  brand text not null,
  -- Null: no limit.
  max_per_item bigint check (max_per_item >= 0),
  max_per_day bigint check (max_per_day >= 0),
  -- From this amount on a second person approves; 0: always; null: never.
  second_person_from bigint check (second_person_from >= 0),
  -- The approval by which the limits were last set. Null: as shipped, or set by an operator.
  approval_id uuid references approval,
  primary key (role, action, brand),
  -- The action `cost` stands for all actions: what they may cost the lender, of one person in a day.
  check (action <> 'cost' or (max_per_day is not null and num_nonnulls(max_per_item, second_person_from) = 0))
);
create trigger authority_audit after insert or update or delete on authority
  for each row execute function write_audit('role', 'max_per_item', 'max_per_day', 'second_person_from');
create trigger authority_audit_all after truncate on authority execute function write_audit();
grant select, insert, update (max_per_item, max_per_day, second_person_from, approval_id) on authority to hiram_app;

-- The server's login sets limits only by an approved request of exactly these limits.
create function check_authority() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'hiram_app' then
    return new;
  end if;
  perform from approval where id = new.approval_id and state = 'done' and action = 'staff.setLimit'
    and approved_by is not null and brand = new.brand
    and request ->> 'role' = new.role and request ->> 'action' = new.action
    and request ->> 'maxPerItem' is not distinct from new.max_per_item::text
    and request ->> 'maxPerDay' is not distinct from new.max_per_day::text
    and request ->> 'secondPersonFrom' is not distinct from new.second_person_from::text and is_latest(id);
  if not found then
    raise exception 'a limit is set by an approved request alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger authority_checked before insert or update on authority
  for each row execute function check_authority();
