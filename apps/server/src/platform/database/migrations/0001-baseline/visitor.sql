-- A visitor's captcha, code and registration belong together by SHA-256 of its sid.
create table visitor (
  sid_hash bytea primary key,
  brand text not null,
  device_id text,
  address text not null,
  captcha_hash bytea,
  captcha_expires_at timestamptz,
  captcha_used_at timestamptz,
  -- How many captchas were drawn.
  captchas integer not null default 0,
  -- Sandbox only: the encrypted answer, shown to testers.
  captcha_encrypted bytea,
  -- The number that the code was sent to and the device that asked for it: registration must name both. No captcha
  -- matters after the code was sent.
  code_phone text,
  code_device_id text,
  -- The proof-of-work challenge for people who cannot see the picture: one at a time, few a day.
  work_challenge text,
  work_expires_at timestamptz,
  worked_at timestamptz,
  created_at timestamptz not null,
  registered_at timestamptz,
  check (captcha_used_at is null or captcha_hash is not null),
  check ((work_challenge is null) = (work_expires_at is null))
);
create index visitor_time on visitor (created_at);
create index visitor_address on visitor (address, created_at);
create index visitor_worked on visitor (brand, worked_at) where worked_at is not null;
create index visitor_brand on visitor (brand, created_at);
grant select, insert, delete, update (captcha_hash, captcha_expires_at, captcha_used_at, captcha_encrypted, captchas,
  code_phone, code_device_id, registered_at, work_challenge, work_expires_at, worked_at, address)
  on visitor to hiram_app;
