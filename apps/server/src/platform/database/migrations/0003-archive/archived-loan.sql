-- The books of a loan that was settled long ago, in one row: its events, journals and lines. The rows themselves are deleted
-- in the same transaction. Only archive_loans writes here.

create table archived_loan (
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  -- A loan that was reopened after it was archived is archived again as its next part.
  part integer not null check (part > 0),
  brand text not null,
  settled_on date not null,
  archived_at timestamptz not null,
  -- {"events": […], "journals": […], "lines": […]}: the rows without borrower_id and order_id.
  books jsonb not null,
  -- Of the text of books. The audit trail has it too.
  sha256 bytea not null,
  primary key (borrower_id, order_id, part)
);
-- A row above two kilobytes is compressed and stays in its page.
alter table archived_loan alter column books set storage main;
alter table archived_loan set (toast_tuple_target = 256);
create trigger archived_loan_fixed before update or delete on archived_loan for each row execute function refuse_change();
create trigger archived_loan_kept before truncate on archived_loan execute function refuse_change();
grant select on archived_loan to hiram_app;

-- What archived loans add to the balances of the ledger: cents by brand and account, debit positive.
create table archived_balance (
  brand text not null,
  account text not null,
  amount bigint not null,
  primary key (brand, account)
);
create trigger archived_balance_kept before truncate on archived_balance execute function refuse_change();
grant select on archived_balance to hiram_app;

-- Null while rows of the loan are in loan_event, journal or journal_line.
alter table loan_order add column archived_at timestamptz;
create index loan_order_archivable on loan_order (brand, settled_on) where status = 'settled' and archived_at is null;
