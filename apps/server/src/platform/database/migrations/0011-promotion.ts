import { type Kysely, sql } from 'kysely';

/**
 * Visitors of landing pages. A visitor's captcha, code and registration hang together by its sid; where it came from is
 * kept once a day and step, so that telling twice counts once. `promotion_event` lies by day, as tracked events do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table visitor (
  sid_hash bytea primary key,
  brand text not null,
  device_id text,
  address text not null,
  created_at timestamptz not null,
  captcha_hash bytea,
  captcha_expires_at timestamptz,
  captcha_used_at timestamptz,
  -- The number that this captcha's code was sent to; registration must name the same.
  code_phone text,
  captchas integer not null default 0,
  -- In the sandbox alone, so that it can be tried out without eyes.
  captcha_encrypted bytea,
  registered_at timestamptz,
  check (captcha_used_at is null or captcha_hash is not null),
  check (code_phone is null or captcha_used_at is not null)
);
create index visitor_time on visitor (created_at);
create index visitor_address on visitor (address, created_at);

create table promotion_event (
  day date not null,
  brand text not null,
  -- A digest of what tells the same visitor's same step again: nothing personal is kept here.
  digest bytea not null,
  kind text not null check (kind in ('visit', 'click', 'codeSent', 'registered', 'firstLoan')),
  visitor bytea not null,
  template text,
  page_id text,
  user_from text,
  client_type text,
  utm_tag text,
  app_from text,
  borrower_id uuid,
  at timestamptz not null,
  primary key (day, digest)
) partition by range (day);
create table promotion_event_default partition of promotion_event default;
create index promotion_event_visitor on promotion_event (brand, visitor);
create index promotion_event_borrower on promotion_event (borrower_id) where borrower_id is not null;

alter table borrower add column invite_code text unique;
alter table borrower add column invited_by uuid references borrower;
alter table borrower add column came_from jsonb;

grant select, insert, update, delete on visitor to hiram_app;
grant select, insert on promotion_event to hiram_app;
`)
    .execute(db);
}
