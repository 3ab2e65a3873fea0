import { type Kysely, sql } from 'kysely';

/**
 * Late and settled orders on which time alone still moves money: interest that was paid ahead is reckoned anew on the first
 * day on which prepayment is allowed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create index loan_order_reckoned on loan_order (brand, next_status_check_on)
  where status in (180, 200) and next_status_check_on is not null;
`)
    .execute(db);
}
