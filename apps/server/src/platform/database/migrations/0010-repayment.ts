import { type Kysely, sql } from 'kysely';

/** References of transfers made by hand, bound debit cards, and what was charged to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table utr_submission (
  borrower_id uuid not null references borrower,
  id uuid not null,
  brand text not null,
  order_id uuid not null,
  code_id uuid not null references payment_code (id),
  channel text not null,
  -- Letters and digits alone: one transfer has one reference, however it is typed, and pays one loan.
  utr text not null check (utr ~ '^[A-Z0-9]{8,30}$'),
  amount bigint not null check (amount > 0),
  picture_id uuid,
  state text not null default 'review' check (state in ('review', 'accepted', 'refused')),
  reason text,
  sent_on date not null,
  sent_at timestamptz not null,
  decided_at timestamptz,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  foreign key (borrower_id, picture_id) references picture (borrower_id, id),
  check ((state = 'review') = (decided_at is null))
);
-- One that was refused may have been mistyped by somebody: it can be sent again.
create unique index utr_once on utr_submission (brand, utr) where state <> 'refused';
create index utr_order on utr_submission (borrower_id, order_id, sent_at desc);

create table debit_card (
  borrower_id uuid not null references borrower,
  id uuid not null,
  bank_code text not null,
  bank_name text not null,
  tail text not null check (tail ~ '^[0-9]{4}$'),
  token_encrypted bytea not null,
  digest bytea not null,
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, digest)
);
create table card_payment (
  borrower_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  card_id uuid not null,
  code_id uuid not null references payment_code (id),
  repay_token text not null,
  amount bigint not null check (amount > 0),
  charge text,
  needs_code boolean not null default false,
  state text not null check (state in ('begun', 'waiting', 'confirmed', 'declined')),
  code_sent_at timestamptz,
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, repay_token),
  foreign key (borrower_id, card_id) references debit_card (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);

create table sandbox_card (
  token text primary key,
  tail text not null,
  asks_code boolean not null,
  declines boolean not null
);
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

grant select, insert, update on utr_submission, card_payment, sandbox_charge to hiram_app;
grant select, insert on debit_card, sandbox_card to hiram_app;
`)
    .execute(db);
}
