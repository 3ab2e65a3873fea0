create table one_time_code (
  id uuid primary key,
  brand text not null,
  phone text not null,
  purpose text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  -- Who requested the code: device, address, its network (24 bits of IPv4, 48 of IPv6), the proof of the page or app, and
  -- SHA-256 of a promotion page's sid. Limits count by these, so that a stranger's requests do not lock the number's owner out.
  device_id text,
  address text,
  network text,
  proof bytea,
  visitor bytea,
  -- Requested by the number's owner on a known device.
  known boolean not null default false,
  -- A captcha was solved for it.
  captcha boolean not null default false,
  -- Read out in a call. A code that was sent as a text stays valid beside it.
  voice boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz
);
create index one_time_code_phone on one_time_code (brand, phone, created_at);
create index one_time_code_device on one_time_code (device_id, created_at);
create index one_time_code_address on one_time_code (address, created_at);
create index one_time_code_network on one_time_code (network, created_at) where network is not null;
create index one_time_code_time on one_time_code (created_at);
grant select, insert, delete, update (tries, used_at, superseded_at, expires_at) on one_time_code to hiram_app;
