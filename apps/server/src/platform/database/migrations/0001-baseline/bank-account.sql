create table bank_account (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  card_type integer not null,
  channel text not null,
  institution text not null,
  -- India: the branch's code, which a transfer needs beside the number.
  ifsc text constraint bank_account_ifsc check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  number_encrypted bytea not null,
  -- The last digits, for display.
  number_tail text not null,
  number_digest bytea not null,
  holder_encrypted bytea not null,
  state text not null check (state in ('active', 'replaced', 'rejected')),
  created_at timestamptz not null,
  primary key (borrower_id, id)
);
create unique index bank_account_active on bank_account (borrower_id) where state = 'active';
create trigger account_audit after insert or update or delete on bank_account
  for each row execute function write_audit('id', 'state', 'number_encrypted', 'holder_encrypted', 'institution');
create trigger bank_account_audit_all after truncate on bank_account execute function write_audit();
grant select, insert, update (state) on bank_account to hiram_app;

-- A replaced payout account, which its owner can take back by the link with the token until hold_until.
create table account_change (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  account_id uuid not null references bank_account (id),
  former_id uuid references bank_account (id),
  token_hash bytea not null unique,
  changed_at timestamptz not null,
  hold_until timestamptz not null,
  disowned_at timestamptz,
  primary key (borrower_id, id)
);
create index account_change_account on account_change (account_id);
create trigger account_change_audit after insert or update or delete on account_change
  for each row execute function write_audit('id', 'disowned_at');
create trigger account_change_audit_all after truncate on account_change execute function write_audit();
grant select, insert, update (disowned_at) on account_change to hiram_app;
