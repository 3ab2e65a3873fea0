import { type Kysely, sql } from 'kysely';

/** What was agreed to stays, from everybody: not only row by row, but not all at once either. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create trigger agreement_kept before truncate on agreement execute function refuse_change();')
    .execute(db);
}
