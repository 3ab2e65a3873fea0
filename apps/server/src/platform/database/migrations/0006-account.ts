import { type Kysely, sql } from 'kysely';

/** Passwords, devices, what a borrower agreed to, and the request to delete an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table borrower add column password_hash text;
alter table borrower add column language text;
alter table borrower add column theme text check (theme in ('light', 'dark', 'system'));
alter table borrower add column erased_at timestamptz;
alter table session add column id uuid not null default gen_random_uuid();
create unique index session_id on session (id);
alter table sms add column voice boolean not null default false;

create table sign_in_try (
  id uuid primary key,
  brand text not null,
  phone text not null,
  address text not null,
  at timestamptz not null
);
create index sign_in_try_phone on sign_in_try (brand, phone, at);
create index sign_in_try_address on sign_in_try (address, at);

create table device (
  borrower_id uuid not null references borrower,
  device_id text not null,
  name text not null,
  os_version text not null,
  app_version text not null,
  first_seen_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (borrower_id, device_id)
);
create table device_location (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Two decimals: about a kilometre, and never a house.
  latitude numeric(4, 2) not null check (latitude between -90 and 90),
  longitude numeric(5, 2) not null check (longitude between -180 and 180),
  at timestamptz not null,
  primary key (borrower_id, id)
);
create table reference_contact (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Three places, each taken once.
  place smallint not null check (place between 1 and 3),
  name_encrypted bytea not null,
  phone_encrypted bytea not null,
  phone_digest bytea not null,
  relation text not null check (relation in ('family', 'friend', 'colleague', 'other')),
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, place),
  unique (borrower_id, phone_digest)
);
create table consent (
  borrower_id uuid not null references borrower,
  kind text not null check (kind in ('privacy', 'marketing', 'location', 'contacts')),
  version text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (borrower_id, kind)
);
create table erasure_request (
  borrower_id uuid primary key references borrower,
  asked_at timestamptz not null,
  erase_on date not null
);
create index erasure_due on erasure_request (erase_on);

grant select, insert, update, delete on sign_in_try, device, device_location, reference_contact, consent, erasure_request
  to hiram_app;
grant delete on borrower_profile to hiram_app;
`)
    .execute(db);
}
