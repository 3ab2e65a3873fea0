-- Payout accounts, payouts, and what a reviewer decides before a loan is approved or paid out.

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
  state text not null check (state in ('active', 'replaced', 'refused')),
  created_at timestamptz not null,
  primary key (borrower_id, id)
);
create unique index bank_account_active on bank_account (borrower_id) where state = 'active';
create trigger account_audit after insert or update or delete on bank_account
  for each row execute function write_audit('id', 'state', 'number_encrypted', 'holder_encrypted', 'institution');
create trigger bank_account_audit_all after truncate on bank_account execute function write_audit();
grant select, insert on bank_account to hiram_app;

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
grant select, insert on account_change to hiram_app;

create table payout (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  account_id uuid not null references bank_account (id),
  -- Cents.
  amount bigint not null check (amount > 0),
  state text not null check (state in ('requested', 'sent', 'paid', 'returned')),
  provider text not null,
  provider_reference text,
  reason text,
  requested_at timestamptz not null,
  sent_at timestamptz,
  sent_on date,
  -- When the provider was last queried for the state.
  asked_at timestamptz,
  settled_at timestamptz,
  settled_on date,
  primary key (borrower_id, id)
);
-- An order has one payout at a time; another one follows only after it was returned.
create unique index payout_live on payout (order_id) where state <> 'returned';
create index payout_order on payout (borrower_id, order_id, requested_at desc);
create index payout_requested on payout (requested_at) where state = 'requested';
create index payout_unsettled on payout (sent_at) where state = 'sent';
create index payout_sent on payout (provider, sent_on);
create trigger payout_audit after insert or update or delete on payout
  for each row execute function write_audit('id', 'state', 'amount', 'account_id');
create trigger payout_audit_all after truncate on payout execute function write_audit();
grant select, insert on payout to hiram_app;

-- The review queue: applications and payouts that a reviewer decides.
create table review (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  order_id uuid not null,
  kind text not null check (kind in ('application', 'payout')),
  -- The new account that a payout waits for.
  account_id uuid references bank_account (id),
  reasons text[] not null check (cardinality(reasons) > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'released', 'refused', 'askedAgain', 'cancelled')),
  -- A payout is not sent before this instant.
  hold_until timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  -- The text that the borrower reads.
  words text,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  check ((kind = 'payout') = (account_id is not null)),
  check ((state = 'waiting') = (closed_at is null))
);
create unique index review_waiting on review (order_id, kind) where state = 'waiting';
create index review_opened on review (opened_at) where state = 'waiting';
create index review_order on review (borrower_id, order_id);
create trigger review_audit after insert or update or delete on review
  for each row execute function write_audit('id', 'state', 'reasons', 'closed_by', 'words');
create trigger review_audit_all after truncate on review execute function write_audit();
grant select, insert on review to hiram_app;
