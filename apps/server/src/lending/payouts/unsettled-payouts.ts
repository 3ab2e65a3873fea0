import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { jobSchemaOf } from '../../platform/database/install-queue.ts';
import type { PayoutRow } from './payout-store.ts';
import { settlePayout } from './settle-payout.ts';

/** Providers report a payout's result within moments; after this time we query them. */
const maxSilenceMs = 15 * 60_000;
const batch = 20;

/**
 * Queues requested payouts again that have no job any more. A job is given up after about a day of retries, and a provider may
 * be unavailable for longer. Until the payout ends, the order cannot request another one.
 */
export async function queueUnsent(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now();
  const due = new Date(now.getTime() - maxSilenceMs);
  await inTransaction(appContext.db, async (trx) => {
    // A statement of its own: the queue's tables may be on another machine than the payouts.
    const { rows: queued } = await sql<{ id: string }>`
      select data ->> 'payoutId' as id from ${sql.id(jobSchemaOf(appContext.cell.schema))}.job
      where name = 'payout' and state in ('created', 'retry', 'active')`.execute(trx);
    const rows = await trx
      .updateTable('payout')
      .set({ queried_at: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('payout')
          .select('id')
          .where('state', '=', 'requested')
          .where('requested_at', '<', due)
          .where((or) => or.or([or('queried_at', 'is', null), or('queried_at', '<', due)]))
          .where(
            sql<boolean>`not exists (select from payout_stop stop where stop.brand = payout.brand and started_at is null)
              and not exists (select from payout_hold hold where hold.payout_id = payout.id and closed_at is null)`,
          )
          .where(sql<boolean>`payout.id <> all(${queued.map(({ id }) => id)}::uuid[])`)
          .orderBy('requested_at')
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    for (const { id } of rows) await appContext.jobs.send(trx, 'payout', { payoutId: id });
    if (rows.length > 0) appContext.log.warn({ payouts: rows.map(({ id }) => id) }, 'payouts queued again');
  });
}

/** Maximum number of payouts that are queued at once when payouts start again. `queueUnsent` queues the rest. */
const maxQueuedAtStart = 2_000;

/** Queues the brand's payouts that waited while payouts were stopped, in the transaction that starts them. */
export async function queueWaiting(trx: Db, { jobs }: AppContext, brand: string): Promise<void> {
  const rows = await trx
    .selectFrom('payout')
    .leftJoin('payout_hold', (join) =>
      join.onRef('payout_hold.payout_id', '=', 'payout.id').on('payout_hold.closed_at', 'is', null),
    )
    .select('payout.id')
    .where('payout.brand', '=', brand)
    .where('payout.state', '=', 'requested')
    .where('payout_hold.payout_id', 'is', null)
    .orderBy('payout.id')
    .limit(maxQueuedAtStart)
    .execute();
  for (const { id } of rows) await jobs.send(trx, 'payout', { payoutId: id });
}

/** Queries the provider about sent payouts without a result, each one every 15 minutes. */
export async function queryUnsettled(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now();
  const due = new Date(now.getTime() - maxSilenceMs);
  const rows = await appContext.db
    .updateTable('payout')
    .set({ queried_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payout')
        .select('id')
        .where('state', '=', 'sent')
        .where('provider', 'in', [...appContext.ports.payouts.keys()])
        .where('sent_at', '<', due)
        .where((or) => or.or([or('queried_at', 'is', null), or('queried_at', '<', due)]))
        .orderBy('sent_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'provider', 'provider_reference'])
    .execute();
  // A failed query must not stop the others.
  for (const row of rows)
    await settleByQuery(appContext, row).catch((error: unknown) =>
      appContext.log.warn({ err: error, payout: row.id }, 'payout has had no result for too long'),
    );
}

/** Queries the provider about one payout, and records how it ended if it did. Throws Unavailable without an answer. */
async function settleByQuery(
  appContext: AppContext,
  { id, provider, provider_reference }: Pick<PayoutRow, 'id' | 'provider' | 'provider_reference'>,
): Promise<void> {
  const port = appContext.ports.payouts.get(provider);
  if (!port) return;
  const reported = await port.queryState({
    reference: id,
    providerReference: provider_reference,
  });
  if (reported.state !== 'paid' && reported.state !== 'returned') {
    appContext.log.warn({ payout: id, state: reported.state }, 'payout has had no result for too long');
    return;
  }
  const { state: result, on, amount, currency } = reported;
  const reason = reported.state === 'returned' ? reported.reason : undefined;
  await inTransaction(appContext.db, (trx) =>
    settlePayout(trx, appContext, { reference: id, result, on, amount, currency, reason }),
  );
}
