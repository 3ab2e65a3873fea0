import type { LocalDate } from '@hiram/loan';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import { type Db, inTransaction } from '../database/connection/connect.ts';

/** A run without a heartbeat for this long belongs to a killed server: another server takes it over. */
const abandonedMs = 30 * 60_000;
/** A failed run is tried again after this long, by whichever server comes first. */
const retryMs = 10 * 60_000;
/** A run that started this far in the future was started by a server with a wrong clock: it is done again. */
const maxAheadMs = 30 * 60_000;

/**
 * Does a day's work once among all servers. `work` returns its counts, and calls `heartbeat` repeatedly while
 * it runs. A run that fails is done again ten minutes later, and one whose server is killed half an hour
 * later. Returns whether this server did the work.
 */
export async function oncePerDay(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: FastifyBaseLogger },
  run: { readonly name: string; readonly brand: string; readonly day: LocalDate },
  work: (heartbeat: () => Promise<unknown>) => Promise<Readonly<Record<string, number>>>,
): Promise<boolean> {
  const now = clock.now();
  const abandoned = new Date(now.getTime() - abandonedMs);
  const tooFarAhead = new Date(now.getTime() + maxAheadMs);
  const claimed = await db
    .insertInto('daily_run')
    .values({ ...run, started_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'brand', 'day'])
        .doUpdateSet({ started_at: now, finished_at: null, counts: null })
        .where((eb) =>
          eb.or([
            eb.and([eb('daily_run.finished_at', 'is', null), eb('daily_run.started_at', '<', abandoned)]),
            eb('daily_run.started_at', '>', tooFarAhead),
          ]),
        ),
    )
    .returning(sql<number>`1`.as('claimed'))
    .executeTakeFirst();
  if (!claimed) return false;
  const update = (change: { finished_at: Date; counts: string } | { started_at: Date }) =>
    inTransaction(db, (trx) =>
      trx
        .updateTable('daily_run')
        .set(change)
        .where('name', '=', run.name)
        .where('brand', '=', run.brand)
        .where('day', '=', run.day)
        .execute(),
    );
  try {
    const counts = await work(() => update({ started_at: clock.now() }));
    await update({ finished_at: clock.now(), counts: JSON.stringify(counts) });
    log.info({ ...run, counts }, 'daily run');
    return true;
  } catch (error) {
    await update({ started_at: new Date(clock.now().getTime() - abandonedMs + retryMs) });
    throw error;
  }
}

/**
 * Does a day's work, which may be done twice, until it succeeded once. No server waits for another one's: a
 * killed one delays nothing.
 */
export async function repeatUntilDone(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  run: { readonly name: string; readonly brand: string; readonly day: LocalDate },
  work: () => Promise<Readonly<Record<string, number>>>,
): Promise<void> {
  const started_at = clock.now();
  const done = await db
    .selectFrom('daily_run')
    .select(['name'])
    .where('name', '=', run.name)
    .where('brand', '=', run.brand)
    .where('day', '=', run.day)
    .where('finished_at', 'is not', null)
    .where('started_at', '<', new Date(started_at.getTime() + maxAheadMs))
    .executeTakeFirst();
  if (done) return;
  const ended = { started_at, counts: JSON.stringify(await work()), finished_at: clock.now() };
  await db
    .insertInto('daily_run')
    .values({ ...run, ...ended })
    .onConflict((conflict) => conflict.columns(['name', 'brand', 'day']).doUpdateSet(ended))
    .execute();
}
