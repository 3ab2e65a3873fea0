-- Accounts that their borrowers want deleted, and the business day on which that is due.
create table erasure_request (
  borrower_id uuid primary key references borrower,
  requested_at timestamptz not null,
  erase_on date not null
);
create index erasure_due on erasure_request (erase_on);
create trigger erasure_audit after insert or delete on erasure_request
  for each row execute function write_audit('borrower_id');
create trigger erasure_request_audit_all after truncate on erasure_request execute function write_audit();
grant select, insert, delete on erasure_request to hiram_app;

-- A borrower can take the request back for 30 days (29 where their day is behind UTC), so the server's login
-- stores no earlier day.
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

-- Why an account is not erased yet although its borrower asked for it: a dispute, fraud, a court.
create table erasure_hold (
  borrower_id uuid not null references borrower,
  id uuid not null,
  reason text not null check (is_reason(reason) and char_length(reason) <= 500),
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
grant select, insert, update (released_by, released_at) on erasure_hold to hiram_app;

-- The server's login cannot change a borrower's number. This function erases it on the borrower's request, and cannot put another
-- number in its place. An account is erased on its day, or before it by an approval that a second person approved. Nobody of the
-- staff erases without one, whatever the day. In a sandbox the business day moves, so the day is not compared.
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
      select from approval where id = p_approval and state = 'done' and approved_by is not null
        and action = 'borrower.erase' and subject = 'borrower' and subject_id = p_id::text) then
    raise exception 'an account is erased before its day by an approved request alone' using errcode = 'restrict_violation';
  end if;
  perform public.empty_borrower(p_id, p_at);
end $$;

revoke all on function erase_borrower from public;
grant execute on function erase_borrower to hiram_app;
