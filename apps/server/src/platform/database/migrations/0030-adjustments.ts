import { type Kysely, sql } from 'kysely';

/**
 * What a person decides over a loan stands in the audit trail, and nobody decides without saying why. Events of before need no
 * look: none of these kinds was ever written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table loan_event add constraint loan_event_decided
  check (kind not in ('waived', 'refunded', 'writtenOff') or coalesce(body #>> '{note,why}', '') <> '') not valid;
create trigger loan_event_audit after insert on loan_event
  for each row when (new.kind in ('waived', 'refunded', 'writtenOff')) execute function write_audit('id');
`)
    .execute(db);
}
