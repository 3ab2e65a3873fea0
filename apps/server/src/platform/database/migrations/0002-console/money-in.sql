-- The money-in desk: rights of the shipped roles, banks' statements, and payments that a person posts.

insert into role_right (role, "right") values
  ('cashier', 'moneyIn.import'),
  ('cashier', 'moneyIn.post'),
  ('cashier', 'moneyIn.read'),
  ('cashier', 'moneyIn.refuse'),
  ('controller', 'moneyIn.grant'),
  ('controller', 'moneyIn.import'),
  ('controller', 'moneyIn.post'),
  ('controller', 'moneyIn.read'),
  ('controller', 'moneyIn.refuse');

-- A cashier posts up to 20,000.00 alone, and 200,000.00 a day.
insert into authority (role, action, brand, max_per_day, second_person_from) values
  ('cashier', 'moneyIn.post', '*', 20000000, 2000000),
  ('cashier', 'moneyIn.refuse', '*', null, null),
  ('controller', 'moneyIn.post', '*', null, 10000000),
  ('controller', 'moneyIn.refuse', '*', null, null);

-- How the statements of one of the lender's accounts are read: which column is what.
create table statement_map (
  brand text not null,
  -- The number of the brand's means of transfer.
  account text not null,
  map jsonb not null,
  saved_by uuid not null references staff,
  saved_at timestamptz not null,
  primary key (brand, account)
);
grant select, insert on statement_map to hiram_app;

create table statement_import (
  id uuid primary key,
  brand text not null,
  account text not null,
  file_name text not null,
  -- Lines that were taken, of which some were there before.
  lines bigint not null,
  added bigint not null,
  imported_by uuid not null references staff,
  imported_at timestamptz not null
);
create index statement_import_account on statement_import (brand, account, id);
create trigger statement_import_audit after insert on statement_import
  for each row execute function write_audit('id');
create trigger statement_import_kept before delete on statement_import for each row execute function refuse_deletion();
grant select, insert on statement_import to hiram_app;

-- What came in on one of the lender's accounts. It holds no name: the reference tells whose it is.
create table statement_line (
  id uuid primary key,
  import_id uuid not null references statement_import,
  brand text not null,
  account text not null,
  line_no bigint not null,
  booked_on date not null,
  -- Cents.
  amount bigint not null check (amount > 0),
  -- In letters and digits alone, as a claim has it; empty if the bank gave none.
  reference text not null,
  -- SHA-256 of day, amount, reference and balance: the same line counts once, however often it is imported.
  digest bytea not null,
  -- The claim that was posted by it.
  transfer_id uuid,
  -- Set aside by a person: no borrower's payment.
  set_aside_by uuid references staff,
  set_aside_reason text,
  unique (brand, account, digest),
  check (transfer_id is null or set_aside_by is null),
  check ((set_aside_by is null) = (set_aside_reason is null))
);
create index statement_line_reference on statement_line (brand, reference);
create index statement_line_amount on statement_line (brand, amount, booked_on) where transfer_id is null;
create index statement_line_open on statement_line (brand, id) where transfer_id is null and set_aside_by is null;
create index statement_line_import on statement_line (import_id) where transfer_id is null and set_aside_by is null;
create index statement_line_transfer on statement_line (transfer_id) where transfer_id is not null;
create index statement_line_last on statement_line (brand, account, booked_on desc);
create trigger statement_line_audit after update on statement_line
  for each row execute function write_audit('id', 'transfer_id', 'set_aside_by');
create trigger statement_line_kept before delete on statement_line for each row execute function refuse_deletion();
grant select, insert on statement_line to hiram_app;

create index utr_waiting on utr_submission (brand, id) where state = 'review';
create index payment_held_list on payment (id) where state = 'held';

-- The approval by which a person of the staff posted a payment: each posts one.
alter table payment add column approval_id uuid references approval;
create unique index payment_approval on payment (approval_id) where approval_id is not null;

-- The server's login posts a transfer, a held payment and one with an unknown code by an approval of exactly its amount alone.
-- An operator's command, which the audit trail names with its person, and the sandbox's buttons need none.
create function check_posted_by_hand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'hiram_app' or coalesce(current_setting('hiram.actor', true), '') like 'command %' then
    return new;
  end if;
  if new.approval_id is null and (select sandbox from installation) then
    return new;
  end if;
  if not exists (
    select from approval join loan_order on loan_order.id = new.order_id
    where approval.id = new.approval_id and approval.state = 'done' and approval.action = 'moneyIn.post'
      and approval.brand = loan_order.brand and approval.amount = new.amount
  ) then
    raise exception 'a payment is posted by hand by an approval of its amount alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_inserted_by_hand before insert on payment
  for each row when (new.provider = 'transfer' or new.reviewed_at is not null)
  execute function check_posted_by_hand();
create trigger payment_posted_by_hand before update of state on payment
  for each row when (old.state = 'held' and new.state = 'posted') execute function check_posted_by_hand();
