-- Loans that another system made, brought from a file by an operator's command. They are staged, and can be undone, until two
-- persons cut over: then they become loans.
create table loan_import (
  id uuid primary key,
  brand text not null,
  file_name text not null,
  -- SHA-256 of the file: the same file goes on where it was interrupted.
  sha256 bytea not null check (length(sha256) = 32),
  -- The day of the file's balances.
  as_of date not null,
  loans bigint not null,
  state text not null check (state in ('staging', 'staged', 'undone', 'cuttingOver', 'cutOver')),
  started_at timestamptz not null,
  decided_by text,
  seconded_by text,
  check ((state in ('cuttingOver', 'cutOver')) = (decided_by is not null and seconded_by is not null)),
  check (lower(decided_by) <> lower(seconded_by))
);
create unique index loan_import_file on loan_import (brand, sha256) where state <> 'undone';
create trigger loan_import_audit after insert or update on loan_import
  for each row execute function write_audit('id', 'state', 'decided_by', 'seconded_by');
create trigger loan_import_audit_all after truncate on loan_import execute function write_audit();
create trigger loan_import_no_delete before delete on loan_import for each row execute function refuse_deletion();
grant select on loan_import to hiram_app;

-- A loan of a file. Its balance on the file's day stays, in cents by part: `opening` as the former system has
-- it, `computed` as the loan engine computes it.
create table imported_loan (
  import_id uuid not null references loan_import,
  brand text not null,
  -- Its name in the former system.
  reference text not null,
  line bigint not null,
  -- Borrower, terms and payments, until the cut-over.
  data_encrypted bytea,
  opening jsonb not null,
  computed jsonb not null,
  borrower_id uuid references borrower,
  order_id uuid unique references loan_order (id),
  primary key (import_id, reference),
  unique (brand, reference),
  check ((order_id is null) = (data_encrypted is not null))
);
create index imported_loan_pending on imported_loan (import_id, line) where order_id is null;
create trigger imported_loan_no_truncate before truncate on imported_loan execute function refuse_change();
grant select on imported_loan to hiram_app;

-- What became a loan stays.
create function refuse_undoing_of_loan() returns trigger language plpgsql as $$
begin
  if old.order_id is not null and not public.moves_away(public.table_of(tg_table_name), to_jsonb(old)) then
    raise exception 'the loan % was cut over', old.reference using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger imported_loan_kept before delete on imported_loan
  for each row execute function refuse_undoing_of_loan();
