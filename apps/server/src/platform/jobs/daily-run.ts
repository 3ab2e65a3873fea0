import type { LocalDate } from '@hiram/loan';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../clock/clock.ts';
import { type Db, inTransaction } from '../database/connect.ts';

/** A run that gave no sign of life for so long and never ended was a killed server's: another one takes it. */
const abandonedMs = 30 * 60_000;
/** A run that began so far ahead of now was begun by a server whose clock was wrong: its day is done again. */
const aheadMs = 30 * 60_000;

/**
 * Does a day's work once among all servers. `work` answers what it counted, and says by `goesOn` now and then that it is not
 * done yet; one that fails, or whose server is killed, is done again. Answers whether this server did it.
 */
export async function oncePerDay(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: FastifyBaseLogger },
  run: { readonly name: string; readonly brand: string; readonly day: LocalDate },
  work: (goesOn: () => Promise<unknown>) => Promise<Readonly<Record<string, number>>>,
): Promise<boolean> {
  const now = clock.now();
  const abandoned = new Date(now.getTime() - abandonedMs);
  const ahead = new Date(now.getTime() + aheadMs);
  const taken = await db
    .insertInto('daily_run')
    .values({ ...run, started_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'brand', 'day'])
        .doUpdateSet({ started_at: now, finished_at: null, counts: null })
        .where((eb) =>
          eb.or([
            eb.and([eb('daily_run.finished_at', 'is', null), eb('daily_run.started_at', '<', abandoned)]),
            eb('daily_run.started_at', '>', ahead),
          ]),
        ),
    )
    .returning(sql<number>`1`.as('one'))
    .executeTakeFirst();
  if (!taken) return false;
  const note = (change: { finished_at: Date; counts: string } | { started_at: Date }) =>
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
    const counts = await work(() => note({ started_at: clock.now() }));
    await note({ finished_at: clock.now(), counts: JSON.stringify(counts) });
    log.info({ ...run, counts }, 'daily run');
    return true;
  } catch (error) {
    // Another server, or this one, tries again at its next tick.
    await note({ started_at: new Date(0) });
    throw error;
  }
}
