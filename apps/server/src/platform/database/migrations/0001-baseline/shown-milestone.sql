-- The events of a loan that its borrower was shown on a full page, each once: the approval (event_id is the order), a payout, a
-- payment, the settlement (event_id is its last payment).
create table shown_milestone (
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  kind text not null check (kind in ('approved', 'paidOut', 'received', 'settled')),
  event_id uuid not null,
  shown_at timestamptz not null,
  primary key (borrower_id, order_id, kind, event_id)
);
grant select, insert on shown_milestone to hiram_app;
