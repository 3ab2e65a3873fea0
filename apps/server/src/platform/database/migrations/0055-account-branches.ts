import { type Kysely, sql } from 'kysely';

/** The branch of a payout account in India (IFSC): a transfer there needs it beside the account's number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_account add column ifsc text
      constraint bank_account_ifsc check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$')`.execute(db);
}
