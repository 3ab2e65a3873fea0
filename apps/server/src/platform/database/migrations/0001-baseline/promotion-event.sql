-- Steps of the funnel: each step of a visitor once a day, so that a repeated report counts once.
create table promotion_event (
  day date not null,
  brand text not null,
  -- A digest of the visitor and the step: no personal value is stored here.
  digest bytea not null,
  kind text not null check (kind in ('visit', 'click', 'captchaRejected', 'codeSent', 'registered', 'firstLoan')),
  visitor bytea not null,
  template text,
  page_id text,
  user_from text,
  client_type text,
  utm_tag text,
  app_from text,
  borrower_id uuid,
  at timestamptz not null,
  primary key (day, digest)
) partition by range (day);
create index promotion_event_visitor on promotion_event (brand, visitor);
create index promotion_event_borrower on promotion_event (borrower_id) where borrower_id is not null;
create index promotion_event_age on promotion_event (day);
-- The funnel of a range of days, and the visitors of the last hour.
create index promotion_event_day on promotion_event (brand, day);
grant select, insert, delete on promotion_event to hiram_app;

create table promotion_event_default partition of promotion_event default;

-- Sources of visitors who get no code. One without an end is in force on every server.
create table source_pause (
  id uuid primary key,
  brand text not null,
  -- As in the advertisement's link; empty: visitors without a source.
  user_from text not null,
  paused_at timestamptz not null,
  -- The approval by which it was paused, and the one by which it was resumed.
  approval_id uuid not null references approval,
  resumed_at timestamptz,
  resume_approval_id uuid references approval,
  check ((resumed_at is null) = (resume_approval_id is null))
);
create unique index source_pause_open on source_pause (brand, user_from) where resumed_at is null;
create trigger source_pause_audit after insert or update on source_pause
  for each row execute function write_audit('id', 'resumed_at');
create trigger source_pause_audit_all after truncate on source_pause execute function write_audit();
create trigger source_pause_no_delete before delete on source_pause for each row execute function refuse_deletion();
grant select, insert, update (resumed_at, resume_approval_id) on source_pause to hiram_app;
