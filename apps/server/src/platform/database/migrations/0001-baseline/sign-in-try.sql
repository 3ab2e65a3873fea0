-- Failed sign-ins with a password.
create table sign_in_try (
  id uuid primary key,
  brand text not null,
  phone text not null,
  address text not null,
  -- As in one_time_code.
  proof bytea,
  known boolean not null default false,
  at timestamptz not null
);
create index sign_in_try_phone on sign_in_try (brand, phone, at);
create index sign_in_try_address on sign_in_try (address, at);
create index sign_in_try_age on sign_in_try (at);
grant select, insert, delete on sign_in_try to hiram_app;
