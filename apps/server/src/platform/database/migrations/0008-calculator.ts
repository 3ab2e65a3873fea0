import { type Kysely, sql } from 'kysely';

/** Loans that borrowers keep in the calculator, sign-ins that a partner refused, and the settled orders in a list's order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table saved_loan (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Fifty places, each taken once: nobody keeps more, however many requests come at once.
  place smallint not null check (place between 1 and 50),
  name text not null check (name ~ '\\S' and char_length(name) <= 40),
  principal bigint not null check (principal between 10000 and 10000000000),
  rate integer not null check (rate between 0 and 10000000),
  tenure smallint not null check (tenure between 1 and 360),
  start_date date not null,
  emi bigint not null check (emi > 0),
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, place)
);
create table joint_login_failure (
  borrower_id uuid not null references borrower,
  id uuid not null,
  order_id uuid,
  partner text not null,
  reason text not null check (reason in ('unavailable', 'refused', 'noAccount', 'expired')),
  failed_at timestamptz not null,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);
create index joint_login_failure_order on joint_login_failure (borrower_id, order_id, id desc);
create index loan_order_settled on loan_order (borrower_id, id desc) where status = 200;
grant select, insert, delete on saved_loan to hiram_app;
grant select, insert on joint_login_failure to hiram_app;
`)
    .execute(db);
}
