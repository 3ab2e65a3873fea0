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

-- The only way in which the server's login writes the ledger.
create function post_journal(
  p_id uuid, p_borrower uuid, p_order uuid, p_brand text, p_event uuid, p_kind text, p_posted_on date,
  p_accounts text[], p_events uuid[], p_amounts bigint[]
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if cardinality(p_accounts) < 2 or cardinality(p_accounts) <> cardinality(p_amounts) or cardinality(p_accounts) <> cardinality(p_events) then
    raise exception 'journal % needs two lines or more', p_id using errcode = 'check_violation';
  end if;
  if (select sum(amount) from unnest(p_amounts) as amount) <> 0 then
    raise exception 'journal % does not balance', p_id using errcode = 'check_violation';
  end if;
  insert into public.journal (id, borrower_id, order_id, brand, event_id, kind, posted_on)
    values (p_id, p_borrower, p_order, p_brand, p_event, p_kind, p_posted_on);
  insert into public.journal_line (journal_id, line_no, borrower_id, order_id, account, event_id, amount)
    select p_id, line.no, p_borrower, p_order, line.account, line.event, line.amount
    from unnest(p_accounts, p_events, p_amounts) with ordinality as line (account, event, amount, no);
end $$;

revoke all on function post_journal from public;
grant execute on function post_journal to hiram_app;
