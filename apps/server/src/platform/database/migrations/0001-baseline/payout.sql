create table payout (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  account_id uuid not null references bank_account (id),
  -- Cents.
  amount bigint not null check (amount > 0),
  state text not null check (state in ('requested', 'sent', 'paid', 'returned')),
  provider text not null,
  provider_reference text,
  reason text,
  requested_at timestamptz not null,
  sent_at timestamptz,
  sent_on date,
  check ((sent_at is null) = (sent_on is null)),
  -- When the provider was last queried for the state.
  queried_at timestamptz,
  settled_at timestamptz,
  settled_on date,
  brand text not null,
  -- The business day on whose limits it counts: it was handed to its provider then, who may have it since.
  counted_on date,
  -- Until then one server is handing it over, and no other one does.
  sending_until timestamptz,
  -- The request by which a person cancelled it.
  cancelled_by uuid references approval,
  -- Returned, and nobody has dealt with it yet.
  is_return_open boolean not null default false check (not is_return_open or state = 'returned'),
  primary key (borrower_id, id)
);
-- An order has one payout at a time; another one follows only after it was returned.
create unique index payout_live on payout (order_id) where state <> 'returned';
create index payout_order on payout (borrower_id, order_id, requested_at desc);
create index payout_requested on payout (requested_at) where state = 'requested';
create index payout_unsettled on payout (sent_at) where state = 'sent';
create index payout_sent on payout (provider, sent_on);
create index payout_short on payout (right(id::text, 8));
create index payout_provider on payout (provider_reference);
create index payout_return_open on payout (borrower_id, order_id) where is_return_open;
create index payout_list on payout (brand, state, id);
create index payout_ended on payout (brand, settled_on, state) include (amount) where settled_on is not null;
create trigger payout_audit after insert or update or delete on payout
  for each row execute function write_audit('id', 'state', 'amount', 'account_id');
create trigger payout_audit_all after truncate on payout execute function write_audit();
grant select, insert, update (state, provider_reference, reason, sent_at, sent_on, settled_at, settled_on, queried_at,
  counted_on, sending_until, cancelled_by, is_return_open) on payout to hiram_app;

create function set_payout_brand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  new.brand := (select brand from loan_order where id = new.order_id);
  return new;
end $$;
create trigger payout_brand before insert on payout for each row execute function set_payout_brand();

-- No server hands a payout over while the brand's payouts are stopped or a person must look at it, as beside
-- another running loan.
create function check_payout_claim() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from payout_stop where brand = new.brand and started_at is null) then
    raise exception 'the payouts of % are stopped', new.brand using errcode = 'restrict_violation';
  end if;
  if exists (select from payout_hold where payout_id = new.id and closed_at is null) then
    raise exception 'the payout % is held', new.id using errcode = 'restrict_violation';
  end if;
  if not exists (select from payout_hold where payout_id = new.id and reason = 'otherLoan') and exists (
    select from loan_order where borrower_id = new.borrower_id and id <> new.order_id
      and status in ('active', 'dueSoon', 'overdue')) then
    raise exception 'another loan of the borrower runs: a person releases the payout %', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_claimed before update of sending_until on payout
  for each row when (new.sending_until is not null) execute function check_payout_claim();
