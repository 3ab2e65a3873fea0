import { type Kysely, sql } from 'kysely';

/**
 * What is deleted by age is found by age. Days of tracking go as a whole, by a function of the owner's: the server's own login
 * may drop no table. `daily_run` says which of a day's works was done, so that one server of many does each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table daily_run (
  name text not null,
  brand text not null,
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  counts jsonb,
  primary key (name, brand, day)
);
grant select, insert, update on daily_run to hiram_app;

create index if not exists sign_in_try_age on sign_in_try (at);
create index if not exists session_age on session (coalesce(revoked_at, expires_at));
create index if not exists ticket_age on ticket (expires_at);
create index if not exists ticket_session on ticket (session_hash);
create index if not exists device_location_age on device_location (at);
create index if not exists sms_age on sms (created_at);
create index if not exists idempotency_age on idempotency (created_at);
create index if not exists profile_draft_age on profile_draft (updated_at);
create index if not exists offer_age on offer (shown_at);
create index if not exists refused_link_age on refused_link (seen_at);
create index if not exists promotion_event_age on promotion_event (day);
grant delete on sms, refused_link, promotion_event, tracking_event to hiram_app;

create function drop_tracking_days(p_before date) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  part text;
  dropped integer := 0;
begin
  -- Whoever calls it, a month is always kept.
  if p_before > current_date - 30 then
    raise exception 'tracking of the last month is kept' using errcode = 'check_violation';
  end if;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.tracking_event'::regclass and c.relname ~ '^tracking_event_\\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < p_before
  loop
    execute format('drop table public.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke all on function drop_tracking_days from public;
grant execute on function drop_tracking_days to hiram_app;
`)
    .execute(db);
}
