import { type Kysely, sql } from 'kysely';

/** What the sandbox's payment and payout provider remembers: a peer of its own that only happens to live next door. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table sandbox_code (
  id text primary key,
  reference text not null unique,
  pay_code text not null unique,
  amount bigint not null,
  expires_at timestamptz not null
);
create table sandbox_payout (
  id text primary key,
  reference text not null unique,
  amount bigint not null,
  institution text not null,
  account_digest text not null,
  state text not null check (state in ('accepted', 'paid', 'returned')),
  reason text,
  held boolean not null default false
);
create table sandbox_text (
  id uuid primary key,
  phone text not null,
  body text not null,
  received_at timestamptz not null
);
create index sandbox_text_phone on sandbox_text (phone, received_at desc);
grant select, insert, update on sandbox_code, sandbox_payout, sandbox_text to hiram_app;
`)
    .execute(db);
}
