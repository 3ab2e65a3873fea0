-- The review queue: applications and payouts that a reviewer decides.
create table review (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  order_id uuid not null,
  kind text not null check (kind in ('application', 'payout')),
  -- The new account that a payout waits for.
  account_id uuid references bank_account (id),
  reasons text[] not null check (cardinality(reasons) > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'released', 'rejected', 'resubmissionRequested', 'cancelled')),
  -- A payout is not sent before this instant.
  hold_until timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  -- The text that the borrower reads.
  words text,
  -- By which approval a member of staff decided it; null: an operator's command, or the end of a hold.
  approval_id uuid references approval,
  -- What the borrower was asked to correct while the application waits, and when they next saved their details.
  corrections text[] check (cardinality(corrections) between 1 and 4),
  corrections_requested_at timestamptz,
  answered_at timestamptz,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  check ((kind = 'payout') = (account_id is not null)),
  check ((state = 'waiting') = (closed_at is null)),
  check ((corrections is null) = (corrections_requested_at is null)),
  check (answered_at is null or corrections_requested_at is not null)
);
create unique index review_waiting on review (order_id, kind) where state = 'waiting';
create index review_opened on review (opened_at) where state = 'waiting';
create index review_order on review (borrower_id, order_id);
create trigger review_audit after insert or update or delete on review
  for each row execute function write_audit('id', 'state', 'reasons', 'closed_by', 'words');
create trigger review_audit_all after truncate on review execute function write_audit();
grant select, insert on review to hiram_app;

-- The server's login decides a review by an approval of exactly this review and decision alone; an operator's command needs two
-- named persons. A payout that waits for a replaced account alone is released when its hold has ended.
create function check_decided_review() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state = old.state or new.state in ('waiting', 'cancelled')
    or (new.state = 'released' and old.reasons <@ array['accountChanged'] and old.hold_until <= now())
    or is_break_glass('review', new.id::text, new.order_id)
    -- The sandbox's own buttons need no approval, its staff does.
    or ((new.approval_id is not null or coalesce(current_setting('hiram.actor', true), '') !~ '(^| )staff ')
      and is_decided(new.approval_id, case new.state
        when 'approved' then 'decision.approve' when 'released' then 'decision.release'
        when 'rejected' then 'decision.refuse' else 'decision.requestCorrections' end, 'review', new.id::text)) then
    return new;
  end if;
  raise exception 'a review is decided by an approval alone' using errcode = 'restrict_violation';
end $$;
create trigger review_decided before update on review for each row execute function check_decided_review();
