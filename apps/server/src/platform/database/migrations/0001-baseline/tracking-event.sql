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
grant select, insert, delete on tracking_event to hiram_app;

create table tracking_event_other partition of tracking_event default;

-- The server's login may not create or drop tables, so functions do it. This one creates a day's partition.
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

-- Drops the partitions of the days before p_before. To drop one locks the whole table for a moment. A drop that waits for a long
-- read would make every event of a visitor wait behind it, so it gives up soon; the next run drops the day.
create function drop_tracking_days(p_before date) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
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
    order by c.relname
  loop
    begin
      execute format('drop table public.%I', part);
      dropped := dropped + 1;
    exception
      when lock_not_available then exit;
    end;
  end loop;
  return dropped;
end $$;

revoke all on function ensure_tracking_partition, drop_tracking_days from public;
grant execute on function ensure_tracking_partition, drop_tracking_days to hiram_app;
