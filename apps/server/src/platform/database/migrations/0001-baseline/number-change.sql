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
  perform from approval where id = p_approval and state = 'done' and approved_by is not null
    and action = 'borrower.changeNumber' and subject = 'borrower' and subject_id = change.borrower_id::text
    and request ->> 'changeId' = p_change::text;
  if not found then
    raise exception 'a number is changed by an approved request alone' using errcode = 'restrict_violation';
  end if;
  update public.number_change set done_at = now() where id = p_change;
  update public.borrower set phone = change.phone where id = change.borrower_id and erased_at is null;
end $$;

revoke all on function change_borrower_number from public;
grant execute on function change_borrower_number to hiram_app;
