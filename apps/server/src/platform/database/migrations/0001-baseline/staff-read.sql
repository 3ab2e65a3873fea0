-- Who of the staff looked at which data of a borrower, and why. Written in the transaction that answers.
create table staff_read (
  id uuid primary key,
  staff_id uuid not null references staff,
  borrower_id uuid references borrower,
  subject text not null,
  subject_id text not null,
  field text not null,
  -- Whether it was opened from its encryption: these are limited by the hour.
  encrypted boolean not null default true,
  reason text not null check (is_reason(reason)),
  at timestamptz not null
);
create index staff_read_staff on staff_read (staff_id, at);
create index staff_read_subject on staff_read (subject_id, at);
create index staff_read_borrower on staff_read (borrower_id, at);
create index staff_read_at on staff_read (at);
create trigger staff_read_fixed before update or delete on staff_read for each row execute function refuse_change();
create trigger staff_read_kept before truncate on staff_read execute function refuse_change();
grant select, insert on staff_read to hiram_app;
