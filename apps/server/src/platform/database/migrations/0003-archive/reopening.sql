-- A payment may be reversed, or money refunded, years after a loan was archived. The event reopens it: new rows stand beside
-- the archived ones until the loan is archived again.

create function reopen_archived_loan() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from archived_loan where borrower_id = new.borrower_id and order_id = new.order_id) then
    return new;
  end if;
  -- What the tables' own keys no longer see.
  if exists (
    select from every_loan_event former where former.borrower_id = new.borrower_id and former.order_id = new.order_id
    and (former.seq = new.seq or former.id = new.id or former.body #>> '{note,approval}' = new.body #>> '{note,approval}')
  ) then
    raise exception 'the loan % has this event in its archive', new.order_id using errcode = 'unique_violation';
  end if;
  update loan_order set archived_at = null
    where borrower_id = new.borrower_id and id = new.order_id and archived_at is not null;
  return new;
end $$;
create trigger loan_event_reopens before insert on loan_event for each row execute function reopen_archived_loan();

create function refuse_archived_journal() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from loan_order where borrower_id = new.borrower_id and id = new.order_id and archived_at is not null) then
    raise exception 'the loan % is archived: an event reopens it', new.order_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger journal_of_open_loan before insert on journal for each row execute function refuse_archived_journal();
revoke all on function reopen_archived_loan, refuse_archived_journal from public;
