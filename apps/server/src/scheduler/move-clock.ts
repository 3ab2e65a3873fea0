import { maxDaysAhead } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { runDueWork } from './scheduler.ts';

const taskBatch = 20_000;

/**
 * Moves a sandbox's business clock forward by whole days and runs the work that is due then. False: it would
 * be further ahead than a sandbox may be, and nothing moved. Whoever caches the business day reads it again
 * afterwards.
 */
export async function moveClock(appContext: AppContext, db: Db, days: number): Promise<boolean> {
  const moved = await db
    .updateTable('business_clock')
    .set((eb) => ({ offset_days: eb('offset_days', '+', days) }))
    .where('offset_days', '<=', maxDaysAhead - days)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return false;
  if (days > 0) await moveTasks(db, days);
  await runDueWork(appContext);
  return true;
}

/** Brings the ends of all open tasks nearer, in batches: a statement has a time limit, and a test's book may have a million. */
async function moveTasks(db: Db, days: number): Promise<void> {
  for (let after: string | undefined; ; ) {
    const moved = await sql<{ last: string | null }>`
      with batch as (
        select id from task where closed_at is null and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
        order by id limit ${taskBatch}
      ), moved as (
        update task set due_at = due_at - ${days} * interval '1 day' where id in (select id from batch) returning id
      )
      select (select id from moved order by id desc limit 1)::text as last`.execute(db);
    after = moved.rows[0]?.last ?? undefined;
    if (after === undefined) return;
  }
}
