create table debit_card (
  borrower_id uuid not null references borrower,
  id uuid not null,
  bank_code text not null,
  bank_name text not null,
  -- The last four digits; the whole number is never stored.
  tail text not null check (tail ~ '^[0-9]{4}$'),
  token_encrypted bytea not null,
  digest bytea not null,
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, digest)
);
create trigger card_audit after insert or delete on debit_card for each row execute function write_audit('id');
create trigger debit_card_audit_all after truncate on debit_card execute function write_audit();
grant select, insert, delete on debit_card to hiram_app;

-- A borrower has no more cards than the argument says. Concurrent inserts wait for each other on the borrower's row.
create function limit_cards() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.borrower where id = new.borrower_id for no key update;
  if (select count(*) from public.debit_card where borrower_id = new.borrower_id) >= tg_argv[0]::int then
    raise exception 'borrower % has % cards', new.borrower_id, tg_argv[0]
      using errcode = 'check_violation', constraint = 'debit_card_limit';
  end if;
  return new;
end $$;
create trigger debit_card_limit before insert on debit_card for each row execute function limit_cards('10');

create table card_payment (
  borrower_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  card_id uuid not null,
  code_id uuid not null references payment_code (id),
  repay_token text not null,
  amount bigint not null check (amount > 0),
  -- The provider's id of the charge.
  charge text,
  needs_code boolean not null default false,
  state text not null check (state in ('begun', 'waiting', 'confirmed', 'declined')),
  created_at timestamptz not null,
  code_sent_at timestamptz,
  -- Since when the provider checks a code. No other payment begins until the result is known.
  confirming_at timestamptz,
  primary key (borrower_id, id),
  unique (borrower_id, repay_token),
  foreign key (borrower_id, card_id) references debit_card (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);
grant select, insert, update (charge, needs_code, state, code_sent_at, confirming_at) on card_payment to hiram_app;
