import { sql } from 'kysely';
import type { Db } from '../database/connection/connect.ts';

/** The probe answers within this time, which is shorter than a load balancer waits for the health check. */
const answerTimeoutMs = 700;
/**
 * Without an answer for this long the database is away: some four checks of a load balancer. On a busy machine single answers are
 * late, from all servers at once. If one of those removed a server, the load balancer would refuse every request.
 */
const silenceLimitMs = 2_000;
/** The time for which the result of a write check is reused. */
const writeCheckIntervalMs = 5_000;
/** A row that fills a page, so that each write check needs disk space. */
const fillerLength = 7_900;

export type DatabaseState = 'well' | 'away' | 'cannot be written';

class RolledBack extends Error {}

/** Writes a page and rolls it back. False if the database rejects the write: its disk is full, or it is a standby. */
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
    // Disk full, out of memory, read-only, I/O error. Any other error is reported as `away`.
    return !(code === '53100' || code === '53200' || code === '25006' || code === '58030');
  }
}

/**
 * Returns a probe that says whether the database answers and was writable in the last seconds. An error counts at once, silence
 * after two seconds; until then the last answer counts. At most one query is in progress, however often the probe is called.
 */
export function databaseProbe(db: Db): () => Promise<DatabaseState> {
  let probe: Promise<DatabaseState> | undefined;
  let began = 0;
  let last: DatabaseState = 'away';
  let writable = true;
  let writeCheckedAt = Number.NEGATIVE_INFINITY;
  const check = async (): Promise<DatabaseState> => {
    // A table of the schema: on Citus the coordinator answers while the worker that has the cell is away.
    await sql`select from installation`.execute(db);
    if (performance.now() - writeCheckedAt > writeCheckIntervalMs) {
      writable = await canWrite(db);
      writeCheckedAt = performance.now();
    }
    return writable ? 'well' : 'cannot be written';
  };
  const start = async (): Promise<DatabaseState> => {
    began = performance.now();
    last = await check().catch((): DatabaseState => 'away');
    probe = undefined;
    return last;
  };
  const stateWhenLate = () => (performance.now() - began < silenceLimitMs ? last : 'away');
  return async () => {
    probe ??= start();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<DatabaseState>((resolve) => {
      timer = setTimeout(() => resolve(stateWhenLate()), answerTimeoutMs);
    });
    return Promise.race([probe, timeout]).finally(() => clearTimeout(timer));
  };
}
