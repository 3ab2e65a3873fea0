-- The stops of a brand's payouts. One without an end is in force on every server.
create table payout_stop (
  id uuid primary key,
  brand text not null,
  stopped_by uuid not null references staff,
  stopped_at timestamptz not null,
  -- Empty until the person says why: a stop is first of all quick.
  reason text not null,
  -- The approved request that ended it.
  approval_id uuid references approval,
  started_at timestamptz,
  check ((approval_id is null) = (started_at is null))
);
create unique index payout_stop_open on payout_stop (brand) where started_at is null;
create trigger payout_stop_audit after insert or update on payout_stop
  for each row execute function write_audit('id', 'reason', 'started_at');
create trigger payout_stop_audit_all after truncate on payout_stop execute function write_audit();
create trigger payout_stop_no_delete before delete on payout_stop for each row execute function refuse_deletion();
grant select, insert, update (reason, approval_id, started_at) on payout_stop to hiram_app;

-- The limits of a business day by brand. A brand without a row has none.
create table payout_limit (
  brand text primary key,
  -- Cents that are handed to providers.
  max_amount bigint check (max_amount > 0),
  -- Payouts of first loans.
  max_first_loans bigint check (max_first_loans >= 0),
  -- Null: set by the sandbox.
  approval_id uuid references approval
);
create trigger payout_limit_audit after insert or update on payout_limit
  for each row execute function write_audit('brand', 'max_amount', 'max_first_loans');
create trigger payout_limit_audit_all after truncate on payout_limit execute function write_audit();
grant select, insert, update (max_amount, max_first_loans, approval_id) on payout_limit to hiram_app;

-- What counts on the limits of a business day.
create table payout_day (
  brand text not null,
  day date not null,
  amount bigint not null,
  payouts bigint not null,
  first_loans bigint not null,
  primary key (brand, day)
);
grant select, insert, update (amount, payouts, first_loans) on payout_day to hiram_app;

-- Where a lender has several cells: the part of a day's ceiling that this cell took of the directory.
create table cell_allowance (
  kind text not null check (kind in ('payouts', 'firstLoans', 'codes')),
  brand text not null,
  day date not null,
  granted bigint not null check (granted >= 0),
  returned_at timestamptz not null default now(),
  primary key (kind, brand, day)
);
grant select, insert, update (granted, returned_at) on cell_allowance to hiram_app;

-- A payout that a limit of the day, or what is known of its borrower, held back: for each reason once, one after the other.
create table payout_hold (
  payout_id uuid not null references payout (id),
  brand text not null,
  reason text not null check (reason in ('ceiling', 'firstLoans', 'screening', 'identity', 'otherLoan')),
  held_at timestamptz not null,
  -- Of a limit of the day: what counted on it already, and the limit. Cents, or first loans.
  counted bigint,
  at_most bigint,
  closed_at timestamptz,
  -- The request that released or cancelled it.
  approval_id uuid references approval,
  primary key (payout_id, reason),
  check ((counted is null) = (at_most is null)),
  check ((closed_at is null) = (approval_id is null))
);
create unique index payout_hold_open on payout_hold (payout_id) where closed_at is null;
create trigger payout_hold_audit after insert or update on payout_hold
  for each row execute function write_audit('payout_id', 'closed_at');
create trigger payout_hold_audit_all after truncate on payout_hold execute function write_audit();
create trigger payout_hold_no_delete before delete on payout_hold for each row execute function refuse_deletion();
grant select, insert, update (closed_at, approval_id) on payout_hold to hiram_app;

-- The server's login ends a stop, sets a limit, and closes a hold by an approval of exactly that.
create function check_payout_approval() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'hiram_app' then
    return new;
  end if;
  if table_of(tg_table_name) = 'payout_stop' then
    if tg_op = 'UPDATE' and old.started_at is not null then
      raise exception 'the stop % has ended', old.id using errcode = 'restrict_violation';
    end if;
    if new.started_at is not null and not (is_approved(new.approval_id, '{moneyOut.start}', new.brand, new.id::text)
        and exists (select from approval where id = new.approval_id and approved_by is not null)) then
      raise exception 'payouts are started by two persons alone' using errcode = 'restrict_violation';
    end if;
  elsif table_of(tg_table_name) = 'payout_limit' then
    if new.approval_id is null and (select sandbox from installation) then
      return new;
    end if;
    if not exists (
      select from approval where id = new.approval_id and state = 'done' and action = 'moneyOut.setCeiling'
        and approved_by is not null and brand = new.brand
        and request ->> 'maxAmount' is not distinct from new.max_amount::text
        and request ->> 'maxFirstLoans' is not distinct from new.max_first_loans::text and is_latest(id)
    ) then
      raise exception 'the limits of a day are set by two persons alone' using errcode = 'restrict_violation';
    end if;
  elsif new.closed_at is not null
      and not is_approved(new.approval_id, '{moneyOut.release,moneyOut.cancel}', new.brand, new.payout_id::text) then
    raise exception 'a held payout is released by an approval alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_stop_checked before insert or update on payout_stop
  for each row execute function check_payout_approval();
create trigger payout_limit_checked before insert or update on payout_limit
  for each row execute function check_payout_approval();
create trigger payout_hold_checked before insert or update on payout_hold
  for each row execute function check_payout_approval();
