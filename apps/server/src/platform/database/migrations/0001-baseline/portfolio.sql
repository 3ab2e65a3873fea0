-- How each loan came that was lent, for the portfolio: it does not change with the borrower's data.
create table portfolio_loan (
  order_id uuid primary key,
  brand text not null references gl_book,
  product text not null,
  client text not null,
  lent_month date not null,
  -- The advertisement that brought the borrower, as its link names it; empty: none.
  source text not null,
  -- The version of the credit policy that decided; 0: none did, as for a loan that was brought.
  policy integer not null,
  disbursed_on date not null,
  amount bigint not null,
  -- As agreed: extensions move the days of a loan, not these.
  first_due_on date not null,
  last_due_on date not null,
  period_days integer not null check (period_days > 0)
);
create trigger portfolio_loan_no_truncate before truncate on portfolio_loan execute function refuse_change();
grant select on portfolio_loan to hiram_app;

-- The portfolio of a brand at the end of each day that is posted, by product, kind of client, month of the disbursal, source and
-- policy.
create table portfolio_day (
  brand text not null references gl_book,
  day date not null,
  -- `late…`: loans that run, by days late: none, and from so many on. `due…`: principal of these that falls
  -- due in 60 days. `lent`: everything lent in the month until the day. `firstDue`: loans whose first
  -- instalment was due the day before; `firstMissed`: those of them that did not pay it. `disbursed`,
  -- `collected`, `lost` (principal written off), `recovered`, `extended`, `arranged`: of the day.
  kind text not null check (kind in ('late0', 'late1', 'late8', 'late16', 'late31', 'late61', 'late91', 'due0', 'due1', 'due8',
    'due16', 'due31', 'due61', 'due91', 'lent', 'firstDue', 'firstMissed', 'disbursed', 'collected', 'lost', 'recovered', 'extended',
    'arranged')),
  product text not null,
  client text not null,
  lent_month date not null,
  source text not null,
  policy integer not null,
  loans bigint not null,
  -- Cents: the principal, or the money of the day.
  amount bigint not null,
  primary key (brand, kind, day, product, client, lent_month, source, policy)
);
create index portfolio_day_day on portfolio_day (brand, day);
create trigger portfolio_day_no_truncate before truncate on portfolio_day execute function refuse_change();
grant select on portfolio_day to hiram_app;

-- How late each loan was at the end of a month, for the moves to the next one.
create table portfolio_month_end (
  -- As in gl_draft: without a key.
  brand text not null,
  day date not null,
  order_id uuid not null,
  kind text not null,
  principal bigint not null,
  primary key (brand, day, order_id)
);
create trigger portfolio_month_end_no_truncate before truncate on portfolio_month_end execute function refuse_change();
grant select on portfolio_month_end to hiram_app;

-- Moves of loans from one end of a month to the next, by number; no `late_to`: the loan has no principal any more.
create table portfolio_move (
  brand text not null references gl_book,
  day date not null,
  previous date not null,
  late_from text not null,
  late_to text,
  loans bigint not null
);
create index portfolio_move_day on portfolio_move (brand, day);
create trigger portfolio_move_no_truncate before truncate on portfolio_move execute function refuse_change();
grant select on portfolio_move to hiram_app;

-- Without a search path of its own it is computed within the statement.
create function late_kind(p_days integer) returns text language sql immutable as $$
  select case when p_days < 1 then 'late0' when p_days < 8 then 'late1' when p_days < 16 then 'late8' when p_days < 31 then 'late16'
    when p_days < 61 then 'late31' when p_days < 91 then 'late61' else 'late91' end
$$;

-- Counts the portfolio at the end of the last day that is posted.
create function record_portfolio(p_brand text, p_on date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  -- The day that was counted before: what moved on days that no run posted since counts with this one.
  counted_to date := coalesce((select max(posted_on) from public.gl_run where brand = p_brand and posted_on < p_on), p_on - 1);
begin
  perform from public.gl_book where brand = p_brand and posted_through = p_on for update;
  if not found then
    raise exception 'the books of % are not posted through %', p_brand, p_on using errcode = 'restrict_violation';
  end if;
  -- Few loans of a day are new: those that a run of the day computed, or that another cell did. They are
  -- found first, and only then how they came.
  with lent as materialized (
    select ordered.*, before.order_id is null as is_new from public.loan_accrual accrual
    left join public.portfolio_loan before on before.order_id = accrual.order_id
    join public.loan_order ordered on ordered.id = accrual.order_id
    where accrual.brand = p_brand and (before.order_id is null
        or accrual.run in (select done.run from public.gl_run done where done.brand = p_brand and done.posted_on = p_on))
      and ordered.disbursed_on <= p_on and before.disbursed_on is distinct from ordered.disbursed_on
  )
  insert into public.portfolio_loan as known (order_id, brand, product, client, lent_month, source, policy, disbursed_on, amount,
      first_due_on, last_due_on, period_days)
    -- The first day of the month: date_trunc depends on the zone, and Citus writes a wrong statement with it.
    select ordered.id, p_brand, product.code, ordered.client_kind, ordered.disbursed_on - extract(day from ordered.disbursed_on)::integer + 1,
      coalesce(borrower.registration_source ->> 'user_from', ''), coalesce(run.policy_version, 0), ordered.disbursed_on, ordered.amount,
      ordered.disbursed_on + coalesce((ordered.terms #>> '{schedule,0,day}')::integer, (ordered.terms ->> 'firstPeriodDays')::integer,
        (ordered.terms ->> 'termDays')::integer / (ordered.terms ->> 'periods')::integer),
      ordered.disbursed_on + (ordered.terms ->> 'termDays')::integer,
      greatest(1, (ordered.terms ->> 'termDays')::integer / (ordered.terms ->> 'periods')::integer)
    from lent ordered
    join public.product on product.id = ordered.product_id
    join public.borrower on borrower.id = ordered.borrower_id
    left join lateral (
      select policy_version from public.decision_run where decision_run.borrower_id = ordered.borrower_id
        and decision_run.order_id = ordered.id and decision_run.kind = 'active' order by decision_run.id desc limit 1
    ) run on ordered.is_new
    on conflict (order_id) do update set lent_month = excluded.lent_month, disbursed_on = excluded.disbursed_on,
      first_due_on = excluded.first_due_on, last_due_on = excluded.last_due_on;
  delete from public.portfolio_day where brand = p_brand and day = p_on;
  insert into public.portfolio_day (brand, day, kind, product, client, lent_month, source, policy, loans, amount)
  -- `offset 0`: what each loan owes is worked out once, and not for each sum. The planner would take the day
  -- of the disbursal, as a condition of the join, for a rare match.
  with loan as (
    select known.*, coalesce((accrual.posted ->> 'principal')::bigint, 0) as principal, ordered.next_due_on,
      public.late_kind(coalesce(p_on - ordered.next_due_on, 0)) as late, ordered.disbursed_on = known.disbursed_on as is_lent
    from public.portfolio_loan known
    join public.loan_order ordered on ordered.id = known.order_id
    left join public.loan_accrual accrual on accrual.order_id = known.order_id
    where known.brand = p_brand and known.disbursed_on <= p_on
    offset 0
  ), due as (
    -- Instalments from the next one to the last, and those of them within 60 days: each an equal part of the principal.
    select loan.*, greatest(1, (last_due_on - next_due_on) / period_days + 1) as remaining,
      case when next_due_on <= p_on + 60 then (p_on + 60 - next_due_on) / period_days + 1 else 0 end as soon,
      first_due_on between counted_to and p_on - 1 as is_first from loan
    where is_lent
    offset 0
  ), summed as (
    select late, product, client, lent_month, source, policy, count(*) as lent_loans, sum(amount) as lent,
      count(*) filter (where principal > 0) as loans, sum(principal) filter (where principal > 0) as principal,
      count(*) filter (where principal > 0 and soon > 0) as due_loans,
      sum(principal * least(soon, remaining) / remaining) filter (where principal > 0 and soon > 0) as due,
      count(*) filter (where disbursed_on > counted_to) as disbursed_loans, sum(amount) filter (where disbursed_on > counted_to) as disbursed,
      count(*) filter (where is_first) as first_loans, sum(amount) filter (where is_first) as first_due,
      count(*) filter (where is_first and next_due_on = first_due_on and principal > 0) as missed_loans,
      sum(amount) filter (where is_first and next_due_on = first_due_on and principal > 0) as missed
    from due group by 1, 2, 3, 4, 5, 6
  ), counted as (
    select cell.kind, product, client, lent_month, source, policy, cell.loans, cell.amount
    from summed cross join lateral (values (late, loans, principal), (replace(late, 'late', 'due'), due_loans, due),
      ('lent', lent_loans, lent), ('disbursed', disbursed_loans, disbursed), ('firstDue', first_loans, first_due),
      ('firstMissed', missed_loans, missed)) cell (kind, loans, amount)
    where cell.loans > 0
    union all
    select 'collected', known.product, known.client, known.lent_month, known.source,
      known.policy, 1, line.amount
    from public.journal
    join public.journal_line line on line.journal_id = journal.id and line.account like 'cash:%'
    join public.portfolio_loan known on known.order_id = journal.order_id
    where journal.brand = p_brand and journal.posted_on > counted_to and journal.posted_on <= p_on
      and journal.kind in ('paid', 'reversal', 'adjustment')
    union all
    select case item.component when 'principal' then 'lost' else 'recovered' end, known.product, known.client, known.lent_month,
      known.source, known.policy, 1, -item.amount
    from public.gl_journal journal
    join public.gl_item item on item.journal_id = journal.id
    join public.portfolio_loan known on known.order_id = item.order_id
    where journal.brand = p_brand and journal.posted_on = p_on and journal.kind <> 'transfer'
      and ((item.component = 'principal' and journal.kind = 'loss') or item.component = 'recovery')
    union all
    -- The loans that a run of the day computed: every loan to which something happened.
    select event.kind, known.product, known.client, known.lent_month, known.source, known.policy, 1, 0
    from public.gl_run done
    join public.loan_accrual accrual on accrual.brand = done.brand and accrual.run = done.run
    join public.portfolio_loan known on known.order_id = accrual.order_id
    join public.loan_order ordered on ordered.id = known.order_id
    join public.loan_event event on event.borrower_id = ordered.borrower_id and event.order_id = ordered.id
      and event.value_date > counted_to and event.value_date <= p_on and event.kind in ('extended', 'arranged')
    where done.brand = p_brand and done.posted_on = p_on
  )
  select p_brand, p_on, kind, product, client, lent_month, source, policy, sum(loans), sum(amount) from counted
    group by kind, product, client, lent_month, source, policy;
  if p_on <> (date_trunc('month', p_on) + interval '1 month - 1 day')::date then
    return;
  end if;
  delete from public.portfolio_month_end where brand = p_brand and day = p_on;
  insert into public.portfolio_month_end (brand, day, order_id, kind, principal)
    select p_brand, p_on, ordered.id, public.late_kind(coalesce(p_on - ordered.next_due_on, 0)), (accrual.posted ->> 'principal')::bigint
    from public.loan_order ordered
    join public.loan_accrual accrual on accrual.order_id = ordered.id and (accrual.posted ->> 'principal')::bigint > 0
    where ordered.brand = p_brand;
  delete from public.portfolio_move where brand = p_brand and day = p_on;
  insert into public.portfolio_move (brand, day, previous, late_from, late_to, loans)
    select p_brand, p_on, before.day, before.kind, after.kind, count(*)
    from public.portfolio_month_end before
    left join public.portfolio_month_end after
      on after.brand = p_brand and after.day = p_on and after.order_id = before.order_id
    where before.brand = p_brand
      and before.day = (select max(day) from public.portfolio_month_end where brand = p_brand and day < p_on)
    group by before.day, before.kind, after.kind;
end $$;
revoke all on function record_portfolio from public;
grant execute on function record_portfolio to hiram_app;
