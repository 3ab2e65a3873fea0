-- The borrower desk: rights of the shipped roles, limits and tables.

insert into role_right (role, "right") values
  ('cashier', 'borrower.read'),
  ('collector', 'borrower.read'),
  ('controller', 'borrower.read'),
  ('controller', 'borrower.block'),
  ('controller', 'borrower.unblock'),
  ('controller', 'borrower.changeNumber'),
  ('controller', 'borrower.erase'),
  ('controller', 'borrower.grant'),
  ('officer', 'borrower.read'),
  ('officer', 'borrower.readEncrypted'),
  ('officer', 'borrower.note'),
  ('officer', 'borrower.erase'),
  ('officer', 'borrower.holdErasure'),
  ('officer', 'borrower.export'),
  ('reviewer', 'borrower.read'),
  ('reviewer', 'borrower.readEncrypted'),
  ('reviewer', 'borrower.note'),
  ('reviewer', 'borrower.block'),
  ('support', 'borrower.read'),
  ('support', 'borrower.readEncrypted'),
  ('support', 'borrower.note'),
  ('support', 'borrower.block'),
  ('support', 'borrower.unblock'),
  ('support', 'borrower.changeNumber'),
  ('support', 'borrower.endSessions');

-- One person blocks, because it is urgent and can be lifted. Everything else needs two persons.
insert into authority (role, action, brand, second_person_from) values
  ('controller', 'borrower.block', '*', null),
  ('controller', 'borrower.unblock', '*', 0),
  ('controller', 'borrower.changeNumber', '*', 0),
  ('controller', 'borrower.erase', '*', 0),
  ('officer', 'borrower.erase', '*', 0),
  ('reviewer', 'borrower.block', '*', null),
  ('support', 'borrower.block', '*', null),
  ('support', 'borrower.unblock', '*', 0),
  ('support', 'borrower.changeNumber', '*', 0);

-- What the staff writes down about a borrower. A note stays as it is, until the account is erased.
create table note (
  borrower_id uuid not null references borrower,
  id uuid not null,
  staff_id uuid not null references staff,
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  at timestamptz not null,
  primary key (borrower_id, id)
);
create trigger note_audit after insert or delete on note for each row execute function write_audit('id');
create trigger note_audit_all after truncate on note execute function write_audit();
grant select, insert, delete on note to hiram_app;

-- The server's login lifts a block for an approval that a second person granted.
create function unblock_borrower(p_id uuid, p_approval uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from approval where id = p_approval and state = 'done' and granted_by is not null
    and action = 'borrower.unblock' and subject = 'borrower' and subject_id = p_id::text;
  if not found then
    raise exception 'a block is lifted by a granted approval alone' using errcode = 'restrict_violation';
  end if;
  update public.borrower set blocked_reason = null where id = p_id;
end $$;
revoke all on function unblock_borrower from public;
grant execute on function unblock_borrower to hiram_app;

-- Another number for a borrower who lost theirs. The approval names this row, so that no number is in its request.
create table number_change (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  phone text not null,
  proposed_by uuid not null references staff,
  proposed_at timestamptz not null,
  done_at timestamptz,
  primary key (borrower_id, id)
);
create trigger number_change_audit after insert or update or delete on number_change
  for each row execute function write_audit('id', 'done_at');
create trigger number_change_audit_all after truncate on number_change execute function write_audit();
grant select, insert, delete on number_change to hiram_app;

create function change_borrower_number(p_change uuid, p_approval uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  change number_change;
begin
  select * into change from number_change where id = p_change and done_at is null for update;
  perform from approval where id = p_approval and state = 'done' and granted_by is not null
    and action = 'borrower.changeNumber' and subject = 'borrower' and subject_id = change.borrower_id::text
    and request ->> 'changeId' = p_change::text;
  if not found then
    raise exception 'a number is changed by a granted approval alone' using errcode = 'restrict_violation';
  end if;
  update public.number_change set done_at = now() where id = p_change;
  update public.borrower set phone = change.phone where id = change.borrower_id and erased_at is null;
end $$;
revoke all on function change_borrower_number from public;
grant execute on function change_borrower_number to hiram_app;

-- Why an account is not erased yet although its borrower asked for it: a dispute, fraud, a court.
create table erasure_hold (
  borrower_id uuid not null references borrower,
  id uuid not null,
  reason text not null check (reason ~ '\S' and char_length(reason) <= 500),
  held_by uuid not null references staff,
  held_at timestamptz not null,
  released_by uuid references staff,
  released_at timestamptz,
  primary key (borrower_id, id),
  check ((released_by is null) = (released_at is null))
);
create unique index erasure_held on erasure_hold (borrower_id) where released_at is null;
create trigger erasure_hold_audit after insert or update on erasure_hold
  for each row execute function write_audit('id', 'released_at');
create trigger erasure_hold_audit_all after truncate on erasure_hold execute function write_audit();
grant select, insert on erasure_hold to hiram_app;

-- An account is erased on its day, or before it by an approval that a second person granted. Nobody of the staff erases without
-- one, whatever the day. In a sandbox the business day moves, so the day is not compared.
drop function erase_borrower(uuid, timestamptz);
create function erase_borrower(p_id uuid, p_at timestamptz, p_approval uuid default null) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked erasure_request;
begin
  select * into asked from public.erasure_request where borrower_id = p_id;
  if not found then
    raise exception 'borrower % did not ask to be erased', p_id using errcode = 'check_violation';
  end if;
  if exists (select from public.erasure_hold where borrower_id = p_id and released_at is null) then
    raise exception 'the erasure of borrower % is held', p_id using errcode = 'check_violation';
  end if;
  if p_approval is null and (coalesce(current_setting('hiram.actor', true), '') ~ '(^| )staff '
      or (not (select sandbox from installation) and asked.erase_on > (now() at time zone 'Pacific/Kiritimati')::date))
    or p_approval is not null and not exists (
      select from approval where id = p_approval and state = 'done' and granted_by is not null
        and action = 'borrower.erase' and subject = 'borrower' and subject_id = p_id::text) then
    raise exception 'an account is erased before its day by a granted approval alone' using errcode = 'restrict_violation';
  end if;
  update public.borrower
    set phone = 'erased ' || p_id, password_hash = null, invite_code = null, registration_source = null, erased_at = p_at
    where id = p_id;
end $$;
revoke all on function erase_borrower from public;
grant execute on function erase_borrower to hiram_app;

-- A borrower can take the request back for 30 days (29 where their day is behind UTC), so the server's login stores no earlier day.
create function check_erasure_day() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'hiram_app' and not (select sandbox from installation)
    and new.erase_on < (now() at time zone 'UTC')::date + 29 then
    raise exception 'an account is erased 30 days after its borrower asked' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger erasure_request_day before insert on erasure_request for each row execute function check_erasure_day();
