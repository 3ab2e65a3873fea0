import { type Kysely, sql } from 'kysely';

/**
 * The day on which a running order's status may next change by itself, so that each night's work is as large as what
 * changes and not as large as the book. Unknown counts as due, for orders that an older version of the server wrote.
 *
 * And a settled loan that a reversed payment opens again may stand beside a newer one: it was not applied for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table loan_order add column next_status_check_on date;
create index loan_order_look on loan_order (brand, coalesce(next_status_check_on, '-infinity'::date)) where status in (170, 174);
alter table loan_order add column reopened_at timestamptz;
drop index loan_order_running;
create unique index loan_order_running on loan_order (borrower_id)
  where status in (21, 151, 170, 174, 180) and reopened_at is null;
create index loan_order_under_way on loan_order (borrower_id, applied_at desc) where status in (21, 151, 170, 174, 180);
create index loan_order_lapse on loan_order (brand, offer_lapses_on) where status = 151 and withdrawn_at is null;
`)
    .execute(db);
}
