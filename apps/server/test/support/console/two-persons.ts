import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/connection/connect.ts';
import type { Hiram } from '../processes/running-server.ts';

/** Runs a decision as an operator's command does: in a transaction with the owner's login that names two persons. */
export function asTwoPersons<Result>(
  hiram: Hiram,
  work: (db: Db) => Promise<Result>,
  persons: { readonly by?: string; readonly second?: string } = { by: 'Ana Cruz', second: 'Ben Reyes' },
): Promise<Result> {
  return hiram.operator.transaction().execute(async (trx) => {
    const named = JSON.stringify({ id: randomUUID(), ...persons });
    await sql`select set_config('hiram.break_glass', ${named}, true)`.execute(trx);
    return work(trx);
  });
}
