-- What borrowers are told. A row is an entry of the inbox, and what is to be sent by other channels.
create table notice (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid,
  kind text not null,
  -- What happened: of an event of an order, or of a borrower, nobody is told twice.
  event text not null,
  -- Amounts in cents, days, counts: the text is written with them when it is read or sent, in the borrower's language.
  variables jsonb not null,
  state text not null check (state in ('queued', 'sent', 'delivered', 'inbox', 'dropped', 'failed')),
  -- The channel that is tried first; null: in the brand's order.
  channel text check (channel in ('sms', 'email', 'push')),
  -- Why it was dropped, or stays in the inbox alone.
  reason text,
  created_at timestamptz not null,
  -- When it came into the inbox; null: what it says is not known before it is sent.
  shown_at timestamptz,
  -- For a queued one: the time before which it is not sent, or until which the server that sends it now has.
  send_after timestamptz,
  claimed_until timestamptz,
  read_at timestamptz,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  check ((state = 'queued') = (send_after is not null))
  -- Claimed, shown and sent: its page has room for that.
) with (fillfactor = 50);
create unique index notice_once on notice (borrower_id, coalesce(order_id, borrower_id), event);
create index notice_due on notice (send_after) where state = 'queued';
grant select, insert, update (variables, state, reason, shown_at, send_after, claimed_until, read_at)
  on notice to hiram_app;

-- Each attempt to send a notice, once a channel. Its id is our reference with the provider.
create table delivery (
  borrower_id uuid not null,
  id uuid not null unique,
  notice_id uuid not null,
  channel text not null check (channel in ('sms', 'email', 'push')),
  state text not null check (state in ('sending', 'sent', 'delivered', 'failed', 'bounced')),
  reason text,
  address_digest bytea not null,
  -- The attempt that counts in the caps; null: it serves the borrower and does not count.
  contact_id uuid,
  segments smallint not null,
  -- Cents.
  cost bigint not null default 0,
  at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  unique (borrower_id, notice_id, channel),
  foreign key (borrower_id, notice_id) references notice (borrower_id, id),
  foreign key (borrower_id, contact_id) references contact (borrower_id, id)
) with (fillfactor = 80);
create index delivery_at on delivery (at);
grant select, insert, update (state, contact_id, reason, segments, cost, ended_at) on delivery to hiram_app;

-- What messages cost on a day of the brand's zone, in cents: read before each batch, so it is not summed up from their rows.
create table message_cost (
  brand text not null,
  on_day date not null,
  cost bigint not null check (cost >= 0),
  primary key (brand, on_day)
);
grant select, insert, update (cost) on message_cost to hiram_app;

-- Addresses that a message did not reach. One that did not three times is not used.
create table bounced_address (
  borrower_id uuid not null references borrower,
  channel text not null,
  digest bytea not null,
  bounces smallint not null check (bounces >= 0),
  at timestamptz not null,
  primary key (borrower_id, channel, digest)
);
grant select, insert, delete, update (bounces, at) on bounced_address to hiram_app;

-- What a borrower switched off. No row: on.
create table message_preference (
  borrower_id uuid not null references borrower,
  purpose text not null check (purpose in ('reminder')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (borrower_id, purpose)
);
grant select, insert, delete, update (is_on, changed_at) on message_preference to hiram_app;
