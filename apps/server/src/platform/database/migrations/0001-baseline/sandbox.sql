-- What the sandbox's fake providers remember. These tables are empty in production. Amounts are cents.

create table sandbox_code (
  id text primary key,
  reference text not null unique,
  pay_code text not null unique,
  amount bigint not null,
  expires_at timestamptz not null
);
grant select, insert on sandbox_code to hiram_app;

-- Payments that the provider received, whether or not it reported them.
create table sandbox_payment (
  id text primary key,
  reference text not null,
  amount bigint not null,
  paid_on date not null,
  reversed_on date
);
create index sandbox_payment_day on sandbox_payment (paid_on);
grant select, insert, update (reversed_on) on sandbox_payment to hiram_app;

create table sandbox_payout (
  id text primary key,
  reference text not null unique,
  amount bigint not null,
  institution text not null,
  account_digest text not null,
  state text not null check (state in ('accepted', 'paid', 'returned')),
  reason text,
  held boolean not null default false,
  created_on date not null,
  ended_on date
);
create index sandbox_payout_day on sandbox_payout (created_on);
grant select, insert, update (state, reason, held, ended_on) on sandbox_payout to hiram_app;

create table sandbox_text (
  id uuid primary key,
  phone text not null,
  body text not null,
  received_at timestamptz not null
);
create index sandbox_text_phone on sandbox_text (phone, received_at desc);
grant select, insert on sandbox_text to hiram_app;

create table sandbox_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  received_at timestamptz not null
);
create index sandbox_mail_received on sandbox_mail (received_at desc);
grant select, insert on sandbox_mail to hiram_app;

create table sandbox_card (
  token text primary key,
  tail text not null,
  requires_code boolean not null,
  declines boolean not null
);
grant select, insert on sandbox_card to hiram_app;

create table sandbox_charge (
  id text primary key,
  reference uuid not null unique,
  token text not null references sandbox_card,
  amount bigint not null,
  state text not null check (state in ('waiting', 'paid', 'declined')),
  code text,
  tries integer not null default 0,
  code_expires_at timestamptz
);
grant select, insert, update (state, code, tries, code_expires_at) on sandbox_charge to hiram_app;

-- Borrowers that a tester created: one person and one phone stand for many of them.
create table sandbox_borrower (borrower_id uuid primary key references borrower);
grant select, insert on sandbox_borrower to hiram_app;

-- How the sandbox's services behave, by a tester's switch. One without a row behaves.
create table sandbox_check (
  service text primary key check (service in ('identity', 'bureau', 'screening', 'push', 'sms', 'email')),
  mode text not null check (mode in ('behaves', 'lies', 'hangs', 'repeats', 'contradicts'))
);
grant select, insert, update (mode) on sandbox_check to hiram_app;
