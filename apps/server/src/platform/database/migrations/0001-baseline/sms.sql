create table sms (
  id uuid primary key,
  brand text not null,
  phone text not null,
  purpose text not null,
  body_encrypted bytea not null,
  -- Read aloud in a call instead of sent as a text.
  voice boolean not null default false,
  state text not null check (state in ('queued', 'sent', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz
);
create index sms_phone on sms (phone, created_at desc);
create index sms_unsent on sms (created_at) where state <> 'sent';
create index sms_age on sms (created_at);
grant select, insert, delete on sms to hiram_app;

-- Events of a loan of which the borrower was notified by text: each event once.
create table text_event (
  borrower_id uuid not null references borrower,
  order_id uuid not null,
  event text not null,
  at timestamptz not null,
  primary key (borrower_id, order_id, event),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);
grant select, insert on text_event to hiram_app;
