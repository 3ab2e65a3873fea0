create table utr_submission (
  borrower_id uuid not null references borrower,
  id uuid not null,
  brand text not null,
  order_id uuid not null,
  code_id uuid not null references payment_code (id),
  channel text not null,
  -- The transfer's reference, in letters and digits alone: however it is typed, one reference pays one loan. Several
  -- borrowers may claim the same one; each claim after the first is a rival.
  utr text not null check (utr ~ '^[A-Z0-9]{8,30}$'),
  is_rival boolean not null default false,
  amount bigint not null check (amount > 0),
  -- The receipt's picture.
  picture_id uuid,
  state text not null default 'review' check (state in ('review', 'accepted', 'rejected')),
  reason text,
  sent_on date not null,
  sent_at timestamptz not null,
  decided_at timestamptz,
  -- The person who decided, if the command named one.
  reviewed_by text,
  approval_id uuid references approval,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  foreign key (borrower_id, picture_id) references picture (borrower_id, id),
  check ((state = 'review') = (decided_at is null))
);
-- A refused reference can be sent again, because a borrower may have mistyped it.
create unique index utr_once on utr_submission (brand, utr) where state <> 'rejected' and not is_rival;
create index utr_order on utr_submission (borrower_id, order_id, sent_at desc);
create index utr_typed on utr_submission (utr);
-- A task names a transfer by its id alone.
create index utr_id on utr_submission (id);
create index utr_waiting on utr_submission (brand, id) where state = 'review';
create trigger utr_submission_decided before update of state on utr_submission
  for each row when (old.state <> new.state) execute function check_decided_by_hand();
grant select, insert, update (state, reason, decided_at, reviewed_by, approval_id) on utr_submission to hiram_app;
