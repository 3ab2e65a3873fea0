-- A loan's events. They are append-only for everyone: a correction is a new event.

-- A row of the books is deleted only if the archive has exactly this row, or with its borrower who moves.
create function refuse_change_of_books() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
begin
  if tg_op = 'DELETE' then
    if exists (
      select from archived_loan where borrower_id = old.borrower_id and order_id = old.order_id
      and books -> tg_argv[0] @> jsonb_build_array(to_jsonb(old) - '{borrower_id,order_id}'::text[])
    ) then
      return old;
    end if;
    if moves_away(public.table_of(tg_table_name), to_jsonb(old)) then
      return old;
    end if;
  end if;
  raise exception '% is append-only', public.table_of(tg_table_name) using errcode = 'restrict_violation';
end $$;

create table loan_event (
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  seq integer not null check (seq > 0),
  id uuid not null unique,
  kind text not null check (kind in (
    'disbursed', 'paid', 'extended', 'waived', 'refunded', 'reversed', 'writtenOff', 'chargesStopped', 'arranged', 'arrangementEnded'
  )),
  -- The day for which the loan engine counts the event.
  value_date date not null,
  arrived_at timestamptz not null,
  body jsonb not null,
  primary key (borrower_id, order_id, seq),
  -- A reviewer decides these and gives a reason.
  constraint loan_event_decided
    check (kind not in ('waived', 'refunded', 'writtenOff') or coalesce(body #>> '{note,reason}', '') <> '')
);
-- An approval is used by one event.
create unique index loan_event_approval on loan_event ((body #>> '{note,approval}'))
  where body #>> '{note,approval}' is not null;
create trigger loan_event_append_only before update or delete on loan_event
  for each row execute function refuse_change_of_books('events');
create trigger loan_event_no_truncate before truncate on loan_event execute function refuse_change();
create trigger loan_event_audit after insert on loan_event
  for each row when (new.kind in ('waived', 'refunded', 'writtenOff')) execute function write_audit('id');
-- What was decided by hand is in the audit trail, as waivers, refunds and write-offs are.
create trigger loan_event_decided_audit after insert on loan_event
  for each row when (new.kind in ('chargesStopped', 'arranged') or (new.kind in ('reversed', 'extended') and new.body -> 'note' is not null))
  execute function write_audit('id');
grant select, insert on loan_event to hiram_app;

-- The action by which the staff makes an event by hand; null: a payment, a payout or an extension that was paid for made it. The
-- payment or the target may be archived.
create function manual_action(p_borrower uuid, p_order uuid, p_kind text, p_body jsonb) returns text language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  target record;
begin
  case p_kind
    when 'waived' then return 'loan.waive';
    when 'refunded' then return 'loan.refund';
    when 'writtenOff' then return 'loan.writeOff';
    when 'chargesStopped' then return 'loan.stopCharges';
    when 'extended' then
      perform from every_loan_event where borrower_id = p_borrower and order_id = p_order
        and kind = 'paid' and id::text = p_body ->> 'paidBy';
      return case when found then null else 'loan.extend' end;
    when 'reversed' then
      select kind, body into target from every_loan_event where borrower_id = p_borrower and order_id = p_order
        and id::text = p_body ->> 'target';
      return case when found and manual_action(p_borrower, p_order, target.kind, target.body) is null then null
        else 'loan.undo' end;
    when 'arranged' then return 'loan.arrange';
    -- The record of an arrangement's end changes nothing.
    when 'disbursed', 'paid', 'arrangementEnded' then return null;
    -- A kind that this function does not know needs an approval that nothing can give.
    else return 'loan.' || p_kind;
  end case;
end $$;

-- An event that a person makes by hand needs an approval that is done: approved by a second person, or within
-- the limit of the one who did it. It must be of this action, this order, these amounts, and of the effect
-- that was shown. The owner's login, which an operator's command uses in an emergency, needs two named
-- persons instead.
create function check_manual_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted text := manual_action(new.borrower_id, new.order_id, new.kind, new.body);
  note jsonb := new.body -> 'note';
  given approval;
begin
  if wanted is null or moved_now() = new.borrower_id then
    return null;
  end if;
  if is_break_glass('loan_event', new.id::text, new.order_id) then
    return null;
  end if;
  select * into given from approval where id::text = note ->> 'approval' and state = 'done'
    and action = wanted and subject = 'loan_order' and subject_id = new.order_id::text
    and (within_limit or approved_by is not null)
    and encode(effect_digest, 'hex') = note ->> 'digest';
  if not found or given.request ->> 'orderId' is distinct from new.order_id::text or exists (
    select from unnest(case wanted
      when 'loan.waive' then array['principal', 'interest', 'late', 'penalty']
      when 'loan.refund' then array['amount']
      when 'loan.stopCharges' then array['until']
      else array[]::text[] end) as field
    where given.request -> field is distinct from new.body -> field
  ) or (wanted = 'loan.arrange' and (
    given.request -> 'days' is distinct from jsonb_path_query_array(new.body, '$.parts[*].date')
    -- The borrower agreed to it.
    or not exists (
      select from arrangement where borrower_id = new.borrower_id and order_id = new.order_id and state = 'accepted'
        and approval_id = given.id and event_id = new.id
    )
  )) or (wanted = 'loan.undo' and given.request ->> 'eventId' is distinct from new.body ->> 'target') then
    raise exception 'an event by hand (%) needs an approval of exactly this', wanted using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger loan_event_by_hand after insert on loan_event
  for each row execute function check_manual_event();
