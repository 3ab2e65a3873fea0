-- Where a provider's statement and our books differ, until they agree.
create table reconciliation_difference (
  provider text not null,
  day date not null,
  -- `day`: the cash of the day as a whole.
  kind text not null check (kind in ('payment', 'payout', 'day')),
  reference text not null,
  reason text not null check (reason in (
    'missing here', 'missing there', 'posted now', 'amount differs', 'day differs', 'state differs', 'unknown reference',
    'pending too long', 'posted twice', 'held here', 'refunded there', 'cash differs'
  )),
  provider_value text,
  ledger_value text,
  -- ISO 4217, if the statement names it.
  currency text,
  found_at timestamptz not null,
  resolved_at timestamptz,
  id uuid not null default gen_random_uuid() unique,
  -- Who looks at it.
  owner uuid references staff,
  -- Why it is as it is. Explained ones are no longer open.
  explanation text,
  explained_by uuid references staff,
  explained_at timestamptz,
  primary key (provider, day, kind, reference, reason),
  check ((explanation is null) = (explained_by is null) and (explanation is null) = (explained_at is null))
);
create index reconciliation_open on reconciliation_difference (day) where resolved_at is null;
create index reconciliation_waiting on reconciliation_difference (day, id)
  where resolved_at is null and explanation is null;
create index reconciliation_explained on reconciliation_difference (day, id)
  where resolved_at is null and explanation is not null;
create trigger reconciliation_difference_audit after update on reconciliation_difference
  for each row execute function write_audit('id', 'owner', 'explanation');
grant select, insert, update (provider_value, ledger_value, resolved_at, owner, explanation, explained_by,
  explained_at) on reconciliation_difference to hiram_app;

-- What moved at a provider on a day, as its statement and as our books say: of each brand, in cents. What
-- left is below 0. Written again with each comparison, so that the days of an account add up.
create table reconciliation_day (
  provider text not null,
  brand text not null,
  day date not null,
  their_payments bigint not null,
  our_payments bigint not null,
  their_payouts bigint not null,
  our_payouts bigint not null,
  -- Refunds there; any other movement of cash here.
  their_other bigint not null,
  our_other bigint not null,
  compared_at timestamptz not null,
  primary key (provider, brand, day)
);
grant select, insert, update (their_payments, our_payments, their_payouts, our_payouts, their_other, our_other,
  compared_at) on reconciliation_day to hiram_app;

-- The lender's own journal: what no order has, such as a provider's settlement and its fee. Append-only.
create table lender_journal (
  id uuid primary key,
  brand text not null,
  kind text not null check (kind in ('settlement')),
  provider text not null,
  -- The bank's reference: each counts once.
  reference text not null,
  posted_on date not null,
  approval_id uuid not null unique references approval,
  created_at timestamptz not null default now(),
  unique (brand, provider, reference)
);
create index lender_journal_list on lender_journal (brand, id);
create trigger lender_journal_append_only before update or delete on lender_journal for each row execute function refuse_change();
create trigger lender_journal_no_truncate before truncate on lender_journal execute function refuse_change();
create trigger lender_journal_audit after insert on lender_journal for each row execute function write_audit('id');
grant select on lender_journal to hiram_app;

create table lender_line (
  journal_id uuid not null references lender_journal,
  line_no integer not null,
  account text not null check (account ~ '^(cash:[a-z0-9-]+|bank:settlement|expense:providerFee)$'),
  -- Cents: debits are positive, credits negative.
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line_no)
);
create trigger lender_line_append_only before update or delete on lender_line for each row execute function refuse_change();
create trigger lender_line_no_truncate before truncate on lender_line execute function refuse_change();
grant select on lender_line to hiram_app;

-- The only way in which the server's login writes it: a settlement by an approval of exactly it.
create function post_settlement(
  p_id uuid, p_brand text, p_provider text, p_reference text, p_posted_on date, p_gross bigint, p_fee bigint, p_approval uuid
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_fee < 0 or p_fee >= p_gross then
    raise exception 'the fee of the settlement % is not below its amount', p_id using errcode = 'check_violation';
  end if;
  perform from approval where id = p_approval and state = 'done' and action = 'reconcile.settle' and brand = p_brand
    and amount = p_gross and request ->> 'fee' = p_fee::text and subject_id = p_provider || ' ' || p_reference;
  if not found then
    raise exception 'a settlement is posted by an approval of its amount alone' using errcode = 'restrict_violation';
  end if;
  insert into lender_journal (id, brand, kind, provider, reference, posted_on, approval_id)
    values (p_id, p_brand, 'settlement', p_provider, p_reference, p_posted_on, p_approval);
  insert into lender_line (journal_id, line_no, account, amount) values
    (p_id, 1, 'bank:settlement', p_gross - p_fee), (p_id, 2, 'cash:' || p_provider, -p_gross);
  if p_fee > 0 then
    insert into lender_line (journal_id, line_no, account, amount) values (p_id, 3, 'expense:providerFee', p_fee);
  end if;
end $$;

revoke all on function post_settlement from public;
grant execute on function post_settlement to hiram_app;
