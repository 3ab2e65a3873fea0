create table task (
  id uuid primary key,
  kind text not null check (kind in (
    'complaint', 'transfer', 'heldPayment', 'unknownPayment', 'contradictedPayout', 'refund', 'application', 'payout', 'heldPayout',
    'returnedPayout', 'statement', 'erasure', 'appeal', 'secondLook',
    'approval', 'lateLoan', 'arrangement', 'screeningHit', 'screeningCase', 'duty', 'coverageGap'
  )),
  -- '*': the cause names no brand.
  brand text not null,
  -- The cause's id: of the complaint, the claim, the payment, the message (`provider/id`), the order, the review, the
  -- payout, the import, the borrower, the approval; of a gap in the coverage the brand.
  subject_id text not null,
  borrower_id uuid references borrower,
  order_id uuid references loan_order (id),
  -- Cents.
  amount bigint check (amount >= 0),
  -- Words of ours that say more of the cause: a complaint's type, why a payment is held, what is requested.
  detail text not null,
  -- When the promise is broken. Tasks are ranked by it.
  due_at timestamptz not null,
  opened_at timestamptz not null,
  owner uuid references staff,
  -- Deferred: until then the task is not in the list.
  deferred_until timestamptz,
  deferral_reason text check (deferral_reason <> ''),
  closed_at timestamptz,
  closed_by uuid references staff,
  check ((deferred_until is null) = (deferral_reason is null)),
  check (closed_by is null or closed_at is not null)
);
-- A cause has one open task. Every page of the list reads 50 entries of one of the next four for each kind.
create unique index task_cause on task (kind, subject_id) where closed_at is null;
create index task_open on task (brand, kind, due_at, id) where closed_at is null;
create index task_unassigned on task (brand, kind, due_at, id) where closed_at is null and owner is null;
create index task_own on task (owner, due_at, id) where closed_at is null;
create index task_deferred on task (brand, kind, due_at, id) where closed_at is null and deferred_until is not null;
create index task_closed on task (closed_by, closed_at);
create index task_borrower on task (borrower_id);
-- Answered complaints, newest first.
create index task_done on task (brand, kind, closed_at, id) where closed_at is not null;
-- The list of what waits, the promise that is broken first at its top.
create index task_decision on task (due_at, id) where closed_at is null and kind in ('application', 'payout', 'appeal', 'secondLook');
create trigger task_audit after insert or update on task
  for each row execute function write_audit('id', 'owner', 'deferred_until', 'closed_at');
create trigger task_audit_all after truncate on task execute function write_audit();
create trigger task_no_delete before delete on task for each row execute function refuse_deletion();
grant select, insert, update (amount, detail, due_at, owner, deferred_until, deferral_reason, closed_at, closed_by)
  on task to hiram_app;

-- Who of the staff has which case open. A page says so again before the lease ends.
create table case_lease (
  staff_id uuid not null references staff,
  brand text not null,
  -- The page's path, which holds ids alone.
  path text not null,
  until timestamptz not null,
  primary key (staff_id, path)
);
create index case_lease_path on case_lease (path, until);
grant select, insert, delete on case_lease to hiram_app;
