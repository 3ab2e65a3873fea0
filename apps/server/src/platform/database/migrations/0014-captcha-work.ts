import { type Kysely, sql } from 'kysely';

/** The way past a captcha's picture for whoever cannot see it: one sum at a time for each visitor, and few a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table visitor add column work_challenge text;
alter table visitor add column work_expires_at timestamptz;
alter table visitor add column worked_at timestamptz;
alter table visitor add check ((work_challenge is null) = (work_expires_at is null));
create index visitor_worked on visitor (brand, worked_at) where worked_at is not null;
`)
    .execute(db);
}
