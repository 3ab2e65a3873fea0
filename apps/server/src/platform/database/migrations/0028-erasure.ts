import { type Kysely, sql } from 'kysely';

/** What goes with the account: the cards by which nothing was paid, and what partners were answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('grant delete on debit_card, partner_answer to hiram_app').execute(db);
}
