-- Requests and proposals to pay overdue repayments in parts. What is agreed is an event of the loan, with its agreement.
create table arrangement (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  order_id uuid not null,
  state text not null check (state in ('requested', 'proposed', 'accepted', 'declined', 'lapsed')),
  -- The days of the parts: as the borrower asks for them, then as they are proposed.
  days text[] not null check (cardinality(days) between 1 and 6),
  -- When the borrower asked for it; null: the staff proposed it by itself.
  requested_at timestamptz,
  proposed_at timestamptz,
  -- The last day on which the borrower may accept it.
  valid_through date,
  approval_id uuid references approval,
  agreement_id uuid,
  event_id uuid,
  closed_at timestamptz,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  foreign key (borrower_id, agreement_id) references agreement (borrower_id, id),
  check ((state in ('requested', 'proposed')) = (closed_at is null)),
  check ((proposed_at is null) = (approval_id is null) and (proposed_at is null) = (valid_through is null)),
  check (state <> 'proposed' or proposed_at is not null),
  check ((state = 'accepted') = (agreement_id is not null) and (state = 'accepted') = (event_id is not null))
);
create unique index arrangement_open on arrangement (order_id) where closed_at is null;
create index arrangement_order on arrangement (borrower_id, order_id, id);
create index arrangement_approval on arrangement (approval_id);
create trigger arrangement_audit after insert or update on arrangement
  for each row execute function write_audit('id', 'state');
create trigger arrangement_audit_all after truncate on arrangement execute function write_audit();
create trigger arrangement_no_delete before delete on arrangement for each row execute function refuse_deletion();
grant select, insert, update (state, days, proposed_at, valid_through, approval_id, agreement_id, event_id, closed_at)
  on arrangement to hiram_app;

-- Staff proposes by an approval of exactly this loan and these days, and what is closed stays closed.
create function check_arrangement() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.closed_at is not null then
    raise exception 'a closed arrangement is not changed' using errcode = 'restrict_violation';
  end if;
  if new.state in ('proposed', 'accepted') and not exists (
    select from approval where id = new.approval_id and state = 'done' and action = 'loan.arrange'
      and subject = 'loan_order' and subject_id = new.order_id::text and request -> 'days' = to_jsonb(new.days)
  ) then
    raise exception 'an arrangement is proposed by an approval of exactly this' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger arrangement_checked before insert or update on arrangement
  for each row execute function check_arrangement();
