-- The ledger. It is append-only for everyone: a correction is a new journal.

create table journal (
  id uuid primary key,
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  brand text not null,
  -- The event that this journal books.
  event_id uuid,
  kind text not null,
  posted_on date not null,
  created_at timestamptz not null default now()
);
create index journal_order on journal (borrower_id, order_id);
create index journal_day on journal (posted_on);
create index journal_age on journal (created_at);
create trigger journal_append_only before update or delete on journal
  for each row execute function refuse_change_of_books('journals');
create trigger journal_no_truncate before truncate on journal execute function refuse_change();
grant select on journal to hiram_app;

create table journal_line (
  journal_id uuid not null references journal,
  line_no integer not null,
  borrower_id uuid not null,
  order_id uuid not null,
  account text not null check (account ~ '^(cash:[a-z0-9-]+|clearing:payout|loan:principal|income:(interest|late|lateCharge|penalty|fee|recovery)|borrower:credit|suspense:unidentified|loss:writeOff)$'),
  event_id uuid,
  -- Cents: debits are positive, credits negative; the lines of a journal add up to zero.
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line_no)
);
create index journal_line_order on journal_line (borrower_id, order_id, account);
-- What is owed to borrowers, of which the daily comparison with the tasks reads the sums.
create index journal_line_credit on journal_line (order_id) include (amount) where account = 'borrower:credit';
create trigger journal_line_append_only before update or delete on journal_line
  for each row execute function refuse_change_of_books('lines');
create trigger journal_line_no_truncate before truncate on journal_line execute function refuse_change();
grant select on journal_line to hiram_app;

-- Checked at commit, for every login: a journal has two lines or more, and they balance.
create function check_journal() returns trigger language plpgsql as $$
declare
  wanted uuid := coalesce(to_jsonb(new) ->> 'journal_id', to_jsonb(new) ->> 'id')::uuid;
  lines integer;
  balance numeric;
begin
  select count(*), coalesce(sum(amount), 0) into lines, balance from public.journal_line where journal_id = wanted;
  if lines < 2 or balance <> 0 then
    raise exception 'journal % has % lines and is off by % cents', wanted, lines, balance using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journal
  deferrable initially deferred for each row execute function check_journal();
create constraint trigger journal_line_balances after insert on journal_line
  deferrable initially deferred for each row execute function check_journal();

-- The only way in which the server's login writes the ledger: a journal with its lines. It keeps no rows. A
-- table, because its trigger runs where the tables are, which a function does not on Citus.
create table posting (
  id uuid primary key,
  borrower_id uuid not null,
  order_id uuid not null,
  brand text not null,
  event_id uuid,
  kind text not null,
  posted_on date not null,
  accounts text[] not null,
  events uuid[] not null,
  amounts bigint[] not null
);
create function post_journal() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if cardinality(new.accounts) < 2 or cardinality(new.accounts) <> cardinality(new.amounts)
    or cardinality(new.accounts) <> cardinality(new.events) then
    raise exception 'journal % needs two lines or more', new.id using errcode = 'check_violation';
  end if;
  if (select sum(amount) from unnest(new.amounts) as amount) <> 0 then
    raise exception 'journal % does not balance', new.id using errcode = 'check_violation';
  end if;
  insert into journal (id, borrower_id, order_id, brand, event_id, kind, posted_on)
    values (new.id, new.borrower_id, new.order_id, new.brand, new.event_id, new.kind, new.posted_on);
  insert into journal_line (journal_id, line_no, borrower_id, order_id, account, event_id, amount)
    select new.id, line.no, new.borrower_id, new.order_id, line.account, line.event, line.amount
    from unnest(new.accounts, new.events, new.amounts) with ordinality as line (account, event, amount, no);
  return null;
end $$;
create trigger posting_posted before insert on posting for each row execute function post_journal();
grant select, insert on posting to hiram_app;

revoke all on function post_journal from public;
