-- What the staff writes down about a borrower. A note stays as it is, until the account is erased.
create table note (
  borrower_id uuid not null references borrower,
  id uuid not null,
  staff_id uuid not null references staff,
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  at timestamptz not null,
  primary key (borrower_id, id)
);
create trigger note_audit after insert or delete on note for each row execute function write_audit('id');
create trigger note_audit_all after truncate on note execute function write_audit();
grant select, insert, delete on note to hiram_app;
