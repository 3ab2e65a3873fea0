import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { type PayoutRow, settlePayout } from './payouts.ts';

/** A provider tells how a payout ended within moments; after this long it is asked. */
const patienceMs = 15 * 60_000;
const batch = 20;

/**
 * Puts into the queue again what waits to be sent and has no job any more: one is given up after about a day of tries, and a
 * provider may be away for longer. No other payout of the order can be asked for meanwhile.
 */
export async function queueUnsent(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now();
  const due = new Date(now.getTime() - patienceMs);
  await inTransaction(appContext.db, async (trx) => {
    const rows = await trx
      .updateTable('payout')
      .set({ asked_at: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('payout')
          .select('id')
          .where('state', '=', 'requested')
          .where('requested_at', '<', due)
          .where((or) => or.or([or('asked_at', 'is', null), or('asked_at', '<', due)]))
          .where(
            sql<boolean>`not exists (select from jobs.job where name = 'payout'
              and state in ('created', 'retry', 'active') and data ->> 'payoutId' = payout.id::text)`,
          )
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

/** Asks the provider about payouts whose end nobody has told of, each of them every quarter of an hour. */
export async function askForUnsettled(appContext: AppContext): Promise<void> {
  const now = appContext.clock.now();
  const due = new Date(now.getTime() - patienceMs);
  const rows = await appContext.db
    .updateTable('payout')
    .set({ asked_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payout')
        .select('id')
        .where('state', '=', 'sent')
        .where('provider', 'in', [...appContext.ports.payouts.keys()])
        .where('sent_at', '<', due)
        .where((or) => or.or([or('asked_at', 'is', null), or('asked_at', '<', due)]))
        .orderBy('sent_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'provider', 'provider_reference'])
    .execute();
  // One that cannot be asked about keeps no other from being asked.
  for (const row of rows)
    await ask(appContext, row).catch((error: unknown) =>
      appContext.log.warn({ err: error, payout: row.id }, 'payout without an end'),
    );
}

async function ask(
  appContext: AppContext,
  { id, provider, provider_reference }: Pick<PayoutRow, 'id' | 'provider' | 'provider_reference'>,
): Promise<void> {
  const port = appContext.ports.payouts.get(provider);
  if (!port || provider_reference === null) return;
  const standing = await port.standing({
    reference: id,
    providerReference: provider_reference,
  });
  if (standing.state !== 'paid' && standing.state !== 'returned') {
    appContext.log.warn({ payout: id, standing: standing.state }, 'payout without an end');
    return;
  }
  const { state: result, on, amount, currency } = standing;
  const reason = standing.state === 'returned' ? standing.reason : undefined;
  await inTransaction(appContext.db, (trx) =>
    settlePayout(trx, appContext, { reference: id, result, on, amount, currency, reason }),
  );
}
