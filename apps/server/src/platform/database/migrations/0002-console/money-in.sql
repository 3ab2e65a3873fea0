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
  -- No borrower named the payment of such a line, so two persons always decide it.
  ('cashier', 'moneyIn.postLine', '*', null, 0),
  ('cashier', 'moneyIn.refuse', '*', null, null),
  ('controller', 'moneyIn.post', '*', null, 10000000),
  ('controller', 'moneyIn.postLine', '*', null, 0),
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
  -- The payment that was posted by it, though nobody claimed it.
  payment_id uuid unique,
  -- Set aside by a person: no borrower's payment.
  set_aside_by uuid references staff,
  set_aside_reason text,
  unique (brand, account, digest),
  check (num_nonnulls(transfer_id, payment_id, set_aside_by) <= 1),
  check ((set_aside_by is null) = (set_aside_reason is null))
);
create index statement_line_reference on statement_line (brand, reference);
create index statement_line_amount on statement_line (brand, amount, booked_on) where transfer_id is null and payment_id is null;
create index statement_line_open on statement_line (brand, id)
  where transfer_id is null and payment_id is null and set_aside_by is null;
create index statement_line_import on statement_line (import_id)
  where transfer_id is null and payment_id is null and set_aside_by is null;
create index statement_line_transfer on statement_line (transfer_id) where transfer_id is not null;
create index statement_line_last on statement_line (brand, account, booked_on desc);
create trigger statement_line_audit after update on statement_line
  for each row execute function write_audit('id', 'transfer_id', 'payment_id', 'set_aside_by');
create trigger statement_line_kept before delete on statement_line for each row execute function refuse_deletion();
grant select, insert on statement_line to hiram_app;

-- A task names a transfer by its id alone.
create index utr_id on utr_submission (id);
create index utr_waiting on utr_submission (brand, id) where state = 'review';
create index payment_held_list on payment (id) where state = 'held';

-- The approval by which a person of the staff decided it. Each decides one payment.
alter table payment add column approval_id uuid references approval;
create unique index payment_approval on payment (approval_id) where approval_id is not null;
alter table utr_submission add column approval_id uuid references approval;
alter table provider_message add column approval_id uuid references approval;

-- Whether an approval of an action on a row was done. In a sandbox its buttons need none.
create function is_decided(p_approval uuid, p_action text, p_subject text, p_subject_id text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (p_approval is null and (select sandbox from installation)) or exists (
    select from approval where id = p_approval and state = 'done' and action = p_action
      and (within_limit or granted_by is not null) and subject = p_subject and subject_id = p_subject_id
  )
$$;

-- The server's login posts a transfer, a held payment and one with an unknown code by an approval of exactly its row and amount
-- alone. An operator's command needs two named persons.
create function check_posted_by_hand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_break_glass('payment', new.id::text, new.order_id)
    or (new.approval_id is null and (select sandbox from installation)) then
    return new;
  end if;
  if not exists (
    select from approval join loan_order on loan_order.id = new.order_id
    where approval.id = new.approval_id and approval.state = 'done' and (within_limit or granted_by is not null)
      and approval.action = case approval.subject when 'statement_line' then 'moneyIn.postLine' else 'moneyIn.post' end
      and approval.brand = loan_order.brand and approval.amount = new.amount
      and case approval.subject
        when 'payment' then approval.subject_id = new.id::text
        -- Alone by the bank's day, which the line has: an earlier one would undo late charges.
        when 'utr_submission' then exists (
          select from utr_submission where code_id = new.code_id and id::text = approval.subject_id)
          and (granted_by is not null or new.paid_on = (
            select booked_on from statement_line where id::text = lower(request ->> 'lineId')))
        -- A line that nobody claimed: two persons, exactly this line and this order, and the line posts nothing else.
        when 'statement_line' then granted_by is not null and lower(request ->> 'orderId') = new.order_id::text
          and exists (select from statement_line line where line.id::text = approval.subject_id
            and line.brand = approval.brand and line.amount = new.amount
            and num_nonnulls(line.transfer_id, line.payment_id, line.set_aside_by) = 0)
        else starts_with(approval.subject_id, new.provider || '/') end
  ) then
    raise exception 'a payment is posted by hand by an approval of its amount alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
-- A line names the payment that was posted by it, and no other one, for ever.
create function check_line_posted() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.payment_id is not null or not exists (
    select from payment join approval on approval.id = payment.approval_id
    where payment.id = new.payment_id and payment.amount = new.amount
      and approval.subject = 'statement_line' and approval.subject_id = new.id::text
  ) then
    raise exception 'a line is posted once, by an approval of exactly it' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger statement_line_posted before update on statement_line
  for each row when (old.payment_id is distinct from new.payment_id) execute function check_line_posted();

create trigger payment_inserted_by_hand before insert on payment
  for each row when (new.provider = 'transfer' or new.reviewed_at is not null)
  execute function check_posted_by_hand();
create trigger payment_posted_by_hand before update of state on payment
  for each row when (old.state = 'held' and new.state = 'posted') execute function check_posted_by_hand();

-- The same of what a person refuses, and of the claims and messages that a person settles. The claims that lose against a posted
-- one are refused by its approval.
create function check_decided_by_hand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  is_allowed boolean;
begin
  if tg_table_name = 'payment' then
    is_allowed := is_break_glass('payment', new.id::text, new.order_id)
      or is_decided(new.approval_id, 'moneyIn.refuse', 'payment', new.id::text);
  elsif tg_table_name = 'utr_submission' then
    is_allowed := is_break_glass('utr_submission', new.id::text, new.order_id)
      or is_decided(new.approval_id, case new.state when 'accepted' then 'moneyIn.post' else 'moneyIn.refuse' end,
        'utr_submission', new.id::text)
      or (new.state = 'refused' and new.reason = 'usedElsewhere' and exists (
        select from utr_submission winner where winner.brand = new.brand and winner.id <> new.id
          and winner.utr = new.utr
          and is_decided(new.approval_id, 'moneyIn.post', 'utr_submission', winner.id::text)));
  else
    is_allowed := is_break_glass('provider_message', new.provider || '/' || new.message_id, null)
      or is_decided(new.approval_id, case new.detail when 'posted' then 'moneyIn.post' else 'moneyIn.refuse' end,
        'provider_message', new.provider || '/' || new.message_id);
  end if;
  if not is_allowed then
    raise exception 'money that waits is decided on by an approval of exactly that' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_refused_by_hand before update of state on payment
  for each row when (old.state = 'held' and new.state = 'refused') execute function check_decided_by_hand();
create trigger utr_submission_decided before update of state on utr_submission
  for each row when (old.state <> new.state) execute function check_decided_by_hand();
create trigger provider_message_decided before update of settled_at on provider_message
  for each row when (old.settled_at is null and new.settled_at is not null) execute function check_decided_by_hand();
