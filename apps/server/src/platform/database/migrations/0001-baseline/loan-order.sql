-- Applications and loans. Amounts are whole cents; columns `…_on` and `…_by` are business days.

-- TERM-07: the statuses of an order. `packages/contract/src/shapes/order-status.ts` has the number of each on the wire.
create type order_status as enum ('applied', 'rejected', 'approved', 'active', 'dueSoon', 'overdue', 'settled');

create table loan_order (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  product_id uuid not null references product,
  kind text not null check (kind in ('single', 'perPeriod')),
  amount bigint not null check (amount > 0),
  terms jsonb not null,
  client_kind text not null check (client_kind in ('new', 'repeat')),
  status order_status not null,
  applied_at timestamptz not null,
  applied_on date not null,
  -- The decision: promised for decide_by; a refused borrower may apply again on apply_again_on.
  decide_by date not null,
  decided_at timestamptz,
  decided_on date,
  decision jsonb,
  apply_again_on date,
  -- The disbursal: the offer lapses unless the borrower withdraws the money; then it arrives by credit_by.
  offer_lapses_on date,
  withdrawn_at timestamptz,
  credit_by date,
  -- The partner's page that serves this loan, if it is not served here.
  served_at text,
  disbursed_on date,
  next_due_on date,
  settled_on date,
  -- Number of the order's events; the next event's seq is one more.
  event_count integer not null default 0,
  -- The day on which the stored status may next change without an event, so that the daily run reads only what changes.
  -- Null counts as due.
  next_status_check_on date,
  -- The business day for which `status` was computed. A day after today comes from a server whose clock was wrong; the
  -- status is then computed again.
  status_computed_on date,
  -- The business day for which what is due by the calendar was queued since status or due date changed; null: not yet.
  messages_queued_on date,
  -- When a reversed payment reopened the settled loan. Such a loan may exist beside a newer one.
  reopened_at timestamptz,
  rated_at timestamptz,
  rating_stars smallint check (rating_stars between 1 and 5),
  -- Null while rows of the loan are in loan_event, journal or journal_line.
  archived_at timestamptz,
  primary key (borrower_id, id)
);
create unique index loan_order_running on loan_order (borrower_id)
  where status in ('applied', 'approved', 'active', 'dueSoon', 'overdue') and reopened_at is null;
create index loan_order_under_way on loan_order (borrower_id, applied_at desc)
  where status in ('applied', 'approved', 'active', 'dueSoon', 'overdue');
create index loan_order_recent on loan_order (borrower_id, applied_at desc);
create index loan_order_settled on loan_order (borrower_id, id desc) where status = 'settled';
create index loan_order_undecided on loan_order (decide_by) where status = 'applied';
create index loan_order_apply_again on loan_order (brand, apply_again_on) where status = 'rejected';
create index loan_order_waiting on loan_order (offer_lapses_on) where status = 'approved';
create index loan_order_lapse on loan_order (brand, offer_lapses_on)
  where status in ('applied', 'approved') and offer_lapses_on is not null and withdrawn_at is null;
create index loan_order_due on loan_order (next_due_on) where status in ('active', 'dueSoon', 'overdue');
-- Read every half minute by the scheduler: loans whose messages must be looked for, and what is due on late loans.
create index loan_order_messages on loan_order (brand, coalesce(messages_queued_on, 'infinity'::date))
  where status in ('active', 'dueSoon', 'overdue');
create index loan_order_late on loan_order (brand, next_due_on)
  include (borrower_id, id, event_count, client_kind, amount, product_id) where status = 'overdue';
create index loan_order_look on loan_order (brand, coalesce(next_status_check_on, '-infinity'::date))
  where status in ('active', 'dueSoon');
create index loan_order_status_computed on loan_order (brand, status_computed_on)
  where status in ('active', 'dueSoon', 'overdue');
-- Overdue and settled orders whose balance still changes with time alone: interest that was paid ahead is computed again on
-- the first day on which prepayment is allowed.
create index loan_order_reckoned on loan_order (brand, next_status_check_on)
  where status in ('overdue', 'settled') and next_status_check_on is not null;
create index loan_order_short on loan_order (right(id::text, 8));
create index loan_order_archivable on loan_order (brand, settled_on) where status = 'settled' and archived_at is null;
create trigger order_audit after insert or update or delete on loan_order
  for each row execute function write_audit('id', 'status', 'terms', 'amount', 'withdrawn_at', 'decision');
create trigger loan_order_audit_all after truncate on loan_order execute function write_audit();
-- Only to a smaller offer that is taken do amount and terms change: the trigger below accepts nothing else.
grant select, insert, update (status, amount, terms, decided_at, decided_on, decision, apply_again_on,
  offer_lapses_on, withdrawn_at, credit_by, served_at, disbursed_on, next_due_on, settled_on, rated_at, rating_stars,
  event_count, next_status_check_on, status_computed_on, messages_queued_on, reopened_at) on loan_order to hiram_app;

-- TERM-07: the moves that an order's status may make. From `approved` a confirmed payout leads to `active`
-- and, if it is confirmed late, to the statuses after it. Besides, a reversed disbursal brings the order to
-- `approved` again: then, and only then, each of its disbursals is reversed. Its events may be archived.
create function check_status_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'applied' and public.moved_now() is distinct from new.borrower_id then
      raise exception 'an order begins at applied, not at %', new.status using errcode = 'check_violation';
    end if;
  elsif (new.amount, new.terms) is distinct from (old.amount, old.terms) and not (
    (old.status, new.status) = ('applied', 'approved') and old.decision ->> 'outcome' = 'counter'
    and new.amount < old.amount and new.amount = (old.decision #>> '{offered,amount}')::bigint and new.amount = (new.terms ->> 'principal')::bigint
  ) then
    raise exception 'only the smaller offer of an application changes its amount and terms' using errcode = 'check_violation';
  elsif new.status <> old.status and not (old.status, new.status) in (
    ('applied', 'approved'), ('applied', 'rejected'), ('approved', 'rejected'),
    ('approved', 'active'), ('approved', 'dueSoon'), ('approved', 'overdue'), ('approved', 'settled'),
    ('active', 'dueSoon'), ('active', 'overdue'), ('active', 'settled'),
    ('dueSoon', 'active'), ('dueSoon', 'overdue'), ('dueSoon', 'settled'),
    ('overdue', 'active'), ('overdue', 'dueSoon'), ('overdue', 'settled'),
    ('settled', 'active'), ('settled', 'dueSoon'), ('settled', 'overdue')
  ) and not (
    old.status in ('active', 'dueSoon', 'overdue', 'settled') and new.status = 'approved' and new.disbursed_on is null
    and exists (select from every_loan_event where borrower_id = new.borrower_id and order_id = new.id and kind = 'disbursed')
    and not exists (
      select from every_loan_event given
      where given.borrower_id = new.borrower_id and given.order_id = new.id and given.kind = 'disbursed'
      and not exists (
        select from every_loan_event back where back.borrower_id = new.borrower_id and back.order_id = new.id
        and back.kind = 'reversed' and back.body ->> 'target' = given.id::text
      )
    )
  ) then
    raise exception 'an order does not move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  -- Another day or status may have to be told.
  if tg_op = 'UPDATE' and (new.status, new.next_due_on) is distinct from (old.status, old.next_due_on) then
    new.messages_queued_on := null;
  end if;
  return new;
end $$;
create trigger loan_order_moves before insert or update on loan_order for each row execute function check_status_move();

-- A rating is given once.
create function refuse_second_rating() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'order % was rated before', old.id using errcode = 'restrict_violation';
end $$;
create trigger loan_order_rated before update of rated_at, rating_stars on loan_order for each row
  when (old.rated_at is not null and (new.rated_at, new.rating_stars) is distinct from (old.rated_at, old.rating_stars))
  execute function refuse_second_rating();

-- What was promised to borrowers, with its day; late ones are those of a past day.
create view late_promise as
  select brand, id as order_id, 'decision' as promise, decide_by as promised_by from loan_order
  where status = 'applied' and decided_at is null
  union all
  select brand, id, 'crediting', credit_by from loan_order where status = 'approved' and withdrawn_at is not null;
grant select on late_promise to hiram_app;

-- From where applications came, to count those of one place. Rows are deleted by age.
create table application_address (
  borrower_id uuid not null references borrower,
  order_id uuid not null,
  brand text not null,
  -- A keyed digest of the caller's network address.
  digest bytea not null,
  applied_at timestamptz not null,
  primary key (borrower_id, order_id)
);
create index application_address_digest on application_address (brand, digest, applied_at);
create index application_address_age on application_address (applied_at);
grant select, insert, delete on application_address to hiram_app;
