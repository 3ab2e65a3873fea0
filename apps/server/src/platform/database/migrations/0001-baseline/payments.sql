-- Payment codes, received payments, and messages of providers. Amounts are cents.

create table payment_code (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  provider text not null,
  channel text not null,
  purpose text not null check (purpose in ('repayment', 'extension')),
  amount bigint not null check (amount > 0),
  -- What the borrower types or scans; null until the provider issued it.
  pay_code text,
  show_type integer not null,
  qr text,
  -- The unguessable name of the code's picture.
  image_token text,
  provider_reference text,
  issued_on date not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('asked', 'open', 'paid', 'replaced')),
  primary key (borrower_id, id),
  unique (provider, provider_reference)
);
create unique index payment_code_open on payment_code (order_id, channel, purpose, amount)
  where state in ('asked', 'open');
create index payment_code_code on payment_code (borrower_id, pay_code);
create index payment_code_order on payment_code (borrower_id, order_id, issued_at desc);
create unique index payment_code_image on payment_code (image_token);
create trigger code_audit after insert on payment_code for each row execute function write_audit('id');
create trigger payment_code_audit_all after truncate on payment_code execute function write_audit();
grant select, insert on payment_code to hiram_app;

create table payment (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  code_id uuid references payment_code (id),
  provider text not null,
  provider_payment_id text not null,
  amount bigint not null check (amount > 0),
  -- The payer's day, which counts, and the day on which the provider confirmed it.
  paid_on date not null,
  confirmed_on date not null,
  state text not null check (state in ('posted', 'held', 'reversed', 'refused')),
  held_reason text,
  received_at timestamptz not null,
  -- When an operator decided on a held payment, and the note.
  reviewed_at timestamptz,
  review_note text,
  primary key (borrower_id, id),
  unique (provider, provider_payment_id)
);
create index payment_order on payment (borrower_id, order_id, received_at);
create index payment_code_paid on payment (code_id);
create index payment_held on payment (received_at) where state = 'held';
create index payment_day on payment (provider, paid_on);
create trigger payment_audit after insert or update or delete on payment
  for each row execute function write_audit('id', 'state', 'amount', 'paid_on');
create trigger payment_audit_all after truncate on payment execute function write_audit();
grant select, insert on payment to hiram_app;

-- Each message that a webhook accepted, once by the provider's id.
create table provider_message (
  provider text not null,
  message_id text not null,
  received_at timestamptz not null,
  body jsonb not null,
  outcome text not null,
  detail text,
  -- How often it arrived, and when last if more than once.
  times integer not null default 1,
  last_at timestamptz,
  -- When an operator resolved what the message left open, and the note.
  settled_at timestamptz,
  settled_note text,
  primary key (provider, message_id)
);
create index provider_message_waiting on provider_message (received_at)
  where outcome in ('unknown', 'contradicted') and settled_at is null;
create trigger provider_message_audit after update on provider_message
  for each row execute function write_audit('message_id', 'settled_at');
grant select, insert on provider_message to hiram_app;

-- Messages that a webhook rejected or deferred, counted by the hour and reason, so that forged ones cannot fill a disk.
create table rejected_message (
  provider text not null,
  hour timestamptz not null,
  reason text not null check (reason in ('forged', 'malformed', 'putOff')),
  times bigint not null check (times > 0),
  last_at timestamptz not null,
  -- Always empty now.
  last_sha256 bytea not null default '',
  -- Keyed digest of the last body, which may contain an account's number.
  last_digest bytea,
  primary key (provider, hour, reason)
);
grant select, insert on rejected_message to hiram_app;

-- Where a provider's statement and our books differ, until they agree.
create table reconciliation_difference (
  provider text not null,
  day date not null,
  -- `day`: the cash of the day as a whole.
  kind text not null check (kind in ('payment', 'payout', 'day')),
  reference text not null,
  reason text not null check (reason in (
    'missing here', 'missing there', 'taken in now', 'amount differs', 'day differs', 'state differs', 'unknown reference',
    'pending too long', 'posted twice', 'held here', 'refunded there', 'cash differs'
  )),
  provider_value text,
  ledger_value text,
  found_at timestamptz not null,
  resolved_at timestamptz,
  primary key (provider, day, kind, reference, reason)
);
create index reconciliation_open on reconciliation_difference (day) where resolved_at is null;
grant select, insert on reconciliation_difference to hiram_app;
