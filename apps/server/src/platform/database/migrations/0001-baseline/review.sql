-- The review queue: applications and payouts that a reviewer decides, refusals that a borrower asks a person
-- to look at again, and approvals by one person that another one looks at.
create table review (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  order_id uuid not null,
  kind text not null check (kind in ('application', 'payout', 'appeal', 'secondLook')),
  -- The new account that a payout waits for.
  account_id uuid references bank_account (id),
  reasons text[] not null check (cardinality(reasons) > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'released', 'rejected', 'resubmissionRequested', 'cancelled', 'upheld', 'reopened',
      'agreed', 'doubted')),
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
-- A borrower asks once.
create unique index review_appeal on review (order_id) where kind = 'appeal';
create index review_opened on review (opened_at) where state = 'waiting';
create index review_order on review (borrower_id, order_id);
create trigger review_audit after insert or update or delete on review
  for each row execute function write_audit('id', 'state', 'reasons', 'closed_by', 'words');
create trigger review_audit_all after truncate on review execute function write_audit();
grant select, insert, update (state, closed_at, closed_by, words, approval_id, corrections, corrections_requested_at,
  answered_at) on review to hiram_app;

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
        when 'rejected' then 'decision.refuse' when 'upheld' then 'decision.answerAppeal'
        when 'reopened' then 'decision.answerAppeal' when 'agreed' then 'decision.lookAgain' when 'doubted' then 'decision.lookAgain'
        else 'decision.requestCorrections' end, 'review', new.id::text)) then
    if new.kind in ('appeal', 'secondLook') and exists (
      select from review decided
      join approval first on first.id = decided.approval_id
      join approval second on second.id = new.approval_id
      where decided.order_id = new.order_id and decided.kind = 'application' and decided.state in ('approved', 'rejected')
        and second.requested_by in (first.requested_by, first.approved_by)
    ) then
      raise exception 'who decided it does not look at it again' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  raise exception 'a review is decided by an approval alone' using errcode = 'restrict_violation';
end $$;
create trigger review_decided before update on review for each row execute function check_decided_review();
