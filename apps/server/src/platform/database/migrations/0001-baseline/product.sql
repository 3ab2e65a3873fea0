-- Amounts are whole cents (centavos, paise).

-- What a brand file offers. An order keeps its own copy of the terms.
create table product (
  id uuid primary key,
  brand text not null,
  code text not null,
  name text not null,
  logo text not null,
  kind text not null check (kind in ('single', 'perPeriod')),
  terms jsonb not null,
  amount_min bigint not null check (amount_min > 0),
  amount_max bigint not null check (amount_max >= amount_min),
  amount_step bigint not null check (amount_step > 0),
  amount_offered bigint not null check (amount_offered between amount_min and amount_max),
  display jsonb not null default '{}',
  listed boolean not null default true,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  unique (brand, code)
);
create trigger product_audit after insert or update or delete on product
  for each row execute function write_audit('id', 'terms', 'amount_min', 'amount_max', 'withdrawn_at');
create trigger product_audit_all after truncate on product execute function write_audit();
-- The brand file defines what is offered; an order keeps the terms that it was made with.
grant select, insert, update (name, logo, kind, terms, amount_min, amount_max, amount_step, amount_offered, display,
  listed, withdrawn_at) on product to hiram_app;

-- The terms that a borrower last saw. An application is accepted for these terms only, also after a change of the brand's file
-- if the statement that showed them may still be accepted.
create table offer (
  borrower_id uuid not null references borrower,
  product_id uuid not null references product,
  amount bigint not null check (amount > 0),
  terms jsonb not null,
  -- The last day on which the statement says that they may be accepted. Null: it promises none.
  valid_through date,
  shown_at timestamptz not null,
  primary key (borrower_id, product_id, amount)
);
create index offer_age on offer (shown_at);
grant select, insert, delete, update (terms, valid_through, shown_at) on offer to hiram_app;
