import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** The database may take so long to say that it is there: less than a load balancer waits for us to say so. */
const patienceMs = 700;
/** So long what was last found about writing counts. */
const writeTriedMs = 5_000;
/** A row of a page's size, so that each try needs room on the disk. */
const fillerLength = 7_900;

export type DatabaseState = 'well' | 'away' | 'cannot be written';

class RolledBack extends Error {}

/** Writes a page and takes it back. False where the database refuses: its disk is full, or it is a standby. */
async function canWrite(db: Db): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`insert into write_probe (filler) values (repeat('x', ${fillerLength}::int))`.execute(trx);
      throw new RolledBack();
    });
    return true;
  } catch (error) {
    if (error instanceof RolledBack) return true;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Disk full, out of memory, read-only; anything else is for `away` to say.
    return !(code === '53100' || code === '53200' || code === '25006' || code === '58030');
  }
}

/**
 * Whether the database answers now, and could be written in the last seconds. However often it is asked while the database is
 * silent, one question is under way.
 */
export function databaseProbe(db: Db): () => Promise<DatabaseState> {
  let probe: Promise<DatabaseState> | undefined;
  let writable = true;
  let triedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<DatabaseState> => {
    await sql`select 1`.execute(db);
    if (performance.now() - triedAt > writeTriedMs) {
      writable = await canWrite(db);
      triedAt = performance.now();
    }
    return writable ? 'well' : 'cannot be written';
  };
  return async () => {
    probe ??= ask()
      .catch((): DatabaseState => 'away')
      .finally(() => {
        probe = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<DatabaseState>((resolve) => {
      timer = setTimeout(resolve, patienceMs, 'away');
    });
    return Promise.race([probe, late]).finally(() => clearTimeout(timer));
  };
}
