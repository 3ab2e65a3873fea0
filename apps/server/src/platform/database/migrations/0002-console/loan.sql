-- The loan desk: rights of the shipped roles, limits and tables.

insert into role_right (role, "right") values
  ('cashier', 'loan.read'),
  ('cashier', 'loan.readAgreement'),
  ('cashier', 'loan.waive'),
  ('cashier', 'loan.refund'),
  ('cashier', 'loan.undo'),
  ('cashier', 'loan.extend'),
  ('cashier', 'loan.stopCharges'),
  ('cashier', 'loan.writeOff'),
  ('collector', 'loan.read'),
  ('collector', 'loan.extend'),
  ('controller', 'loan.read'),
  ('controller', 'loan.readAgreement'),
  ('controller', 'loan.waive'),
  ('controller', 'loan.refund'),
  ('controller', 'loan.writeOff'),
  ('controller', 'loan.undo'),
  ('controller', 'loan.extend'),
  ('controller', 'loan.stopCharges'),
  ('controller', 'loan.grant'),
  ('officer', 'loan.read'),
  ('officer', 'loan.readAgreement'),
  ('reviewer', 'loan.read'),
  ('support', 'loan.read'),
  ('support', 'loan.readAgreement');

-- What one person does alone is small; a second person grants the rest. What takes money out of the books, or puts a debt back,
-- always needs two persons.
insert into authority (role, action, brand, max_per_item, max_per_day, second_person_from) values
  ('cashier', 'loan.waive', '*', 500000, 200000, 30000),
  ('cashier', 'loan.refund', '*', null, null, 0),
  ('cashier', 'loan.undo', '*', null, null, 0),
  ('cashier', 'loan.writeOff', '*', null, null, 0),
  ('cashier', 'loan.extend', '*', null, 200000, 30000),
  ('cashier', 'loan.stopCharges', '*', null, 200000, 30000),
  ('collector', 'loan.extend', '*', null, null, 0),
  ('controller', 'loan.waive', '*', null, null, 0),
  ('controller', 'loan.refund', '*', null, null, 0),
  ('controller', 'loan.writeOff', '*', null, null, 0),
  ('controller', 'loan.undo', '*', null, null, 0),
  ('controller', 'loan.extend', '*', null, null, 0),
  ('controller', 'loan.stopCharges', '*', null, null, 0);

-- A person may stop late charges for a time.
alter table loan_event drop constraint loan_event_kind_check;
alter table loan_event add constraint loan_event_kind_check
  check (kind in ('disbursed', 'paid', 'extended', 'waived', 'refunded', 'reversed', 'writtenOff', 'chargesStopped'));

-- An approval is used by one event.
create unique index loan_event_approval on loan_event ((body #>> '{note,approval}'))
  where body #>> '{note,approval}' is not null;

-- Decisions about money from the shell, for an emergency in which the console cannot be used. Two named persons stand for each.
create table break_glass (
  -- The decision: one run of a command.
  id uuid primary key,
  -- The row that was decided on.
  subject text not null check (subject in ('loan_event', 'payment', 'utr_submission', 'provider_message', 'review', 'staff')),
  subject_id text not null,
  order_id uuid references loan_order (id),
  decided_by text not null check (decided_by <> ''),
  seconded_by text not null check (seconded_by <> '' and lower(seconded_by) <> lower(decided_by)),
  at timestamptz not null default now()
);
create index break_glass_at on break_glass (at);
create trigger break_glass_fixed before update or delete on break_glass for each row execute function refuse_change();
create trigger break_glass_kept before truncate on break_glass execute function refuse_change();
create trigger break_glass_audit after insert on break_glass for each row execute function write_audit('id', 'subject', 'subject_id');
grant select on break_glass to hiram_app;

-- Whether the owner's login decides, which an operator's command uses in an emergency. It must name two persons in the setting
-- hiram.break_glass; the decision is recorded once. False for the server's login, which needs an approval.
create function is_break_glass(p_subject text, p_subject_id text, p_order uuid) returns boolean language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  named jsonb := nullif(current_setting('hiram.break_glass', true), '')::jsonb;
begin
  if current_user = 'hiram_app' then
    return false;
  end if;
  if coalesce(trim(named ->> 'by'), '') = '' or coalesce(trim(named ->> 'second'), '') = '' then
    raise exception 'a decision by hand needs two named persons' using errcode = 'restrict_violation';
  end if;
  insert into break_glass (id, subject, subject_id, order_id, decided_by, seconded_by)
    values ((named ->> 'id')::uuid, p_subject, p_subject_id, p_order, trim(named ->> 'by'), trim(named ->> 'second'))
    on conflict (id) do nothing;
  return true;
end $$;

-- The action by which the staff makes an event by hand; null: a payment, a payout or an extension that was paid for made it.
create function hand_made_action(p_event loan_event) returns text language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  target loan_event;
begin
  case p_event.kind
    when 'waived' then return 'loan.waive';
    when 'refunded' then return 'loan.refund';
    when 'writtenOff' then return 'loan.writeOff';
    when 'chargesStopped' then return 'loan.stopCharges';
    when 'extended' then
      perform from loan_event where borrower_id = p_event.borrower_id and order_id = p_event.order_id
        and kind = 'paid' and id::text = p_event.body ->> 'paidBy';
      return case when found then null else 'loan.extend' end;
    when 'reversed' then
      select * into target from loan_event where borrower_id = p_event.borrower_id and order_id = p_event.order_id
        and id::text = p_event.body ->> 'target';
      return case when found and hand_made_action(target) is null then null else 'loan.undo' end;
    when 'disbursed', 'paid' then return null;
    -- A kind that this function does not know needs an approval that nothing can give.
    else return 'loan.' || p_event.kind;
  end case;
end $$;

-- An event that a person makes by hand needs an approval that is done: granted by a second person, or within the limit of the one
-- who did it. It must be of this action, this order, these amounts, and of the effect that was shown. The owner's login, which
-- an operator's command uses in an emergency, needs two named persons instead.
create function check_hand_made_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted text := hand_made_action(new);
  note jsonb := new.body -> 'note';
  given approval;
begin
  if wanted is null then
    return null;
  end if;
  if is_break_glass('loan_event', new.id::text, new.order_id) then
    return null;
  end if;
  select * into given from approval where id::text = note ->> 'approval' and state = 'done'
    and action = wanted and subject = 'loan_order' and subject_id = new.order_id::text
    and (within_limit or granted_by is not null)
    and encode(effect_digest, 'hex') = note ->> 'digest';
  if not found or given.request ->> 'orderId' is distinct from new.order_id::text or exists (
    select from unnest(case wanted
      when 'loan.waive' then array['principal', 'interest', 'late', 'penalty']
      when 'loan.refund' then array['amount']
      when 'loan.stopCharges' then array['until']
      else array[]::text[] end) as field
    where given.request -> field is distinct from new.body -> field
  ) or (wanted = 'loan.undo' and given.request ->> 'eventId' is distinct from new.body ->> 'target') then
    raise exception 'an event by hand (%) needs an approval of exactly this', wanted using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger loan_event_by_hand after insert on loan_event
  for each row execute function check_hand_made_event();

-- What was decided by hand is in the audit trail, as waivers, refunds and write-offs are.
create trigger loan_event_decided_audit after insert on loan_event
  for each row when (new.kind = 'chargesStopped' or (new.kind in ('reversed', 'extended') and new.body -> 'note' is not null))
  execute function write_audit('id');
