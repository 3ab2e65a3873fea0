create table complaint (
  borrower_id uuid not null references borrower,
  id uuid not null,
  reference text not null unique,
  order_id uuid,
  type smallint not null check (type between 1 and 99),
  sub_type smallint check (sub_type between 1 and 99),
  detail text not null check (detail ~ '\S' and char_length(detail) <= 4000),
  created_at timestamptz not null,
  received_on date not null,
  promised_by date not null check (promised_by > received_on),
  answer text check (answer ~ '\S'),
  answered_at timestamptz,
  answered_on date,
  needs_score boolean not null default false,
  score smallint check (score between 1 and 5),
  -- When the borrower first read something from the lender.
  acknowledged_at timestamptz,
  escalated_at timestamptz,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  -- A complaint about debt collection (type 1) says what happened, and for which loan.
  check ((type = 1) = (sub_type is not null)),
  check (type <> 1 or order_id is not null),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_on is null)),
  check (answer is not null or not needs_score),
  check (score is null or answer is not null)
);
create index complaint_escalated on complaint (escalated_at, id) where escalated_at is not null and answered_at is null;
-- The staff, and a reply of the borrower, name a complaint by its id alone.
create index complaint_id on complaint (id);
create index complaint_reference on complaint (reference text_pattern_ops);
create trigger complaint_audit after insert or update or delete on complaint
  for each row execute function write_audit('id', 'answer', 'score');
create trigger complaint_audit_all after truncate on complaint execute function write_audit();
grant select, insert, update (answer, answered_at, answered_on, needs_score, score, promised_by, acknowledged_at,
  escalated_at) on complaint to hiram_app;

create table complaint_picture (
  borrower_id uuid not null,
  complaint_id uuid not null,
  place smallint not null check (place between 1 and 9),
  picture_id uuid not null,
  by_lender boolean not null default false,
  primary key (borrower_id, complaint_id, by_lender, place),
  foreign key (borrower_id, complaint_id) references complaint (borrower_id, id),
  foreign key (borrower_id, picture_id) references picture (borrower_id, id),
  -- A picture belongs to one complaint.
  unique (borrower_id, picture_id)
);
grant select, insert on complaint_picture to hiram_app;

create table complaint_event (
  borrower_id uuid not null,
  complaint_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('received', 'acknowledged', 'infoRequested', 'replied', 'answered', 'scored', 'reopened')),
  on_day date not null,
  at timestamptz not null,
  primary key (borrower_id, complaint_id, id),
  foreign key (borrower_id, complaint_id) references complaint (borrower_id, id)
);
create trigger complaint_event_append_only before update or delete on complaint_event
  for each row execute function refuse_change();
create trigger complaint_event_no_truncate before truncate on complaint_event
  for each statement execute function refuse_change();
grant select, insert on complaint_event to hiram_app;

-- What lender and borrower wrote after the complaint itself, and what the staff noted.
create table complaint_message (
  borrower_id uuid not null,
  complaint_id uuid not null,
  id uuid not null,
  -- The borrower reads acknowledgements, questions and answers; a reply is theirs. The others are the staff's own.
  kind text not null check (kind in ('acknowledged', 'infoRequested', 'replied', 'answered', 'note', 'escalated', 'reopened')),
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
create trigger complaint_message_append_only before update or delete on complaint_message
  for each row execute function refuse_change();
create trigger complaint_message_no_truncate before truncate on complaint_message execute function refuse_change();
create trigger complaint_message_audit after insert on complaint_message
  for each row execute function write_audit('complaint_id');
grant select, insert on complaint_message to hiram_app;
