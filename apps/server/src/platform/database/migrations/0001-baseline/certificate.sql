-- Certificates of full payment, each once for an order and the day of its settlement: a loan that a reversal reopens and that is
-- settled again gets another one.
create table certificate (
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  settled_on date not null,
  -- Random, after the cell's mark. Whoever has the paper checks it by this code.
  code text not null unique check (code ~ '^([0-9A-HJKMNP-TV-Z]{2})?[0-9A-HJKMNP-TV-Z]{16}$'),
  issued_at timestamptz not null,
  primary key (borrower_id, order_id, settled_on)
);
create trigger certificate_append_only before update or delete on certificate
  for each row execute function refuse_change();
create trigger certificate_no_truncate before truncate on certificate execute function refuse_change();
grant select, insert on certificate to hiram_app;
