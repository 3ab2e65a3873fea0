create table gl_line (
  journal_id uuid not null references gl_journal,
  line_no integer not null,
  brand text not null,
  account text not null,
  -- Cents: debits are positive, credits negative; the lines of a journal add up to zero in each currency.
  amount bigint not null check (amount <> 0),
  currency text not null,
  primary key (journal_id, line_no),
  foreign key (brand, account, currency) references gl_account (brand, code, currency)
);
create index gl_line_account on gl_line (brand, account, journal_id);
create trigger gl_line_append_only before update or delete on gl_line for each row execute function refuse_change();
create trigger gl_line_no_truncate before truncate on gl_line execute function refuse_change();
grant select on gl_line to hiram_app;

create function check_gl_line() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  journal gl_journal;
begin
  select * into strict journal from gl_journal where id = new.journal_id;
  if journal.brand <> new.brand then
    raise exception 'a journal of % has no line of %', journal.brand, new.brand using errcode = 'check_violation';
  end if;
  perform check_gl_period(journal.brand, journal.posted_on);
  return new;
end $$;
create trigger gl_line_checked before insert on gl_line for each row execute function check_gl_line();

-- Checked at commit, for every login.
create function check_gl_journal() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted uuid := coalesce(to_jsonb(new) ->> 'journal_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if (select count(*) from gl_line where journal_id = wanted) < 2 or exists (
    select from gl_line where journal_id = wanted group by currency having sum(amount) <> 0
  ) then
    raise exception 'the journal % does not balance', wanted using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger gl_journal_balances after insert on gl_journal
  deferrable initially deferred for each row execute function check_gl_journal();
create constraint trigger gl_line_balances after insert on gl_line
  deferrable initially deferred for each row execute function check_gl_journal();
