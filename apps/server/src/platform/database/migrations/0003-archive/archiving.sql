-- Archiving. The database itself copies the rows and decides what may be archived, so that no login can remove rows of the
-- books that the archive does not have.

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
create function archive_obstacle(p_order loan_order) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when p_order.status <> 'settled' or p_order.settled_on is null then 'it is not settled'
    when p_order.settled_on > last_archivable_day() then 'it was settled less than a year ago'
    when p_order.archived_at is not null then 'it is archived'
    when p_order.next_status_check_on is not null then 'the date alone may still change its balance'
    when exists (select from journal where borrower_id = p_order.borrower_id and order_id = p_order.id
      and posted_on > last_archivable_day()) then 'money was posted to it less than a year ago'
    when exists (select from erasure_hold where borrower_id = p_order.borrower_id and released_at is null)
      then 'its borrower’s data are held'
    when exists (select from task where borrower_id = p_order.borrower_id and closed_at is null)
      then 'something of its borrower waits for a person'
    when exists (select from payment where borrower_id = p_order.borrower_id and order_id = p_order.id and state = 'held')
      then 'a payment is held'
    when exists (select from journal_line where borrower_id = p_order.borrower_id and order_id = p_order.id
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
  select * into strict loan from loan_order where borrower_id = new.borrower_id and id = new.order_id for update;
  obstacle := archive_obstacle(loan);
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
begin
  insert into archived_balance as balance (brand, account, amount)
    select loan.brand, line.account, sum(line.amount) from added loan
    cross join lateral jsonb_to_recordset(loan.books -> 'lines') as line (account text, amount bigint)
    group by loan.brand, line.account order by loan.brand, line.account
    on conflict (brand, account) do update set amount = balance.amount + excluded.amount;
  return null;
end $$;
create trigger archived_loan_counted after insert on archived_loan referencing new table as added
  for each statement execute function count_archived_balance();

-- A row of the books is deleted only if the archive has exactly this row.
create function refuse_change_of_books() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from archived_loan where borrower_id = old.borrower_id and order_id = old.order_id
      and books -> tg_argv[0] @> jsonb_build_array(to_jsonb(old) - '{borrower_id,order_id}'::text[])
    ) then
      return old;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger loan_event_fixed before update or delete on loan_event
  for each row execute function refuse_change_of_books('events');
create or replace trigger journal_fixed before update or delete on journal
  for each row execute function refuse_change_of_books('journals');
create or replace trigger journal_line_fixed before update or delete on journal_line
  for each row execute function refuse_change_of_books('lines');

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
      and settled_on < p_before and settled_on <= last_archivable_day() and archive_obstacle(loan) is null
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
revoke all on function archive_loans, archive_obstacle, books_of, fill_archived_loan, count_archived_balance from public;
grant execute on function archive_loans to hiram_app;
