-- Months of a brand's books. A closed one takes no journal, whoever posts.
create table gl_period (
  brand text not null references gl_book,
  -- YYYY-MM.
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  state text not null default 'open' check (state in ('open', 'closed')),
  closed_at timestamptz,
  -- Names: of the staff, or of an operator.
  closed_by text,
  -- SHA-256 over the journals and lines of the month.
  digest bytea check (length(digest) = 32),
  primary key (brand, month),
  check ((state = 'closed') = (closed_at is not null)),
  check (num_nonnulls(closed_at, closed_by, digest) in (0, 3))
);
create trigger gl_period_audit after insert or update on gl_period for each row execute function write_audit('month', 'state');
create trigger gl_period_no_delete before delete on gl_period for each row execute function refuse_deletion();
create trigger gl_period_no_truncate before truncate on gl_period execute function refuse_change();
grant select on gl_period to hiram_app;

-- Every closing and reopening, for ever.
create table gl_closing (
  id uuid primary key,
  brand text not null,
  month text not null,
  state text not null check (state in ('open', 'closed')),
  at timestamptz not null default now(),
  -- Who decided it, and who approved it.
  decided_by text not null check (decided_by <> ''),
  seconded_by text not null check (seconded_by <> '' and lower(seconded_by) <> lower(decided_by)),
  reason text not null,
  digest bytea not null,
  foreign key (brand, month) references gl_period
);
create index gl_closing_month on gl_closing (brand, month, at);
create trigger gl_closing_append_only before update or delete on gl_closing for each row execute function refuse_change();
create trigger gl_closing_no_truncate before truncate on gl_closing execute function refuse_change();
grant select on gl_closing to hiram_app;

-- Whoever writes a month's state or digest has stored it as a closing in the same transaction.
create function check_gl_closing() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.state, new.digest) is distinct from (coalesce(old.state, 'open'), old.digest) and not exists (
    select from gl_closing where brand = new.brand and month = new.month and state = new.state and at = now()
      and digest = coalesce(new.digest, old.digest)) then
    raise exception 'the month % of % has no such closing', new.month, new.brand using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger gl_period_decided after insert or update on gl_period
  deferrable initially deferred for each row execute function check_gl_closing();

-- Refuses a row of a closed month. Waits for a closing that is under way.
create function check_gl_period(p_brand text, p_on date) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_state text;
begin
  select state into found_state from gl_period where brand = p_brand and month = to_char(p_on, 'YYYY-MM') for share;
  if found_state is distinct from 'open' then
    raise exception 'the month % of % is %', to_char(p_on, 'YYYY-MM'), p_brand, coalesce(found_state, 'not begun')
      using errcode = 'restrict_violation';
  end if;
end $$;
