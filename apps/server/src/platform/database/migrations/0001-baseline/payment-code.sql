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
  state text not null check (state in ('requested', 'open', 'paid', 'replaced')),
  primary key (borrower_id, id),
  unique (provider, provider_reference)
);
create unique index payment_code_open on payment_code (order_id, channel, purpose, amount)
  where state in ('requested', 'open');
create index payment_code_code on payment_code (borrower_id, pay_code);
create index payment_code_order on payment_code (borrower_id, order_id, issued_at desc);
create unique index payment_code_image on payment_code (image_token);
create index payment_code_typed on payment_code (pay_code);
create index payment_code_provider on payment_code (provider_reference);
create trigger code_audit after insert on payment_code for each row execute function write_audit('id');
create trigger payment_code_audit_all after truncate on payment_code execute function write_audit();
grant select, insert, update (state, pay_code, qr, image_token, provider_reference) on payment_code to hiram_app;
