-- A borrower's answer to a partner's recommended product.
create table partner_answer (
  borrower_id uuid not null references borrower,
  partner_key text not null,
  globally integer not null,
  shown boolean not null default true,
  primary key (borrower_id, partner_key)
);
grant select, insert, delete on partner_answer to hiram_app;

-- Sign-ins that a partner rejected.
create table joint_login_failure (
  borrower_id uuid not null references borrower,
  id uuid not null,
  order_id uuid,
  partner text not null,
  reason text not null check (reason in ('unavailable', 'rejected', 'noAccount', 'expired')),
  failed_at timestamptz not null,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);
create index joint_login_failure_order on joint_login_failure (borrower_id, order_id, id desc);
grant select, insert on joint_login_failure to hiram_app;
