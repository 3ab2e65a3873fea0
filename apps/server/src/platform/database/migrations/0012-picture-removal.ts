import { type Kysely, sql } from 'kysely';

/** A picture that belongs to nothing yet can be taken back; one that was sent with a complaint or a transfer stays, by its key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('grant delete on picture to hiram_app; create index picture_created on picture (created_at);')
    .execute(db);
}
