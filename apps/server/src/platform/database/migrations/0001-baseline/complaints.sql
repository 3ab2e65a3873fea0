-- Borrowers' pictures, their complaints, and what happened to each complaint.

create table picture (
  borrower_id uuid not null references borrower,
  id uuid not null,
  purpose text not null check (purpose in ('complaint', 'receipt', 'answer')),
  -- The file's name: random, never the sender's.
  file text not null unique,
  -- The upload's idempotency key.
  upload_key text,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, upload_key)
);
create index picture_recent on picture (borrower_id, created_at);
create index picture_created on picture (created_at);
-- An unused picture can be deleted. Foreign keys keep one that was sent with a complaint or a transfer.
grant select, insert, delete on picture to hiram_app;

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
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  -- A complaint about debt collection (type 1) says what happened, and for which loan.
  check ((type = 1) = (sub_type is not null)),
  check (type <> 1 or order_id is not null),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_on is null)),
  check (answer is not null or not needs_score),
  check (score is null or answer is not null)
);
create trigger complaint_audit after insert or update or delete on complaint
  for each row execute function write_audit('id', 'answer', 'score');
create trigger complaint_audit_all after truncate on complaint execute function write_audit();
grant select, insert on complaint to hiram_app;

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
  kind text not null check (kind in ('received', 'answered', 'scored')),
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
