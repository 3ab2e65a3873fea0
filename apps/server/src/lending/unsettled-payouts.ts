import { inTransaction } from '../db/connect.ts';
import type { House } from '../house.ts';
import { settlePayout } from './payouts.ts';

/** A provider tells how a payout ended within moments; after this long it is asked. */
const patienceMs = 15 * 60_000;
const batch = 20;

/** Asks the provider about payouts whose end nobody has told of, each of them every quarter of an hour. */
export async function askForUnsettled(house: House): Promise<void> {
  const now = house.clock.now();
  const due = new Date(now.getTime() - patienceMs);
  const rows = await house.db
    .updateTable('payout')
    .set({ asked_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payout')
        .select('id')
        .where('state', '=', 'sent')
        .where('provider', '=', house.ports.payout.name)
        .where('sent_at', '<', due)
        .where((or) => or.or([or('asked_at', 'is', null), or('asked_at', '<', due)]))
        .orderBy('sent_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'provider_reference'])
    .execute();
  // One that cannot be asked about keeps no other from being asked.
  for (const { id, provider_reference } of rows)
    await ask(house, id, provider_reference).catch((error: unknown) =>
      house.log.warn({ err: error, payout: id }, 'payout without an end'),
    );
}

async function ask(house: House, id: string, provider_reference: string | null): Promise<void> {
  if (provider_reference === null) return;
  const standing = await house.ports.payout.standing({
    reference: id,
    providerReference: provider_reference,
  });
  if (standing.state !== 'paid' && standing.state !== 'returned') {
    house.log.warn({ payout: id, standing: standing.state }, 'payout without an end');
    return;
  }
  const { state: result, on } = standing;
  const reason = standing.state === 'returned' ? standing.reason : undefined;
  await inTransaction(house.db, (trx) => settlePayout(trx, house, { reference: id, result, on, reason }));
}
