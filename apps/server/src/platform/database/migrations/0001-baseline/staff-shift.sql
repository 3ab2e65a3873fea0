-- When members of the staff are at work or on call, so that it is known who could approve a request at a time.
create table staff_shift (
  id uuid primary key,
  staff_id uuid not null references staff,
  -- '*': in every brand.
  brand text not null,
  kind text not null check (kind in ('shift', 'onCall')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The person accepts being on call; a shift is agreed elsewhere.
  state text not null check (state in ('requested', 'accepted', 'declined', 'cancelled')),
  planned_by uuid not null references staff,
  planned_at timestamptz not null,
  answered_at timestamptz,
  check (ends_at > starts_at and ends_at <= starts_at + interval '7 days'),
  check (kind = 'onCall' or state in ('accepted', 'cancelled'))
);
create index staff_shift_time on staff_shift (ends_at, starts_at) where state in ('requested', 'accepted');
create trigger staff_shift_audit after insert or update on staff_shift
  for each row execute function write_audit('id', 'state');
create trigger staff_shift_audit_all after truncate on staff_shift execute function write_audit();
create trigger staff_shift_no_delete before delete on staff_shift for each row execute function refuse_deletion();
grant select, insert, update (state, answered_at) on staff_shift to hiram_app;
