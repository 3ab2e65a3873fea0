-- To drop a day's partition locks the whole table for a moment. A drop that waits for a long read would make every event of a
-- visitor wait behind it, so it gives up soon; the next run drops the day.
create or replace function drop_tracking_days(p_before date) returns integer language plpgsql security definer
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
