import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../database/connection/connect.ts';
import type { Ceiling, CellDirectory } from './directory.ts';

/** The part of an AppContext that the use of a ceiling needs. */
export interface CeilingSharer {
  readonly directory: CellDirectory | undefined;
  readonly log: FastifyBaseLogger;
}

/**
 * The part of a ceiling that this cell may use in all, at least `wanted` if so much is left for it. Without
 * other cells it is the whole. A directory that does not answer gives nothing more, apart from codes, without
 * which nobody with an account signs in. Runs in a transaction: if it is rolled back, what was taken is lost
 * for the day, never used twice.
 */
export async function allowed(
  trx: Db,
  { directory, log }: CeilingSharer,
  ceiling: Ceiling,
  wanted: number,
): Promise<number> {
  if (!directory) return ceiling.most;
  const { kind, brand, day } = ceiling;
  await sql`insert into cell_allowance (kind, brand, day, granted) values (${kind}, ${brand}, ${day}, 0)
    on conflict do nothing`.execute(trx);
  const { granted } = await trx
    .selectFrom('cell_allowance')
    .select('granted')
    .where('kind', '=', kind)
    .where('brand', '=', brand)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (wanted <= granted) return Math.min(granted, ceiling.most);
  try {
    const drawn = await directory.take(ceiling, wanted - granted);
    if (drawn > 0) await setGranted(trx, ceiling, granted + drawn);
    return Math.min(granted + drawn, ceiling.most);
  } catch (error) {
    log.warn({ err: error }, 'the directory of the cells gives no part of a ceiling');
    return kind === 'codes' ? ceiling.most : Math.min(granted, ceiling.most);
  }
}

async function setGranted(trx: Db, { kind, brand, day }: Omit<Ceiling, 'most'>, granted: number) {
  await trx
    .updateTable('cell_allowance')
    .set({ granted })
    .where('kind', '=', kind)
    .where('brand', '=', brand)
    .where('day', '=', day)
    .execute();
}

/**
 * Gives half of what the cell did not use back, once an hour, so that another cell can take it. `used`: what it used, read under
 * the lock of its part. First the cell has less, then the directory more: what is lost between is used by nobody.
 */
export async function releaseUnused(
  transact: <Result>(work: (trx: Db) => Promise<Result>) => Promise<Result>,
  { directory }: CeilingSharer,
  ceiling: Omit<Ceiling, 'most'>,
  used: (trx: Db) => Promise<number>,
): Promise<void> {
  if (!directory) return;
  const { kind, brand, day } = ceiling;
  const unused = await transact(async (trx) => {
    const due = await sql<{ granted: number }>`update cell_allowance set returned_at = now()
      where kind = ${kind} and brand = ${brand} and day = ${day} and returned_at < now() - interval '1 hour'
      returning granted`.execute(trx);
    const granted = Number(due.rows[0]?.granted ?? 0);
    const half = Math.max(0, Math.floor((granted - (await used(trx))) / 2));
    if (half > 0) await setGranted(trx, ceiling, granted - half);
    return half;
  });
  if (unused > 0) await directory.release(ceiling, unused);
}
