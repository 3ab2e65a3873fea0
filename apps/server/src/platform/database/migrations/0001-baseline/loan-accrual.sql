-- What was posted of a loan before its row in gl_accrual: a run that computes the loan posts the difference
-- to both. Also of a line of a bank's statement that no loan has.
create table loan_accrual (
  brand text not null,
  order_id uuid primary key,
  -- Cents by component, debit positive.
  posted jsonb not null,
  -- The run that computed it, its day, the events of the loan that it knew, and the last day of its accruals
  -- in gl_accrual; null: no loan.
  run bigint not null,
  through date not null,
  events integer,
  ahead_to date
);
create trigger loan_accrual_no_delete before delete on loan_accrual for each row execute function refuse_deletion();
create trigger loan_accrual_no_truncate before truncate on loan_accrual execute function refuse_change();
grant select on loan_accrual to hiram_app;

-- What a loan accrues, day by day, as long as nothing happens to it: computed ahead by the run that computes
-- the loan, which posts the first day. Each run posts the days that came since by adding rows up, without
-- computing the loan. Cents of an account of income or expense, debit positive, from before the first day to
-- the end of each day; its balance moves by as much the other way. Null: nothing accrues.
create table gl_accrual (
  brand text not null,
  order_id uuid not null,
  product text not null,
  run bigint not null,
  starts_on date not null,
  -- The last day for which it holds: a run that computes the loan again shortens it to what is posted.
  ends_on date not null check (ends_on >= starts_on and ends_on < starts_on + 14),
  interest bigint[],
  fee bigint[],
  late bigint[],
  penalty bigint[],
  allowance bigint[],
  -- The trigger below looks for the run: once a statement, for a run inserts a million rows.
  primary key (order_id, run)
);
create index gl_accrual_day on gl_accrual (brand, starts_on);
create trigger gl_accrual_no_delete before delete on gl_accrual for each row execute function refuse_deletion();
create trigger gl_accrual_no_truncate before truncate on gl_accrual execute function refuse_change();
grant select on gl_accrual to hiram_app;

create function check_gl_accruals() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  posted record;
begin
  -- One run after the other: Citus joins no table with the rows of a trigger.
  for posted in select distinct brand, run, starts_on from new_accrual loop
    perform check_gl_period(posted.brand, posted.starts_on);
    if not exists (select from gl_run where gl_run.brand = posted.brand and gl_run.run = posted.run) then
      raise exception 'an accrual is of a run' using errcode = 'foreign_key_violation';
    end if;
  end loop;
  return null;
end $$;
create trigger gl_accrual_checked after insert on gl_accrual referencing new table as new_accrual
  for each statement execute function check_gl_accruals();

-- Days that are posted stay as they are.
create function refuse_other_accrual() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.brand, new.order_id, new.product, new.run, new.starts_on, new.interest, new.fee, new.late, new.penalty, new.allowance)
      is distinct from
      (old.brand, old.order_id, old.product, old.run, old.starts_on, old.interest, old.fee, old.late, old.penalty, old.allowance)
    or new.ends_on >= old.ends_on
    or new.ends_on < (select posted_through from gl_book where brand = old.brand) then
    raise exception 'what is posted of a loan stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger gl_accrual_kept before update on gl_accrual for each row execute function refuse_other_accrual();

-- Every item of journals of loans: those of gl_item, and the days of gl_accrual that a run posted.
create view every_gl_item as
  select journal_id, order_id, component, amount from gl_item
  union all
  select journal.id, accrual.order_id, side.component, side.amount
  from gl_journal journal
  join gl_run run on run.brand = journal.brand and run.run = journal.run
  join gl_accrual accrual on accrual.brand = run.brand and accrual.product = journal.product
    and accrual.starts_on between run.posted_on - 13 and run.posted_on
    and (accrual.run = run.run or (accrual.run < run.run and accrual.ends_on > run.previous and run.previous < run.posted_on))
  cross join lateral (
    select run.posted_on - accrual.starts_on + 1 as now,
      case when accrual.run < run.run then run.previous - accrual.starts_on + 1 end as before
  ) day
  cross join lateral (values
    ('accrual', 'interestIncome', 'interestReceivable', accrual.interest),
    ('accrual', 'feeIncome', 'feeDeferred', accrual.fee),
    ('accrual', 'lateIncome', 'lateReceivable', accrual.late),
    ('accrual', 'penaltyIncome', 'penaltyReceivable', accrual.penalty),
    ('allowance', 'creditLoss', 'allowance', accrual.allowance)
  ) part (kind, result, balance, amounts)
  cross join lateral (select coalesce(part.amounts[day.now], 0) - coalesce(part.amounts[day.before], 0) as amount) posted
  cross join lateral (values (part.result, posted.amount), (part.balance, -posted.amount)) side (component, amount)
  where journal.relates_to is null and part.kind = journal.kind and posted.amount <> 0;
grant select on every_gl_item to hiram_app;

-- What a daily run prepares: first which loans, then the items of each and what it accrues. A killed run goes on from here.
create table gl_draft (
  -- Of gl_book; a key would be looked up for each of a million rows.
  brand text not null,
  order_id uuid not null,
  -- `runs` of the book when it was planned, and the day that is posted.
  run bigint not null,
  posted_on date not null,
  planned_at timestamptz not null default now(),
  -- Null: not computed yet.
  product text,
  events integer,
  kinds text[],
  components text[],
  amounts bigint[],
  -- The day that an item belongs to, if it arrived late.
  relates_to date[],
  -- As in gl_accrual; null: nothing accrues.
  ends_on date,
  interest bigint[],
  fee bigint[],
  late bigint[],
  penalty bigint[],
  allowance bigint[],
  primary key (brand, order_id)
);
create index gl_draft_waiting on gl_draft (brand, order_id) where kinds is null;
grant select, insert, delete, update (run, posted_on, product, events, kinds, components, amounts, relates_to,
  ends_on, interest, fee, late, penalty, allowance) on gl_draft to hiram_app;

-- Tells the planner how large the table is, which fills and empties each day. The server does not own it.
create function analyze_gl_draft() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze public.gl_draft;
end $$;

-- The part of a loan that a component of the books and an account of the loan's own ledger both count. On the
-- cash basis of that ledger, income is what the books have as income less what is receivable, with what came
-- ahead. Null: it is in one of them alone. Without a search path of its own it is computed within the
-- statement.
create function gl_part(p_name text) returns text language sql immutable as $$
  select case
    when p_name in ('allowance', 'creditLoss', 'loss:writeOff') then null
    when p_name in ('principal', 'loan:principal') then 'principal'
    when p_name in ('credit', 'refundReceivable', 'borrower:credit') then 'credit'
    when p_name in ('clearing', 'clearing:payout') then 'clearing'
    when p_name in ('suspense', 'suspense:unidentified') then 'suspense'
    when p_name in ('interestIncome', 'interestReceivable', 'interestAhead', 'income:interest') then 'interest'
    when p_name in ('lateIncome', 'lateReceivable', 'income:late', 'income:lateCharge') then 'late'
    when p_name in ('penaltyIncome', 'penaltyReceivable', 'income:penalty') then 'penalty'
    when p_name in ('feeIncome', 'feeDeferred', 'income:fee') then 'fee'
    when p_name = 'income:recovery' then 'recovery'
    else p_name end
$$;

-- Drafts of a run that are not posted: of no loan of the brand and product, and of loans that would differ
-- from their own ledger. Loans of which money moved on a later day are not compared. What was written off
-- with the principal, and charges that were waived, have no line in the loans' own ledger: they are a loss of
-- the books alone, unless that was undone.
create function gl_draft_differing(p_brand text, p_on date, p_run bigint) returns setof uuid
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with loan as (
    select draft.order_id as id, ordered.borrower_id, draft.components, draft.amounts, before.posted
    from gl_draft draft
    join loan_order ordered on ordered.id = draft.order_id
    left join loan_accrual before on before.order_id = draft.order_id
    where draft.brand = p_brand and draft.run = p_run and not exists (
      select from journal where journal.borrower_id = ordered.borrower_id and journal.order_id = ordered.id and journal.posted_on > p_on)
  ), side as (
    select loan.id, gl_part(item.component) as part, item.amount from loan cross join lateral unnest(loan.components, loan.amounts)
      as item (component, amount)
    union all
    select loan.id, gl_part(was.key), was.value::bigint from loan cross join lateral jsonb_each_text(loan.posted) was
    union all
    select loan.id, gl_part(line.account), -line.amount from loan
      join journal_line line on line.borrower_id = loan.borrower_id and line.order_id = loan.id
    union all
    select loan.id, gl_part(line.account), -line.amount from loan
      join archived_loan archived on archived.borrower_id = loan.borrower_id and archived.order_id = loan.id
      cross join lateral jsonb_to_recordset(archived_books(archived.order_id, archived.books, archived.sha256) -> 'lines') as line (account text, amount bigint)
  ), differing as (
    select side.id, side.part, sum(side.amount) as amount from side
    where side.part is not null group by side.id, side.part having sum(side.amount) <> 0
  ), decided as (
    -- Only for the few that differ: a book has many events, and many loans in its archive.
    select event.order_id as id, event.id as event_id, event.kind, event.body from (select distinct differing.id from differing) each
      join loan on loan.id = each.id
      join every_loan_event event on event.borrower_id = loan.borrower_id and event.order_id = loan.id
      where event.kind in ('writtenOff', 'waived', 'reversed')
  ), forgiven as (
    -- What was undone forgives nothing.
    select decided.id, decided.kind, decided.body from decided where decided.kind <> 'reversed'
      and decided.event_id::text not in (select undone.body ->> 'target' from decided undone where undone.kind = 'reversed')
  )
  select draft.order_id from gl_draft draft
  left join loan_order ordered on ordered.id = draft.order_id and ordered.brand = p_brand
  left join product on product.id = ordered.product_id
  where draft.brand = p_brand and draft.run = p_run and (draft.events is null or (product.code = draft.product) is not true)
  union all
  select distinct differing.id from differing
  where not (differing.part in ('interest', 'late', 'penalty', 'fee')
      and differing.id in (select forgiven.id from forgiven where forgiven.kind = 'writtenOff'))
    and not (differing.part in ('interest', 'late', 'penalty') and differing.amount between 0 - (
      select coalesce(sum((forgiven.body ->> differing.part)::bigint), 0) from forgiven
      where forgiven.id = differing.id and forgiven.kind = 'waived') and 0)
$$;

-- Money on the lender's own account that no loan has stands in suspense, line by line, until it is posted to
-- a loan, or set aside as money that a loan has already: of the reference and amount of a posted transfer. A
-- line that went away with its undone import is taken back. Whoever imported a line does not take it out by
-- setting it aside. planned_at is given: Citus takes no default here that is not immutable. For post_gl_run
-- alone, as the next three.
create function draft_gl_suspense(p_brand text, p_on date, p_run bigint, p_read_from timestamptz, p_through date) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into gl_draft (brand, order_id, run, posted_on, planned_at, kinds, components, amounts, relates_to)
    select p_brand, line.id, p_run, p_on, p_read_from, array['unidentified', 'unidentified'], array['cash:transfer', 'suspense'],
      array[line.change, -line.change], array[line.relates_to, line.relates_to]
    from (
      select line.id, case when line.booked_on <= p_through and line.booked_on < p_on then line.booked_on end as relates_to,
        case when line.booked_on <= p_on
            and not (line.set_aside_by is not null and line.reference <> '' and line.set_aside_by <> imported.imported_by and exists (
              select from payment where provider = 'transfer' and provider_payment_id = line.brand || ':' || line.reference
                and amount = line.amount and state <> 'reversed') and not exists (
              select from gl_journal where gl_journal.brand = line.brand and gl_journal.source = 'line ' || line.id::text))
          then line.amount else 0 end
          - coalesce((accrual.posted ->> 'cash:transfer')::bigint, 0) as change
      from statement_line line join statement_import imported on imported.id = line.import_id
        left join loan_accrual accrual on accrual.order_id = line.id
      where line.brand = p_brand and line.transfer_id is null and line.payment_id is null
      union all
      -- Used lines only while they still stand in suspense: the others change no more.
      select line.id, case when line.booked_on <= p_through and line.booked_on < p_on then line.booked_on end,
        -(accrual.posted ->> 'cash:transfer')::bigint
      from loan_accrual accrual join statement_line line on line.id = accrual.order_id
      where accrual.brand = p_brand and accrual.events is null and (accrual.posted ->> 'cash:transfer')::bigint <> 0
        and (line.transfer_id is not null or line.payment_id is not null)
      union all
      select accrual.order_id, null, -(accrual.posted ->> 'cash:transfer')::bigint from loan_accrual accrual
      where accrual.brand = p_brand and accrual.events is null and (accrual.posted ->> 'cash:transfer')::bigint <> 0
        and not exists (select from statement_line line where line.id = accrual.order_id)
        and not exists (select from loan_order ordered where ordered.id = accrual.order_id)
    ) line where line.change <> 0;
end $$;

-- Keeps what a run has prepared: what is posted of each loan, and what it accrues from the day of the run on.
create function post_gl_accruals(p_brand text, p_on date, p_run bigint, p_through date) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update gl_accrual accrual set ends_on = p_through
    from gl_draft draft join loan_accrual before on before.order_id = draft.order_id
    where draft.brand = p_brand and draft.run = p_run and accrual.order_id = before.order_id and accrual.run = before.run
      and accrual.ends_on > p_through;
  -- What was posted of each loan until now, and the items beside what it accrues.
  insert into loan_accrual as accrual (brand, order_id, posted, run, through, events, ahead_to)
    select p_brand, draft.order_id,
      coalesce(jsonb_object_agg(part.component, part.amount) filter (where part.amount <> 0), '{}'), p_run, p_on, draft.events, draft.ends_on
    from gl_draft draft left join (
      select each.order_id, each.component, sum(each.amount)::bigint as amount from (
        select draft.order_id, item.component, item.amount
        from gl_draft draft cross join lateral unnest(draft.components, draft.amounts) as item (component, amount)
        where draft.brand = p_brand and draft.run = p_run
        union all
        select draft.order_id, was.key, was.value::bigint
        from gl_draft draft join loan_accrual before on before.order_id = draft.order_id
        cross join lateral jsonb_each_text(before.posted) was
        where draft.brand = p_brand and draft.run = p_run
        union all
        select draft.order_id, side.component, side.amount
        from gl_draft draft join loan_accrual before on before.order_id = draft.order_id
        join gl_accrual accrued on accrued.order_id = before.order_id and accrued.run = before.run
        cross join lateral (select accrued.ends_on - accrued.starts_on + 1 as now) day
        cross join lateral (values
          ('interestIncome', accrued.interest[day.now]), ('interestReceivable', -accrued.interest[day.now]),
          ('feeIncome', accrued.fee[day.now]), ('feeDeferred', -accrued.fee[day.now]),
          ('lateIncome', accrued.late[day.now]), ('lateReceivable', -accrued.late[day.now]),
          ('penaltyIncome', accrued.penalty[day.now]), ('penaltyReceivable', -accrued.penalty[day.now]),
          ('creditLoss', accrued.allowance[day.now]), ('allowance', -accrued.allowance[day.now])
        ) side (component, amount)
        where draft.brand = p_brand and draft.run = p_run and side.amount <> 0
      ) each group by each.order_id, each.component
    ) part on part.order_id = draft.order_id
    where draft.brand = p_brand and draft.run = p_run group by draft.order_id, draft.events, draft.ends_on
    on conflict (order_id) do update
      set posted = excluded.posted, run = excluded.run, through = excluded.through, events = excluded.events,
        ahead_to = excluded.ahead_to;
  insert into gl_accrual (brand, order_id, product, run, starts_on, ends_on, interest, fee, late, penalty, allowance)
    select p_brand, draft.order_id, draft.product, p_run, p_on, draft.ends_on,
      draft.interest, draft.fee, draft.late, draft.penalty, draft.allowance
    from gl_draft draft where draft.brand = p_brand and draft.run = p_run and draft.ends_on is not null;
end $$;

-- The sums of a run, by kind, product, day to which they belong, component and sign: of the items that it has
-- prepared, and of what every loan accrued since the run before.
create function gl_run_sums(
  p_brand text, p_on date, p_run bigint, p_through date,
  out kinds text[], out products text[], out days date[], out components text[], out amounts bigint[]
) language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  with accrued as (
    select accrual.product,
      coalesce(accrual.interest[day.now], 0) - coalesce(accrual.interest[day.before], 0) as interest,
      coalesce(accrual.fee[day.now], 0) - coalesce(accrual.fee[day.before], 0) as fee,
      coalesce(accrual.late[day.now], 0) - coalesce(accrual.late[day.before], 0) as late,
      coalesce(accrual.penalty[day.now], 0) - coalesce(accrual.penalty[day.before], 0) as penalty,
      coalesce(accrual.allowance[day.now], 0) - coalesce(accrual.allowance[day.before], 0) as allowance
    from gl_accrual accrual
    cross join lateral (
      select p_on - accrual.starts_on + 1 as now,
        case when accrual.run < p_run then p_through - accrual.starts_on + 1 end as before
    ) day
    where accrual.brand = p_brand and accrual.starts_on between p_on - 13 and p_on
      and (accrual.run = p_run or (accrual.ends_on > p_through and p_through < p_on))
  ), summed as (
    select product, array[
        sum(interest) filter (where interest > 0), sum(interest) filter (where interest < 0),
        sum(fee) filter (where fee > 0), sum(fee) filter (where fee < 0),
        sum(late) filter (where late > 0), sum(late) filter (where late < 0),
        sum(penalty) filter (where penalty > 0), sum(penalty) filter (where penalty < 0),
        sum(allowance) filter (where allowance > 0), sum(allowance) filter (where allowance < 0)
      ]::bigint[] as sums
    from accrued group by product
  ), part as (
    select item.kind, draft.product, item.relates_to, item.component, sum(item.amount)::bigint as amount
    from gl_draft draft
    cross join lateral unnest(draft.kinds, draft.components, draft.amounts, draft.relates_to)
      as item (kind, component, amount, relates_to)
    where draft.brand = p_brand and draft.run = p_run
    group by 1, 2, 3, 4, item.amount < 0
    union all
    select sum_of.kind, summed.product, null, side.component, side.amount
    from summed cross join lateral unnest(
      array['accrual', 'accrual', 'accrual', 'accrual', 'accrual', 'accrual', 'accrual', 'accrual', 'allowance', 'allowance'],
      array['interestIncome', 'interestIncome', 'feeIncome', 'feeIncome', 'lateIncome', 'lateIncome', 'penaltyIncome', 'penaltyIncome',
        'creditLoss', 'creditLoss'],
      array['interestReceivable', 'interestReceivable', 'feeDeferred', 'feeDeferred', 'lateReceivable', 'lateReceivable',
        'penaltyReceivable', 'penaltyReceivable', 'allowance', 'allowance'],
      summed.sums) as sum_of (kind, result, balance, amount)
    cross join lateral (values (sum_of.result, sum_of.amount), (sum_of.balance, -sum_of.amount)) side (component, amount)
    where sum_of.amount <> 0
  )
  select coalesce(array_agg(part.kind), '{}'), array_agg(part.product), array_agg(part.relates_to), array_agg(part.component),
    array_agg(part.amount) into kinds, products, days, components, amounts from part;
end $$;

-- Writes the journals of a run: one for each product, kind and day, its lines by account, its items by loan.
-- Returns their number.
create function post_gl_sums(p_brand text, p_on date, p_run bigint, sums record, p_currency text, p_components text[], p_accounts text[])
returns integer language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  ids uuid[];
  journal_kinds text[];
  journal_products text[];
  journal_days date[];
begin
  with journal as (
    insert into gl_journal (id, brand, posted_on, relates_to, kind, product, source, run)
      select gen_random_uuid(), p_brand, p_on, part.day, part.kind, part.product,
        concat_ws(' ', 'run', p_run, part.kind, part.product, part.day), p_run
      from (
        select distinct day, kind, product from unnest(sums.kinds, sums.products, sums.days) as each (kind, product, day)
        order by 1 nulls last, 2, 3
      ) part
      returning id, kind, coalesce(product, '') as product, coalesce(relates_to, 'infinity') as relates_to
  )
  select coalesce(array_agg(id), '{}'), array_agg(kind), array_agg(product), array_agg(relates_to)
    into ids, journal_kinds, journal_products, journal_days from journal;
  insert into gl_line (journal_id, line_no, brand, account, amount, currency)
    select part.journal_id, row_number() over (partition by part.journal_id order by part.amount < 0, part.account),
      p_brand, part.account, part.amount, p_currency
    from (
      select journal.id as journal_id, given.account, sum(each.amount)::bigint as amount
      from unnest(sums.kinds, sums.products, sums.days, sums.components, sums.amounts) as each (kind, product, day, component, amount)
      join unnest(p_components, p_accounts) as given (component, account) on given.component = each.component
      join unnest(ids, journal_kinds, journal_products, journal_days) as journal (id, kind, product, day)
        on journal.kind = each.kind and journal.product = coalesce(each.product, '') and journal.day = coalesce(each.day, 'infinity')
      group by journal.id, given.account, each.amount < 0
    ) part;
  insert into gl_item (journal_id, order_id, component, amount)
    -- Taken apart first: joined as arrays, each journal would look through the items of every loan.
    with item as materialized (
      select draft.order_id, coalesce(draft.product, '') as product, each.kind, each.component, each.amount,
        coalesce(each.relates_to, 'infinity') as day
      from gl_draft draft
      cross join lateral unnest(draft.kinds, draft.components, draft.amounts, draft.relates_to)
        as each (kind, component, amount, relates_to)
      where draft.brand = p_brand and draft.run = p_run
    )
    select journal.id, item.order_id, item.component, item.amount
    from item
    -- Without concat_ws and other functions that are not immutable: Citus writes a wrong statement for them here.
    join unnest(ids, journal_kinds, journal_products, journal_days) as journal (id, kind, product, day)
      on journal.kind = item.kind and journal.product = item.product and journal.day = item.day;
  return cardinality(ids);
end $$;

-- Posts what a run has prepared and what every other loan accrued, in one transaction. A loan that could not
-- be computed or would differ from its own ledger stays as it is, and keeps the month open. Returns the number
-- of journals; null: another run was posted since this one was planned, so nothing of it counts.
create function post_gl_run(
  p_brand text, p_on date, p_run bigint, p_read_from timestamptz, p_loss_rates text, p_components text[], p_accounts text[]
) returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  book gl_book;
  missing text;
  sums record;
  refused integer;
  journals integer;
begin
  select * into strict book from public.gl_book where brand = p_brand for update;
  if book.runs <> p_run then
    return null;
  end if;
  if p_on < book.posted_through then
    raise exception 'the books of % are posted through %', p_brand, book.posted_through using errcode = 'restrict_violation';
  end if;
  -- Whoever left since has taken what is posted along.
  delete from public.gl_draft draft using public.moved_mark
    where draft.brand = p_brand and moved_mark.value = draft.order_id::text;
  if exists (select from public.gl_draft where brand = p_brand and run = p_run and (gl_draft.kinds is null or posted_on <> p_on)) then
    raise exception 'the run of % is not prepared', p_brand using errcode = 'restrict_violation';
  end if;
  p_read_from := greatest(p_read_from, book.read_from);
  delete from public.gl_draft where brand = p_brand and order_id in (select public.gl_draft_differing(p_brand, p_on, p_run));
  get diagnostics refused = row_count;
  perform public.draft_gl_suspense(p_brand, p_on, p_run, p_read_from, book.posted_through);
  -- The first month is that of the first row: an empty one before it would have to be closed first.
  insert into public.gl_period (brand, month) select p_brand, to_char(p_on, 'YYYY-MM')
    where exists (select from public.gl_draft where brand = p_brand) or exists (select from public.gl_period where brand = p_brand)
    on conflict do nothing;
  insert into public.gl_run (brand, run, posted_on, previous, read_from, refused)
    values (p_brand, p_run, p_on, book.posted_through, p_read_from, refused);

  perform public.post_gl_accruals(p_brand, p_on, p_run, book.posted_through);
  sums := public.gl_run_sums(p_brand, p_on, p_run, book.posted_through);
  select component into missing from unnest(sums.components) component where component <> all (p_components) limit 1;
  if missing is not null then
    raise exception 'the component % has no account', missing using errcode = 'check_violation';
  end if;
  journals := public.post_gl_sums(p_brand, p_on, p_run, sums, book.currency, p_components, p_accounts);
  -- Money that moves from now on is for the next run, whatever moment the server names.
  update public.gl_book set runs = runs + 1, posted_through = p_on, read_from = least(p_read_from, now()), loss_rates = p_loss_rates
    where brand = p_brand;
  delete from public.gl_draft where brand = p_brand;
  return journals;
end $$;

-- A journal of the lender's own: the lines as given. For the functions below alone.
create function post_gl_journal(
  p_brand text, p_on date, p_relates_to date, p_kind text, p_source text, p_approval uuid, p_note text,
  p_accounts text[], p_amounts bigint[]
) returns uuid language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  new_id uuid := gen_random_uuid();
begin
  perform from gl_book where brand = p_brand for update;
  insert into gl_period (brand, month) values (p_brand, to_char(p_on, 'YYYY-MM')) on conflict do nothing;
  insert into gl_journal (id, brand, posted_on, relates_to, kind, source, approval_id, note)
    values (new_id, p_brand, p_on, p_relates_to, p_kind, p_source, p_approval, p_note);
  insert into gl_line (journal_id, line_no, brand, account, amount, currency)
    select new_id, line.no, p_brand, line.account, line.amount, book.currency
    from unnest(p_accounts, p_amounts) with ordinality as line (account, amount, no)
    join gl_book book on book.brand = p_brand;
  return new_id;
end $$;

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
  checksum bytea;
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
    checksum := gl_digest(p_brand, p_month);
    update gl_period set state = 'closed', closed_at = now(), closed_by = p_by || ', ' || p_second, digest = checksum
      where brand = p_brand and month = p_month;
  else
    if exists (select from gl_period where brand = p_brand and month > p_month and state = 'closed') then
      raise exception 'a later month than % is closed', p_month using errcode = 'restrict_violation';
    end if;
    checksum := period.digest;
    update gl_period set state = 'open', closed_at = null, closed_by = null, digest = null
      where brand = p_brand and month = p_month;
  end if;
  insert into gl_closing (id, brand, month, state, decided_by, seconded_by, reason, digest)
    values (gen_random_uuid(), p_brand, p_month, p_state, p_by, p_second, p_reason, checksum);
  return checksum;
end $$;

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

revoke all on function analyze_gl_draft, gl_draft_differing, draft_gl_suspense, post_gl_accruals, gl_run_sums, post_gl_sums, post_gl_run,
  post_gl_journal, post_gl_settlements, post_gl_manual, set_gl_period, move_gl_period, move_gl_period_by_hand from public;
grant execute on function analyze_gl_draft, gl_part, post_gl_run, post_gl_settlements, post_gl_manual, move_gl_period to hiram_app;
