import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { tableOf } from '../../platform/database/statements/table-of.ts';

/**
 * The brands whose messages cost as much today as they may on a day (`contact.maxCostADay`). Batches that are
 * under way now are not in it: a server goes beyond it by three of them at most.
 */
export async function exhaustedBrands(
  trx: Db,
  brands: Iterable<Brand>,
  now: Date,
): Promise<ReadonlySet<string>> {
  const ceilings = [...brands].flatMap(({ id, timeZone, contact: { maxCostADay: cost } }) =>
    cost === undefined ? [] : { brand: id, on_day: dayIn(timeZone, now), cost },
  );
  if (ceilings.length === 0) return new Set();
  const { rows } = await sql<{ brand: string }>`select brand from message_cost
    join ${tableOf('ceiling', ceilings, { text: ['brand'], date: ['on_day'], bigint: ['cost'] })} using (brand, on_day)
    where message_cost.cost >= ceiling.cost`.execute(trx);
  return new Set(rows.map(({ brand }) => brand));
}
