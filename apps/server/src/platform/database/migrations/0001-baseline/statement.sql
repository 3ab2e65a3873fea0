-- How the statements of one of the lender's accounts are read: which column is what.
create table statement_map (
  brand text not null,
  -- The number of the brand's means of transfer.
  account text not null,
  map jsonb not null,
  saved_by uuid not null references staff,
  saved_at timestamptz not null,
  primary key (brand, account)
);
grant select, insert, update (map, saved_by, saved_at) on statement_map to hiram_app;

create table statement_import (
  id uuid primary key,
  brand text not null,
  account text not null,
  file_name text not null,
  -- Lines that were taken, of which some were there before.
  lines bigint not null,
  added bigint not null,
  -- The account's balance before the file's first line and after its last one, in cents; null: the file has no balances.
  opening bigint,
  closing bigint,
  imported_by uuid not null references staff,
  imported_at timestamptz not null,
  -- Undone before a line of it was used: its lines are deleted.
  undone_by uuid references staff,
  undone_at timestamptz,
  check ((opening is null) = (closing is null)),
  check ((undone_by is null) = (undone_at is null))
);
create index statement_import_account on statement_import (brand, account, id);
create trigger statement_import_audit after insert on statement_import
  for each row execute function write_audit('id');
create trigger statement_import_undone after update of undone_by on statement_import
  for each row execute function write_audit('id', 'undone_by');
create trigger statement_import_no_delete before delete on statement_import for each row execute function refuse_deletion();
grant select, insert, update (added, undone_by, undone_at) on statement_import to hiram_app;

-- What came in on one of the lender's accounts.
create table statement_line (
  id uuid primary key,
  import_id uuid not null references statement_import,
  brand text not null,
  account text not null,
  line_no bigint not null,
  booked_on date not null,
  -- Cents.
  amount bigint not null check (amount > 0),
  -- In letters and digits alone, as a claim has it; empty if the bank gave none.
  reference text not null,
  -- The account's balance after the line, in cents; null: no file that had the line had balances. It tells equal lines apart.
  balance bigint,
  -- Of the lines that are equal in all of this.
  occurrence bigint not null default 1,
  -- The sender as the bank writes it, often masked; null: the bank names none.
  sender_encrypted bytea,
  -- The claim that was posted by it, or whose posting the line was recognised as.
  transfer_id uuid,
  -- The payment that was posted by it, though nobody claimed it.
  payment_id uuid unique,
  -- Set aside by a person: no borrower's payment.
  set_aside_by uuid references staff,
  set_aside_reason text,
  -- The same line counts once, however often it is imported.
  unique nulls not distinct (brand, account, booked_on, amount, reference, balance, occurrence),
  check (num_nonnulls(transfer_id, payment_id, set_aside_by) <= 1),
  check ((set_aside_by is null) = (set_aside_reason is null))
);
create index statement_line_reference on statement_line (brand, reference);
create index statement_line_amount on statement_line (brand, amount, booked_on) where transfer_id is null and payment_id is null;
create index statement_line_open on statement_line (brand, id)
  where transfer_id is null and payment_id is null and set_aside_by is null;
create index statement_line_import on statement_line (import_id)
  where transfer_id is null and payment_id is null and set_aside_by is null;
create index statement_line_transfer on statement_line (transfer_id) where transfer_id is not null;
create trigger statement_line_audit after update of transfer_id, payment_id, set_aside_by on statement_line
  for each row execute function write_audit('id', 'transfer_id', 'payment_id', 'set_aside_by');
grant select, insert, delete, update (balance, occurrence, transfer_id, payment_id, set_aside_by, set_aside_reason)
  on statement_line to hiram_app;

-- A line is deleted with its undone import, and only while nobody has used it.
create function check_line_deleted() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if num_nonnulls(old.transfer_id, old.payment_id, old.set_aside_by) > 0
    or not exists (select from statement_import where id = old.import_id and undone_at is not null) then
    raise exception 'a line is deleted with its undone import, unused' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger statement_line_deleted before delete on statement_line for each row execute function check_line_deleted();

-- A line names the payment that was posted by it, and no other one, for ever.
create function check_line_posted() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.payment_id is not null or not exists (
    select from payment join approval on approval.id = payment.approval_id
    where payment.id = new.payment_id and payment.amount = new.amount
      and approval.subject = 'statement_line' and approval.subject_id = new.id::text
  ) then
    raise exception 'a line is posted once, by an approval of exactly it' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger statement_line_posted before update on statement_line
  for each row when (old.payment_id is distinct from new.payment_id) execute function check_line_posted();
