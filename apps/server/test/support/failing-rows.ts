import { sql } from 'kysely';
import type { Hiram } from './processes/running-server.ts';

/**
 * Runs work while a change of some rows fails, as that of a damaged row would. `when`: the rows, as the
 * condition of a trigger.
 */
export async function whileRowsFail(
  { owner }: Hiram,
  {
    change,
    table,
    when,
  }: { readonly change: 'update' | 'delete'; readonly table: string; readonly when: string },
  work: () => Promise<unknown>,
): Promise<void> {
  await sql
    .raw(
      `create function fail_row() returns trigger language plpgsql as $$ begin raise exception 'this row fails'; end $$;
       create trigger fail_row before ${change} on ${table} for each row when (${when}) execute function fail_row()`,
    )
    .execute(owner);
  try {
    await work();
  } finally {
    await sql.raw(`drop function fail_row cascade`).execute(owner);
  }
}
