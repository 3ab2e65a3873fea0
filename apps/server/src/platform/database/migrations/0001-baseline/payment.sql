create table payment (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  code_id uuid references payment_code (id),
  provider text not null,
  provider_payment_id text not null,
  amount bigint not null check (amount > 0),
  -- The payer's day, which counts, and the day on which the provider confirmed it.
  paid_on date not null,
  confirmed_on date not null,
  state text not null check (state in ('posted', 'held', 'reversed', 'rejected')),
  -- The business day on which it was reversed or rejected.
  ended_on date,
  held_reason text,
  received_at timestamptz not null,
  -- When an operator decided on a held payment, and the note.
  reviewed_at timestamptz,
  review_note text,
  -- The approval by which a person of the staff decided it. Each decides one payment.
  approval_id uuid references approval,
  primary key (borrower_id, id),
  unique (provider, provider_payment_id)
);
create index payment_order on payment (borrower_id, order_id, received_at);
create index payment_code_paid on payment (code_id);
create index payment_held on payment (received_at) where state = 'held';
create index payment_day on payment (provider, paid_on);
create index payment_short on payment (right(id::text, 8));
create index payment_provider on payment (provider_payment_id);
create index payment_held_list on payment (id) where state = 'held';
create unique index payment_approval on payment (approval_id) where approval_id is not null;
create trigger payment_audit after insert or update or delete on payment
  for each row execute function write_audit('id', 'state', 'amount', 'paid_on');
create trigger payment_audit_all after truncate on payment execute function write_audit();
grant select, insert, update (state, ended_on, reviewed_at, review_note, approval_id) on payment to hiram_app;

-- The server's login posts a transfer, a held payment and one with an unknown code by an approval of exactly its row and amount
-- alone. An operator's command needs two named persons.
create function check_posted_by_hand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if moved_now() = new.borrower_id then
    return new;
  end if;
  if is_break_glass('payment', new.id::text, new.order_id)
    or (new.approval_id is null and (select sandbox from installation)) then
    return new;
  end if;
  if not exists (
    select from approval join loan_order on loan_order.id = new.order_id
    where approval.id = new.approval_id and approval.state = 'done' and (within_limit or approved_by is not null)
      and approval.action = case approval.subject when 'statement_line' then 'moneyIn.postLine' else 'moneyIn.post' end
      and approval.brand = loan_order.brand and approval.amount = new.amount
      and case approval.subject
        when 'payment' then approval.subject_id = new.id::text
        -- Alone by the bank's day, which the line has: an earlier one would undo late charges.
        when 'utr_submission' then exists (
          select from utr_submission where code_id = new.code_id and id::text = approval.subject_id)
          and (approved_by is not null or new.paid_on = (
            select booked_on from statement_line where id::text = lower(request ->> 'lineId')))
        -- A line that nobody claimed: two persons, exactly this line and this order, and the line posts nothing else.
        when 'statement_line' then approved_by is not null and lower(request ->> 'orderId') = new.order_id::text
          and exists (select from statement_line line where line.id::text = approval.subject_id
            and line.brand = approval.brand and line.amount = new.amount
            and num_nonnulls(line.transfer_id, line.payment_id, line.set_aside_by) = 0)
        else starts_with(approval.subject_id, new.provider || '/') end
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

-- The same of what a person refuses, and of the claims and messages that a person settles. The claims that lose against a posted
-- one are refused by its approval.
create function check_decided_by_hand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  is_allowed boolean;
begin
  if table_of(tg_table_name) = 'payment' then
    is_allowed := is_break_glass('payment', new.id::text, new.order_id)
      or is_decided(new.approval_id, 'moneyIn.refuse', 'payment', new.id::text);
  elsif table_of(tg_table_name) = 'utr_submission' then
    is_allowed := is_break_glass('utr_submission', new.id::text, new.order_id)
      or is_decided(new.approval_id, case new.state when 'accepted' then 'moneyIn.post' else 'moneyIn.refuse' end,
        'utr_submission', new.id::text)
      or (new.state = 'rejected' and new.reason = 'usedElsewhere' and exists (
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
  for each row when (old.state = 'held' and new.state = 'rejected') execute function check_decided_by_hand();
