-- Reading archived loans. The views have the columns of the tables: a reader of one loan sees the same rows before and after.

-- The books of an archived loan. Damaged ones are an error, never fewer rows.
create function archived_books(p_loan archived_loan) returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp as $$
begin
  if sha256(convert_to(p_loan.books::text, 'UTF8')) <> p_loan.sha256 then
    raise exception 'the archive of the loan % is damaged', p_loan.order_id using errcode = 'data_corrupted';
  end if;
  return p_loan.books;
end $$;

create view every_loan_event as
  select borrower_id, order_id, seq, id, kind, value_date, arrived_at, body from loan_event
  union all
  select loan.borrower_id, loan.order_id, event.seq, event.id, event.kind, event.value_date, event.arrived_at, event.body
  from archived_loan loan
  cross join lateral jsonb_populate_recordset(null::loan_event, archived_books(loan) -> 'events') event;
grant select on every_loan_event to hiram_app;

create view every_journal as
  select id, borrower_id, order_id, brand, event_id, kind, posted_on, created_at from journal
  union all
  select journal.id, loan.borrower_id, loan.order_id, journal.brand, journal.event_id, journal.kind, journal.posted_on,
    journal.created_at
  from archived_loan loan
  cross join lateral jsonb_populate_recordset(null::journal, archived_books(loan) -> 'journals') journal;
grant select on every_journal to hiram_app;

create view every_journal_line as
  select journal_id, line_no, borrower_id, order_id, account, event_id, amount from journal_line
  union all
  select line.journal_id, line.line_no, loan.borrower_id, loan.order_id, line.account, line.event_id, line.amount
  from archived_loan loan
  cross join lateral jsonb_populate_recordset(null::journal_line, archived_books(loan) -> 'lines') line;
grant select on every_journal_line to hiram_app;

-- An order's status depends on events that may be archived.
create or replace function check_status_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'applied' then
      raise exception 'an order begins at applied, not at %', new.status using errcode = 'check_violation';
    end if;
  elsif new.status <> old.status and not (old.status, new.status) in (
    ('applied', 'approved'), ('applied', 'refused'), ('approved', 'active'), ('approved', 'refused'),
    ('active', 'dueSoon'), ('active', 'overdue'), ('active', 'settled'),
    ('dueSoon', 'active'), ('dueSoon', 'overdue'), ('dueSoon', 'settled'),
    ('overdue', 'active'), ('overdue', 'dueSoon'), ('overdue', 'settled'),
    ('settled', 'active'), ('settled', 'dueSoon'), ('settled', 'overdue')
  ) and not (
    old.status in ('active', 'dueSoon', 'overdue', 'settled') and new.status = 'approved' and new.disbursed_on is null
    and exists (select from every_loan_event where borrower_id = new.borrower_id and order_id = new.id and kind = 'disbursed')
    and not exists (
      select from every_loan_event given
      where given.borrower_id = new.borrower_id and given.order_id = new.id and given.kind = 'disbursed'
      and not exists (
        select from every_loan_event back where back.borrower_id = new.borrower_id and back.order_id = new.id
        and back.kind = 'reversed' and back.body ->> 'target' = given.id::text
      )
    )
  ) then
    raise exception 'an order does not move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- As before, for an event whose payment or target may be archived.
create or replace function hand_made_action(p_event loan_event) returns text language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  target loan_event;
begin
  case p_event.kind
    when 'waived' then return 'loan.waive';
    when 'refunded' then return 'loan.refund';
    when 'writtenOff' then return 'loan.writeOff';
    when 'chargesStopped' then return 'loan.stopCharges';
    when 'extended' then
      perform from every_loan_event where borrower_id = p_event.borrower_id and order_id = p_event.order_id
        and kind = 'paid' and id::text = p_event.body ->> 'paidBy';
      return case when found then null else 'loan.extend' end;
    when 'reversed' then
      select * into target from every_loan_event where borrower_id = p_event.borrower_id and order_id = p_event.order_id
        and id::text = p_event.body ->> 'target';
      return case when found and hand_made_action(target) is null then null else 'loan.undo' end;
    when 'disbursed', 'paid' then return null;
    -- A kind that this function does not know needs an approval that nothing can give.
    else return 'loan.' || p_event.kind;
  end case;
end $$;
