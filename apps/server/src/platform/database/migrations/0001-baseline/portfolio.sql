-- The portfolio of a brand at the end of each day that is posted, by product, kind of client and month of the disbursal.
create table portfolio_day (
  brand text not null references gl_book,
  day date not null,
  -- `late…`: loans that run, by days late: none, and from so many on. `lent`: everything lent in the month until the day.
  -- `firstDue`: loans whose first instalment was due the day before; `firstMissed`: those of them that did not pay it.
  -- `disbursed`, `collected`, `lost` (principal written off), `recovered`: of the day.
  kind text not null check (kind in ('late0', 'late1', 'late8', 'late16', 'late31', 'late61', 'late91', 'lent', 'firstDue',
    'firstMissed', 'disbursed', 'collected', 'lost', 'recovered')),
  product text not null,
  client text not null,
  lent_month date not null,
  loans bigint not null,
  -- Cents: the principal, or the money of the day.
  amount bigint not null,
  primary key (brand, day, kind, product, client, lent_month)
);
create trigger portfolio_day_no_truncate before truncate on portfolio_day execute function refuse_change();
grant select on portfolio_day to hiram_app;

-- How late each loan was at the end of a month, for the moves to the next one.
create table portfolio_month_end (
  brand text not null references gl_book,
  day date not null,
  order_id uuid not null,
  kind text not null,
  principal bigint not null,
  primary key (brand, day, order_id)
);
create trigger portfolio_month_end_no_truncate before truncate on portfolio_month_end execute function refuse_change();
grant select on portfolio_month_end to hiram_app;

create function late_kind(p_days integer) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when p_days < 1 then 'late0' when p_days < 8 then 'late1' when p_days < 16 then 'late8' when p_days < 31 then 'late16'
    when p_days < 61 then 'late31' when p_days < 91 then 'late61' else 'late91' end
$$;

-- Counts the portfolio at the end of the last day that is posted.
create function record_portfolio(p_brand text, p_on date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.gl_book where brand = p_brand and posted_through = p_on for update;
  if not found then
    raise exception 'the books of % are not posted through %', p_brand, p_on using errcode = 'restrict_violation';
  end if;
  delete from public.portfolio_day where brand = p_brand and day = p_on;
  insert into public.portfolio_day (brand, day, kind, product, client, lent_month, loans, amount)
  with loan as (
    select ordered.id, ordered.borrower_id, product.code as product, ordered.client_kind as client,
      date_trunc('month', ordered.disbursed_on)::date as lent_month, ordered.amount, ordered.disbursed_on, ordered.next_due_on,
      (accrual.posted ->> 'principal')::bigint as principal,
      case when ordered.disbursed_on > p_on - 400 then ordered.disbursed_on + coalesce((ordered.terms #>> '{schedule,0,day}')::integer,
        (ordered.terms ->> 'termDays')::integer / (ordered.terms ->> 'periods')::integer) end as first_due_on
    from public.loan_order ordered
    join public.product on product.id = ordered.product_id
    left join public.loan_accrual accrual on accrual.order_id = ordered.id
    where ordered.brand = p_brand and ordered.disbursed_on <= p_on
  ), counted as (
    select public.late_kind(coalesce(p_on - next_due_on, 0)) as kind, product, client, lent_month, principal as amount from loan where principal > 0
    union all select 'lent', product, client, lent_month, amount from loan
    union all select 'disbursed', product, client, lent_month, amount from loan where disbursed_on = p_on
    union all select 'firstDue', product, client, lent_month, amount from loan where first_due_on = p_on - 1
    union all select 'firstMissed', product, client, lent_month, amount from loan
      where first_due_on = p_on - 1 and next_due_on = first_due_on and principal > 0
    union all
    select 'collected', loan.product, loan.client, loan.lent_month, line.amount
    from public.journal
    join public.journal_line line on line.journal_id = journal.id and line.account like 'cash:%'
    join loan on loan.id = journal.order_id
    where journal.brand = p_brand and journal.posted_on = p_on and journal.kind in ('paid', 'reversal', 'adjustment')
    union all
    select case item.component when 'principal' then 'lost' else 'recovered' end, loan.product, loan.client, loan.lent_month, -item.amount
    from public.gl_journal made
    join public.gl_item item on item.journal_id = made.id
    join loan on loan.id = item.order_id
    where made.brand = p_brand and made.posted_on = p_on and made.kind <> 'transfer'
      and ((item.component = 'principal' and made.kind = 'loss') or item.component = 'recovery')
  )
  select p_brand, p_on, kind, product, client, lent_month, count(*), sum(amount) from counted group by kind, product, client, lent_month;
  if p_on <> (date_trunc('month', p_on) + interval '1 month - 1 day')::date then
    return;
  end if;
  delete from public.portfolio_month_end where brand = p_brand and day = p_on;
  insert into public.portfolio_month_end (brand, day, order_id, kind, principal)
    select p_brand, p_on, ordered.id, public.late_kind(coalesce(p_on - ordered.next_due_on, 0)), (accrual.posted ->> 'principal')::bigint
    from public.loan_order ordered
    join public.loan_accrual accrual on accrual.order_id = ordered.id and (accrual.posted ->> 'principal')::bigint > 0
    where ordered.brand = p_brand;
end $$;
revoke all on function record_portfolio from public;
grant execute on function record_portfolio to hiram_app;
