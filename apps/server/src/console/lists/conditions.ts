import {
  type DaysBetween,
  maxCountedRows,
  type NumbersBetween,
  type Spread,
  spreadParts,
} from '@hiram/contract/console/list-calls';
import { allBrands } from '@hiram/contract/console/rights';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { StaffRequest } from '../access/serve-staff.ts';

type Condition = RawBuilder<boolean>;

const yes: Condition = sql<boolean>`true`;

/** The row belongs to the brand of the call, or that is all brands. */
export function ofBrand(column: RawBuilder<unknown>, { brand }: StaffRequest): Condition {
  return brand === allBrands ? yes : sql<boolean>`${column} = ${brand}`;
}

/** The column has one of the values; without values: any. */
export function isOneOf(column: RawBuilder<unknown>, values: readonly string[] | undefined): Condition {
  return values === undefined ? yes : sql<boolean>`${column} = any(${[...values]}::text[])`;
}

export function isBetween(column: RawBuilder<unknown>, range: NumbersBetween | undefined): Condition {
  const { from, to } = range ?? {};
  return sql<boolean>`${from === undefined ? yes : sql`${column} >= ${from}`}
    and ${to === undefined ? yes : sql`${column} <= ${to}`}`;
}

/** A moment is on one of the days of the brand; of all brands: of UTC. */
export function isOnDays(
  column: RawBuilder<unknown>,
  days: DaysBetween | undefined,
  { context, brand }: StaffRequest,
): Condition {
  const zone = brand === allBrands ? 'UTC' : (context.appContext.brands.get(brand)?.timeZone ?? 'UTC');
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${zone})`;
  const { from, to } = days ?? {};
  return sql<boolean>`${from === undefined ? yes : sql`${column} >= ${start(from)}`}
    and ${to === undefined ? yes : sql`${column} < ${start(to)} + interval '1 day'`}`;
}

/**
 * The number of rows of a query; beyond 10,000 they are not counted one by one. With the spread of a column
 * if it is asked for.
 */
export async function countRows(
  db: Db,
  rows: Expression<unknown>,
  spread?: string,
): Promise<{ readonly count: number; readonly isMore: boolean; readonly spread?: Spread }> {
  const counted = await sql<{ count: string }>`
    select count(*) as count from (select from (${rows}) listed limit ${maxCountedRows + 1}) counted`.execute(
    db,
  );
  const count = Number(counted.rows[0]?.count ?? 0);
  return {
    count: Math.min(count, maxCountedRows),
    isMore: count > maxCountedRows,
    ...(spread === undefined ? {} : await spreadOf(db, rows, spread)),
  };
}

/** The distribution of a column's values among the first 10,000 rows that have one; empty if none has. */
export async function spreadOf(
  db: Db,
  rows: Expression<unknown>,
  column: string,
): Promise<{ readonly spread?: Spread }> {
  const { rows: found } = await sql<{ low: string | null; high: string; counts: number[] }>`
    with listed as (
      select ${sql.ref(column)} as value from (${rows}) listed where ${sql.ref(column)} is not null limit ${maxCountedRows}
    ), ends as (select min(value) as low, max(value) as high from listed)
    select low, high, array(
      select count(value)::int from generate_series(1, ${spreadParts}::int) part
        left join listed on width_bucket(value::numeric, low::numeric, high::numeric + 1, ${spreadParts}::int) = part
      group by part order by part
    ) as counts from ends`.execute(db);
  const [ends] = found;
  if (!ends || ends.low === null) return {};
  return { spread: { low: Number(ends.low), high: Number(ends.high), counts: ends.counts } };
}
