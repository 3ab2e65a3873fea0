-- A reminder that a borrower asked for, to pay or to apply again, until it is sent or a payment arrives: one an order.
create table payment_reminder (
  borrower_id uuid not null references borrower,
  order_id uuid not null,
  remind_on date not null,
  requested_at timestamptz not null,
  primary key (borrower_id, order_id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);
create index payment_reminder_day on payment_reminder (remind_on);
grant select, insert, delete on payment_reminder to hiram_app;
