-- The books of a loan that was settled long ago, in one row: its events, journals and lines. The rows themselves are deleted
-- in the same transaction. Only archive_loans writes here.

create table archived_loan (
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  -- A loan that was reopened after it was archived is archived again as its next part.
  part integer not null check (part > 0),
  brand text not null,
  settled_on date not null,
  archived_at timestamptz not null,
  -- {"events": […], "journals": […], "lines": […]}: the rows without borrower_id and order_id.
  -- A row above two kilobytes is compressed and stays in its page.
  books jsonb storage main not null,
  -- SHA-256 of the text of books. The audit trail has it too.
  sha256 bytea not null,
  primary key (borrower_id, order_id, part)
) with (toast_tuple_target = 256);
create trigger archived_loan_append_only before update or delete on archived_loan for each row execute function refuse_change();
create trigger archived_loan_no_truncate before truncate on archived_loan execute function refuse_change();
grant select on archived_loan to hiram_app;

-- What archived loans add to the balances of the ledger: cents by brand and account, debit positive.
create table archived_balance (
  brand text not null,
  account text not null,
  amount bigint not null,
  primary key (brand, account)
);
create trigger archived_balance_no_truncate before truncate on archived_balance execute function refuse_change();
grant select on archived_balance to hiram_app;

-- The books of an archived loan. Damaged ones are an error, never fewer rows.
create function archived_books(p_order uuid, p_books jsonb, p_sha256 bytea) returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp as $$
begin
  if sha256(convert_to(p_books::text, 'UTF8')) <> p_sha256 then
    raise exception 'the archive of the loan % is damaged', p_order using errcode = 'data_corrupted';
  end if;
  return p_books;
end $$;

create view every_loan_event as
  select borrower_id, order_id, seq, id, kind, value_date, arrived_at, body from loan_event
  union all
  select loan.borrower_id, loan.order_id, event.seq, event.id, event.kind, event.value_date, event.arrived_at, event.body
  from archived_loan loan
  cross join lateral jsonb_populate_recordset(null::loan_event, archived_books(loan.order_id, loan.books, loan.sha256) -> 'events') event;
grant select on every_loan_event to hiram_app;

create view every_journal as
  select id, borrower_id, order_id, brand, event_id, kind, posted_on, created_at from journal
  union all
  select journal.id, loan.borrower_id, loan.order_id, journal.brand, journal.event_id, journal.kind, journal.posted_on,
    journal.created_at
  from archived_loan loan
  cross join lateral jsonb_populate_recordset(null::journal, archived_books(loan.order_id, loan.books, loan.sha256) -> 'journals') journal;
grant select on every_journal to hiram_app;

create view every_journal_line as
  select journal_id, line_no, borrower_id, order_id, account, event_id, amount from journal_line
  union all
  select line.journal_id, line.line_no, loan.borrower_id, loan.order_id, line.account, line.event_id, line.amount
  from archived_loan loan
  cross join lateral jsonb_populate_recordset(null::journal_line, archived_books(loan.order_id, loan.books, loan.sha256) -> 'lines') line;
grant select on every_journal_line to hiram_app;

-- The rows of a loan that are not archived yet. In one time zone, because moments are written as text.
create function books_of(p_borrower uuid, p_order uuid) returns jsonb language sql stable
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  select jsonb_build_object(
    'events', (select coalesce(jsonb_agg(to_jsonb(event) - '{borrower_id,order_id}'::text[] order by seq), '[]')
      from loan_event event where borrower_id = p_borrower and order_id = p_order),
    'journals', (select coalesce(jsonb_agg(to_jsonb(journal) - '{borrower_id,order_id}'::text[] order by created_at, id), '[]')
      from journal where borrower_id = p_borrower and order_id = p_order),
    'lines', (select coalesce(jsonb_agg(to_jsonb(line) - '{borrower_id,order_id}'::text[] order by journal_id, line_no), '[]')
      from journal_line line where borrower_id = p_borrower and order_id = p_order)
  )
$$;

-- A loan is archived a year after it was settled at the earliest. The sandbox's day may run ahead.
create function last_archivable_day() returns date language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select current_date - 365 + case when (select sandbox from installation) then (select offset_days from business_clock) else 0 end
$$;

-- Why a loan is not archived; null if it may be.
create function archive_obstacle(
  p_borrower uuid, p_order uuid, p_status order_status, p_settled_on date, p_archived_at timestamptz, p_next_status_check_on date
) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when p_status <> 'settled' or p_settled_on is null then 'it is not settled'
    when p_settled_on > last_archivable_day() then 'it was settled less than a year ago'
    when p_archived_at is not null then 'it is archived'
    when p_next_status_check_on is not null then 'the date alone may still change its balance'
    when exists (select from journal where borrower_id = p_borrower and order_id = p_order
      and posted_on > last_archivable_day()) then 'money was posted to it less than a year ago'
    when exists (select from erasure_hold where borrower_id = p_borrower and released_at is null)
      then 'its borrower’s data are held'
    when exists (select from task where borrower_id = p_borrower and closed_at is null)
      then 'something of its borrower waits for a person'
    when exists (select from payment where borrower_id = p_borrower and order_id = p_order and state = 'held')
      then 'a payment is held'
    when exists (select from journal_line where borrower_id = p_borrower and order_id = p_order
      and account in ('loan:principal', 'borrower:credit', 'clearing:payout') group by account having sum(amount) <> 0)
      then 'an account of it is not at zero'
  end
$$;

-- Fills a row of the archive from the rows of the books, whatever the statement says.
create function fill_archived_loan() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  loan loan_order;
  obstacle text;
begin
  if moved_now() = new.borrower_id then
    return new;
  end if;
  select * into strict loan from loan_order where borrower_id = new.borrower_id and id = new.order_id for update;
  obstacle := archive_obstacle(
    loan.borrower_id, loan.id, loan.status, loan.settled_on, loan.archived_at, loan.next_status_check_on
  );
  if obstacle is not null then
    raise exception 'the loan % is not archived: %', new.order_id, obstacle using errcode = 'check_violation';
  end if;
  select coalesce(max(part), 0) + 1 into new.part from archived_loan
    where borrower_id = new.borrower_id and order_id = new.order_id;
  new.brand := loan.brand;
  new.settled_on := loan.settled_on;
  new.archived_at := clock_timestamp();
  new.books := books_of(new.borrower_id, new.order_id);
  new.sha256 := sha256(convert_to(new.books::text, 'UTF8'));
  return new;
end $$;
create trigger archived_loan_filled before insert on archived_loan for each row execute function fill_archived_loan();

create function count_archived_balance() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  total record;
begin
  -- Always in this order, so that two at once do not wait for each other.
  for total in
    select loan.brand, line.account, sum(line.amount) as amount from added loan
    cross join lateral jsonb_to_recordset(loan.books -> 'lines') as line (account text, amount bigint)
    group by loan.brand, line.account order by loan.brand, line.account
  loop
    insert into archived_balance as balance (brand, account, amount) values (total.brand, total.account, total.amount)
      on conflict (brand, account) do update set amount = balance.amount + excluded.amount;
  end loop;
  return null;
end $$;
create trigger archived_loan_counted after insert on archived_loan referencing new table as added
  for each statement execute function count_archived_balance();

-- Archives up to p_limit loans of a brand that were settled before a day, the oldest first. Returns how many. Skips loans that
-- are in use, and those with an obstacle.
create function archive_loans(p_brand text, p_before date, p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  loans uuid[];
begin
  select array_agg(id) into loans from (
    select id from loan_order loan
    where brand = p_brand and status = 'settled' and archived_at is null
      and settled_on < p_before and settled_on <= last_archivable_day()
      and archive_obstacle(borrower_id, id, status, settled_on, archived_at, next_status_check_on) is null
    order by settled_on limit p_limit for update skip locked
  ) as chosen;
  if loans is null then
    return 0;
  end if;
  with added as (
    insert into archived_loan (borrower_id, order_id) select borrower_id, id from loan_order where id = any(loans)
    returning borrower_id, order_id, sha256
  )
  insert into audit_entry (at, login, actor, action, subject, subject_id, borrower_id, detail)
    select clock_timestamp(), session_user, nullif(current_setting('hiram.actor', true), ''), 'archive', 'loan_order',
      order_id::text, borrower_id, 'sha256 ' || encode(sha256, 'hex') from added;
  delete from journal_line line using loan_order loan
    where loan.id = any(loans) and line.borrower_id = loan.borrower_id and line.order_id = loan.id;
  delete from journal using loan_order loan
    where loan.id = any(loans) and journal.borrower_id = loan.borrower_id and journal.order_id = loan.id;
  delete from loan_event event using loan_order loan
    where loan.id = any(loans) and event.borrower_id = loan.borrower_id and event.order_id = loan.id;
  update loan_order set archived_at = clock_timestamp() where id = any(loans);
  return cardinality(loans);
end $$;

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

revoke all on function books_of, archive_obstacle, fill_archived_loan, count_archived_balance, archive_loans,
  reopen_archived_loan, refuse_archived_journal from public;
grant execute on function archive_loans to hiram_app;
