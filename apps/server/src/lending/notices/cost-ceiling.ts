import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { tableOf } from '../../platform/database/statements/table-of.ts';

/**
 * The brands whose messages cost as much today as they may on a day (`contact.maxCostADay`). Batches that are under way now are not
 * in it: a server goes beyond it by three of them at most.
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

/** Adds to what messages cost a brand today, in cents. */
export async function addCosts(
  trx: Db,
  costs: readonly { readonly brand: Brand; readonly cost: number }[],
  now: Date,
): Promise<void> {
  const told = costs.flatMap(({ brand: { id, timeZone }, cost }) =>
    cost > 0 ? { brand: id, on_day: dayIn(timeZone, now), cost } : [],
  );
  if (told.length === 0) return;
  await sql`insert into message_cost (brand, on_day, cost)
    select brand, on_day, sum(cost) from ${tableOf('told', told, { text: ['brand'], date: ['on_day'], bigint: ['cost'] })}
    group by 1, 2 order by 1, 2
    on conflict (brand, on_day) do update set cost = message_cost.cost + excluded.cost`.execute(trx);
}
