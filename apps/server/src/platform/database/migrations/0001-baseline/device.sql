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
grant select, insert, delete, update (name, os_version, app_version, seen_at) on device to hiram_app;

create table device_location (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Degrees with two decimals: about a kilometre, never a house.
  latitude numeric(4, 2) not null check (latitude between -90 and 90),
  longitude numeric(5, 2) not null check (longitude between -180 and 180),
  at timestamptz not null,
  primary key (borrower_id, id)
);
create index device_location_age on device_location (at);
grant select, insert, delete on device_location to hiram_app;
