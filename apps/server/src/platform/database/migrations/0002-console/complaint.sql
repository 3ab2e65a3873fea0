-- The complaint desk: rights of the shipped roles, and what is written on a complaint.

alter table complaint
  -- When the borrower first read something from the lender.
  add column acknowledged_at timestamptz,
  add column escalated_at timestamptz;
create index complaint_escalated on complaint (escalated_at, id) where escalated_at is not null and answered_at is null;
-- The staff, and a reply of the borrower, name a complaint by its id alone.
create index complaint_id on complaint (id);
create index complaint_reference on complaint (reference text_pattern_ops);

alter table complaint_event drop constraint complaint_event_kind_check;
alter table complaint_event add constraint complaint_event_kind_check
  check (kind in ('received', 'acknowledged', 'asked', 'replied', 'answered', 'scored', 'reopened'));

-- What lender and borrower wrote after the complaint itself, and what the staff noted.
create table complaint_message (
  borrower_id uuid not null,
  complaint_id uuid not null,
  id uuid not null,
  -- The borrower reads acknowledgements, questions and answers; a reply is theirs. The others are the staff's own.
  kind text not null check (kind in ('acknowledged', 'asked', 'replied', 'answered', 'note', 'escalated', 'reopened')),
  -- Null: the borrower, or an operator's command.
  staff_id uuid references staff,
  body text not null check (body ~ '\S' and char_length(body) <= 4000),
  -- The borrower's rating of the answer that a reopening takes back.
  stars smallint check (stars between 1 and 5),
  at timestamptz not null,
  primary key (borrower_id, complaint_id, id),
  foreign key (borrower_id, complaint_id) references complaint (borrower_id, id),
  check (kind = 'replied' or staff_id is not null or kind = 'answered'),
  check (stars is null or kind = 'reopened')
);
create trigger complaint_message_fixed before update or delete on complaint_message
  for each row execute function refuse_change();
create trigger complaint_message_kept before truncate on complaint_message execute function refuse_change();
create trigger complaint_message_audit after insert on complaint_message
  for each row execute function write_audit('complaint_id');
grant select, insert on complaint_message to hiram_app;

-- Answered complaints, newest first.
create index task_done on task (brand, kind, closed_at, id) where closed_at is not null;

insert into role_right (role, "right")
  select role, "right" from (values ('support'), ('officer')) as desk (role),
    (values ('complaint.read'), ('complaint.answer'), ('complaint.reopen')) as given ("right");
