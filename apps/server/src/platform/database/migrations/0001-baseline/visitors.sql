-- Visitors of landing pages, the promotion funnel and tracked events.

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
grant select, insert, delete on visitor to hiram_app;

-- Steps of the funnel: each step of a visitor once a day, so that a repeated report counts once.
create table promotion_event (
  day date not null,
  brand text not null,
  -- A digest of the visitor and the step: no personal value is stored here.
  digest bytea not null,
  kind text not null check (kind in ('visit', 'click', 'captchaRejected', 'codeSent', 'registered', 'firstLoan')),
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
create index promotion_event_age on promotion_event (day);
grant select, insert, delete on promotion_event to hiram_app;

-- One partition a day, so that an old day is dropped as one table. An event without a partition goes to the default one.
create table tracking_event (
  id uuid not null,
  day date not null,
  brand text not null,
  borrower_id uuid,
  kind text not null,
  module_id integer,
  position_id integer,
  product_id text,
  at timestamptz not null,
  primary key (day, id)
) partition by range (day);
create table tracking_event_other partition of tracking_event default;
grant select, insert, delete on tracking_event to hiram_app;

-- The server's login may not create or drop tables: these two functions do it for one day's partition, and for those of the
-- days before p_before.
create function ensure_tracking_partition(p_day date) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  part text := 'tracking_event_' || to_char(p_day, 'YYYYMMDD');
begin
  if to_regclass('public.' || part) is null then
    execute format(
      'create table public.%I partition of public.tracking_event for values from (%L) to (%L)', part, p_day, p_day + 1
    );
  end if;
exception
  -- Another server was faster, or the default partition has events of that day and keeps them.
  when duplicate_table or unique_violation or invalid_object_definition or check_violation then null;
end $$;

create function drop_tracking_days(p_before date) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  part text;
  dropped integer := 0;
begin
  -- The last month stays, even if a caller asks for its deletion.
  if p_before > current_date - 30 then
    raise exception 'tracking of the last month is kept' using errcode = 'check_violation';
  end if;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.tracking_event'::regclass and c.relname ~ '^tracking_event_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < p_before
  loop
    execute format('drop table public.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke all on function ensure_tracking_partition, drop_tracking_days from public;
grant execute on function ensure_tracking_partition, drop_tracking_days to hiram_app;
