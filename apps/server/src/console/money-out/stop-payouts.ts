import type { explainStop, stopPayouts } from '@hiram/contract/console/money-out';
import { allBrands } from '@hiram/contract/console/rights';
import { stopBrand } from '../../lending/payouts/payout-limits.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** Stops the payouts of the brand or of all brands at once. One that is stopped already stays stopped. */
export const stop: StaffHandler<typeof stopPayouts> = async ({ reason }, request) => {
  const { db, brand, now, session, context } = request;
  const brands = brand === allBrands ? [...context.appContext.brands.keys()].sort() : [brand];
  const stopped: string[] = [];
  // A transaction each: the first brand does not wait for the last one's lock.
  for (const each of brands) {
    const entry = { id: newId(), brand: each, stopped_by: session.staffId, stopped_at: now, reason };
    if (await inTransaction(db, (trx) => stopBrand(trx, entry))) stopped.push(each);
  }
  context.appContext.log.warn({ brands: stopped, staff: session.staffId }, 'payouts stopped');
  const { count } = await db
    .selectFrom('payout')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('brand', 'in', brands)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'sent'),
        eb.and([eb('state', '=', 'requested'), eb('counted_on', 'is not', null)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { stopped, handedOver: Number(count) };
};

/** Writes down why payouts are stopped, while they are. */
export const explain: StaffHandler<typeof explainStop> = async ({ stopId, reason }, { db, brand }) =>
  inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('payout_stop')
      .selectAll()
      .where('id', '=', knownId(stopId))
      .where('brand', '=', brand)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new NotFound('no stop of the brand');
    if (found.started_at) return reject('notStopped');
    await trx.updateTable('payout_stop').set({ reason }).where('id', '=', found.id).execute();
    return {};
  });
