import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/**
 * The brands whose messages cost as much today as they may on a day (`contact.maxCostADay`). Batches that are under way now are not
 * in it: a server goes beyond it by three of them at most.
 */
export async function exhaustedBrands(
  trx: Db,
  brands: Iterable<Brand>,
  now: Date,
): Promise<ReadonlySet<string>> {
  const limited = [...brands].filter(({ contact }) => contact.maxCostADay !== undefined);
  if (limited.length === 0) return new Set();
  const { rows } = await sql<{ brand: string }>`select brand from message_cost
    join unnest(${limited.map(({ id }) => id)}::text[], ${limited.map(({ timeZone }) => dayIn(timeZone, now))}::date[],
      ${limited.map(({ contact }) => contact.maxCostADay ?? 0)}::bigint[]) ceiling (brand, on_day, cost) using (brand, on_day)
    where message_cost.cost >= ceiling.cost`.execute(trx);
  return new Set(rows.map(({ brand }) => brand));
}

/** Adds to what messages cost a brand today, in cents. */
export async function addCosts(
  trx: Db,
  costs: readonly { readonly brand: Brand; readonly cost: number }[],
  now: Date,
): Promise<void> {
  const sums = new Map<Brand, number>();
  for (const { brand, cost } of costs) if (cost > 0) sums.set(brand, (sums.get(brand) ?? 0) + cost);
  if (sums.size === 0) return;
  const brands = [...sums.keys()];
  await sql`insert into message_cost (brand, on_day, cost)
    select brand, on_day, sum(cost) from unnest(${brands.map(({ id }) => id)}::text[],
      ${brands.map(({ timeZone }) => dayIn(timeZone, now))}::date[], ${[...sums.values()]}::bigint[]) told (brand, on_day, cost)
    group by 1, 2 order by 1, 2
    on conflict (brand, on_day) do update set cost = message_cost.cost + excluded.cost`.execute(trx);
}
