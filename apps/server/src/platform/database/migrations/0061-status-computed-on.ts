import { type Kysely, sql } from 'kysely';

/**
 * The business day for which a running order's status was computed. One that lies ahead of today was stored by a server
 * whose clock was wrong, and is computed anew. So is the day from which a borrower whose offer lapsed may apply again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table loan_order add column status_computed_on date;
create index loan_order_status_computed on loan_order (brand, status_computed_on) where status in (170, 174, 180);
create index loan_order_apply_again on loan_order (brand, apply_again_on) where status = 110;
`)
    .execute(db);
}
