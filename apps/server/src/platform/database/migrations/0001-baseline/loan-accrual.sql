-- What has been posted of a loan, by component: the next run posts the difference to it. Also of a line of a bank's statement
-- that no loan has.
create table loan_accrual (
  brand text not null,
  order_id uuid not null,
  component text not null,
  -- Cents, debit positive.
  posted bigint not null,
  -- The day of the last journal of it.
  through date not null,
  primary key (order_id, component)
);
create trigger loan_accrual_no_delete before delete on loan_accrual for each row execute function refuse_deletion();
create trigger loan_accrual_no_truncate before truncate on loan_accrual execute function refuse_change();
grant select on loan_accrual to hiram_app;

-- What a daily run prepares: first which loans, then the items of each. A killed run goes on from here.
create table gl_draft (
  brand text not null references gl_book,
  order_id uuid not null,
  -- `runs` of the book when it was planned, and the day that is posted.
  run bigint not null,
  posted_on date not null,
  -- Null: not computed yet.
  product text,
  kinds text[],
  components text[],
  amounts bigint[],
  -- The day that an item belongs to, if it arrived late.
  relates_to date[],
  primary key (brand, order_id)
);
create index gl_draft_waiting on gl_draft (brand, order_id) where kinds is null;
grant select, insert, delete on gl_draft to hiram_app;

-- Posts what a run has prepared, in one transaction: a journal for each product, kind and day, its items by loan, its lines by
-- account. Returns the number of journals; null: another run was posted since this one was planned, so nothing of it counts.
create function post_gl_run(
  p_brand text, p_on date, p_run bigint, p_read_from timestamptz, p_components text[], p_accounts text[]
) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  book gl_book;
  posted integer;
  missing text;
  ids uuid[];
  sources text[];
begin
  select * into strict book from public.gl_book where brand = p_brand for update;
  if book.runs <> p_run then
    return null;
  end if;
  if p_on < book.posted_through then
    raise exception 'the books of % are posted through %', p_brand, book.posted_through using errcode = 'restrict_violation';
  end if;
  if exists (select from public.gl_draft where brand = p_brand and run = p_run and kinds is null) then
    raise exception 'the run of % is not prepared', p_brand using errcode = 'restrict_violation';
  end if;
  insert into public.gl_period (brand, month) values (p_brand, to_char(p_on, 'YYYY-MM')) on conflict do nothing;
  select item.component into missing from public.gl_draft draft cross join lateral unnest(draft.components) as item (component)
    where draft.brand = p_brand and draft.run = p_run and item.component <> all (p_components) limit 1;
  if missing is not null then
    raise exception 'the component % has no account', missing using errcode = 'check_violation';
  end if;
  with made as (
    insert into public.gl_journal (id, brand, posted_on, relates_to, kind, product, source)
      select gen_random_uuid(), p_brand, p_on, part.relates_to, part.kind, part.product,
        concat_ws(' ', 'run', p_run, part.kind, part.product, part.relates_to)
      from (
        select distinct item.relates_to, item.kind, draft.product
        from public.gl_draft draft
        cross join lateral unnest(draft.kinds, draft.relates_to) as item (kind, relates_to)
        where draft.brand = p_brand and draft.run = p_run
        order by 1 nulls last, 2, 3
      ) part
      returning id, source
  )
  select coalesce(array_agg(id), '{}'), coalesce(array_agg(source), '{}') into ids, sources from made;
  posted := cardinality(ids);
  if posted > 0 then
    insert into public.gl_item (journal_id, order_id, component, amount)
      select made.id, draft.order_id, item.component, item.amount
      from public.gl_draft draft
      cross join lateral unnest(draft.kinds, draft.components, draft.amounts, draft.relates_to)
        as item (kind, component, amount, relates_to)
      join unnest(ids, sources) as made (id, source)
        on made.source = concat_ws(' ', 'run', p_run, item.kind, draft.product, item.relates_to)
      where draft.brand = p_brand and draft.run = p_run;
    insert into public.gl_line (journal_id, line_no, brand, account, amount, currency)
      select part.journal_id, row_number() over (partition by part.journal_id order by part.amount < 0, part.account),
        p_brand, part.account, part.amount, book.currency
      from (
        select made.id as journal_id, given.account, sum(of_draft.amount) as amount
        from (
          select draft.product, item.kind, item.relates_to, item.component, item.amount < 0 as is_credit, sum(item.amount) as amount
          from public.gl_draft draft
          cross join lateral unnest(draft.kinds, draft.components, draft.amounts, draft.relates_to)
            as item (kind, component, amount, relates_to)
          where draft.brand = p_brand and draft.run = p_run
          group by 1, 2, 3, 4, 5
        ) of_draft
        join unnest(p_components, p_accounts) as given (component, account) on given.component = of_draft.component
        join unnest(ids, sources) as made (id, source)
          on made.source = concat_ws(' ', 'run', p_run, of_draft.kind, of_draft.product, of_draft.relates_to)
        group by made.id, given.account, of_draft.is_credit
      ) part;
    insert into public.loan_accrual (brand, order_id, component, posted, through)
      select p_brand, draft.order_id, item.component, sum(item.amount), p_on
      from public.gl_draft draft
      cross join lateral unnest(draft.components, draft.amounts) as item (component, amount)
      where draft.brand = p_brand and draft.run = p_run
      group by draft.order_id, item.component
      on conflict (order_id, component)
        do update set posted = loan_accrual.posted + excluded.posted, through = excluded.through;
  end if;
  update public.gl_book set runs = runs + 1, posted_through = p_on, read_from = p_read_from where brand = p_brand;
  delete from public.gl_draft where brand = p_brand;
  return posted;
end $$;
revoke all on function post_gl_run from public;
grant execute on function post_gl_run to hiram_app;

-- A journal of the lender's own: the lines as given. For the functions below alone.
create function post_gl_journal(
  p_brand text, p_on date, p_relates_to date, p_kind text, p_source text, p_approval uuid, p_note text,
  p_accounts text[], p_amounts bigint[]
) returns uuid language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  made uuid := gen_random_uuid();
begin
  perform from gl_book where brand = p_brand for update;
  insert into gl_period (brand, month) values (p_brand, to_char(p_on, 'YYYY-MM')) on conflict do nothing;
  insert into gl_journal (id, brand, posted_on, relates_to, kind, source, approval_id, note)
    values (made, p_brand, p_on, p_relates_to, p_kind, p_source, p_approval, p_note);
  insert into gl_line (journal_id, line_no, brand, account, amount, currency)
    select made, line.no, p_brand, line.account, line.amount, book.currency
    from unnest(p_accounts, p_amounts) with ordinality as line (account, amount, no)
    join gl_book book on book.brand = p_brand;
  return made;
end $$;
revoke all on function post_gl_journal from public;

-- Posts the settlements of providers that are not posted yet. Returns their number.
create function post_gl_settlements(p_brand text, p_on date, p_components text[], p_accounts text[]) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  settled record;
  posted integer := 0;
begin
  perform from public.gl_book where brand = p_brand for update;
  for settled in
    select journal.id, journal.posted_on, journal.approval_id,
      array_agg(given.account order by line.line_no) as accounts, array_agg(line.amount order by line.line_no) as amounts
    from public.lender_journal journal
    join public.lender_line line on line.journal_id = journal.id
    left join unnest(p_components, p_accounts) as given (component, account)
      on given.component = case line.account when 'bank:settlement' then 'bank' when 'expense:providerFee' then 'providerFee' else line.account end
    where journal.brand = p_brand and journal.posted_on <= p_on
      and not exists (select from public.gl_journal done where done.brand = p_brand and done.source = 'settlement ' || journal.id)
    group by journal.id, journal.posted_on, journal.approval_id
    order by journal.posted_on, journal.id
  loop
    if array_position(settled.accounts, null) is not null then
      raise exception 'the settlement % has a component without an account', settled.id using errcode = 'check_violation';
    end if;
    perform public.post_gl_journal(p_brand, p_on, nullif(settled.posted_on, p_on), 'settlement', 'settlement ' || settled.id,
      settled.approval_id, '', settled.accounts, settled.amounts);
    posted := posted + 1;
  end loop;
  return posted;
end $$;
revoke all on function post_gl_settlements from public;
grant execute on function post_gl_settlements to hiram_app;

-- Posts a journal that a person wrote, by an approval of exactly it. Two persons, of whom neither imported the line of the bank's
-- statement that it explains.
create function post_gl_manual(p_brand text, p_approval uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given public.approval;
begin
  select * into given from public.approval where id = p_approval and brand = p_brand and state = 'done'
    and action = 'books.post' and approved_by is not null;
  if not found then
    raise exception 'a journal by hand needs two persons' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from public.statement_line line join public.statement_import imported on imported.id = line.import_id
    where line.id::text = given.request ->> 'lineId' and (line.brand <> p_brand
      or imported.imported_by in (given.requested_by, given.approved_by))
  ) then
    raise exception 'who imported a line of a statement does not explain it' using errcode = 'restrict_violation';
  end if;
  return public.post_gl_journal(p_brand, (given.request ->> 'on')::date, null, 'manual',
    coalesce('line ' || (given.request ->> 'lineId'), 'manual ' || p_approval), p_approval, given.request ->> 'note',
    (select array_agg(line ->> 'account') from jsonb_array_elements(given.request -> 'lines') line),
    (select array_agg((line ->> 'amount')::bigint) from jsonb_array_elements(given.request -> 'lines') line));
end $$;
revoke all on function post_gl_manual from public;
grant execute on function post_gl_manual to hiram_app;

-- SHA-256 over the journals and lines of a month, in the order of their numbers.
create function gl_digest(p_brand text, p_month text) returns bytea language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select sha256(convert_to(coalesce(string_agg(concat_ws(' ', journal.number, journal.posted_on, journal.relates_to, journal.kind,
    journal.product, journal.source, (
      select string_agg(line.account || ' ' || line.amount || ' ' || line.currency, ' ' order by line.line_no)
      from gl_line line where line.journal_id = journal.id)), E'\n' order by journal.number), ''), 'UTF8'))
  from gl_journal journal where journal.brand = p_brand and to_char(journal.posted_on, 'YYYY-MM') = p_month
$$;

-- Closes or reopens a month. For the functions below alone.
create function set_gl_period(
  p_brand text, p_month text, p_state text, p_reason text, p_by text, p_second text
) returns bytea language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  period gl_period;
  made bytea;
begin
  perform from gl_book where brand = p_brand for update;
  select * into strict period from gl_period where brand = p_brand and month = p_month for update;
  if period.state = p_state then
    raise exception 'the month % is % already', p_month, p_state using errcode = 'restrict_violation';
  end if;
  if p_state = 'closed' then
    if exists (select from gl_period where brand = p_brand and month < p_month and state = 'open') then
      raise exception 'an earlier month than % is open', p_month using errcode = 'restrict_violation';
    end if;
    if not exists (select from gl_book where brand = p_brand
      and posted_through >= (to_date(p_month, 'YYYY-MM') + interval '1 month - 1 day')::date) then
      raise exception 'the month % is not posted to its end', p_month using errcode = 'restrict_violation';
    end if;
    made := gl_digest(p_brand, p_month);
    update gl_period set state = 'closed', closed_at = now(), closed_by = p_by || ', ' || p_second, digest = made
      where brand = p_brand and month = p_month;
  else
    if exists (select from gl_period where brand = p_brand and month > p_month and state = 'closed') then
      raise exception 'a later month than % is closed', p_month using errcode = 'restrict_violation';
    end if;
    made := period.digest;
    update gl_period set state = 'open', closed_at = null, closed_by = null, digest = null
      where brand = p_brand and month = p_month;
  end if;
  insert into gl_closing (id, brand, month, state, decided_by, seconded_by, reason, digest)
    values (gen_random_uuid(), p_brand, p_month, p_state, p_by, p_second, p_reason, made);
  return made;
end $$;
revoke all on function set_gl_period from public;

-- By an approval of two persons.
create function move_gl_period(p_brand text, p_month text, p_state text, p_approval uuid) returns bytea
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given public.approval;
  requester public.staff;
  approver public.staff;
begin
  select * into given from public.approval where id = p_approval and brand = p_brand and state = 'done'
    and action = case p_state when 'closed' then 'books.close' else 'books.reopen' end
    and approved_by is not null and subject_id = p_brand || ' ' || p_month;
  if not found then
    raise exception 'a month is closed and reopened by two persons' using errcode = 'restrict_violation';
  end if;
  select * into strict requester from public.staff where id = given.requested_by;
  select * into strict approver from public.staff where id = given.approved_by;
  return public.set_gl_period(p_brand, p_month, p_state, given.reason, requester.name,
    case lower(approver.name) when lower(requester.name) then approver.name || ' ' || approver.email else approver.name end);
end $$;
revoke all on function move_gl_period from public;
grant execute on function move_gl_period to hiram_app;

-- From the shell, with the owner's login alone: by two named persons.
create function move_gl_period_by_hand(p_brand text, p_month text, p_state text, p_reason text) returns bytea
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  named jsonb := nullif(current_setting('hiram.break_glass', true), '')::jsonb;
begin
  if coalesce(trim(named ->> 'by'), '') = '' or coalesce(trim(named ->> 'second'), '') = '' then
    raise exception 'a month is closed and reopened by two persons' using errcode = 'restrict_violation';
  end if;
  return set_gl_period(p_brand, p_month, p_state, p_reason, trim(named ->> 'by'), trim(named ->> 'second'));
end $$;
revoke all on function move_gl_period_by_hand from public;
