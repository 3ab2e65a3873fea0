import { type Kysely, sql } from 'kysely';

/**
 * Tracked events lie by day, so that an old day goes as one table and is never deleted row by row. Whoever runs the installation
 * asks for a day before it begins; what arrives without one, or on a day that a clock jumped to, waits in the default table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
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
  -- Another server was quicker; or the default table holds that day's events already, and then it keeps them.
  when duplicate_table or unique_violation or invalid_object_definition or check_violation then null;
end $$;
revoke all on function ensure_tracking_partition from public;
grant execute on function ensure_tracking_partition to hiram_app;
`)
    .execute(db);
}
