import type { Team } from '@hiram/contract/console/collections';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Days by which the moves of late loans are counted, both included. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/**
 * Where the loans that were late at one end of a month were at a later one. The later is the last in the
 * range; the earlier, the last before it and by the range's first day. Undefined: the books have no two.
 */
export async function readRolls(db: Db, brand: string, range: Range): Promise<Team['rolls']> {
  const { rows: ends } = await sql<{ from: string | null; to: string | null }>`
    with last as (select max(day) as day from portfolio_month_end where brand = ${brand} and day <= ${range.to})
    select last.day as "to", (select max(day) from portfolio_month_end
      where brand = ${brand} and day < last.day and day <= ${range.from}) as "from" from last`.execute(db);
  const [from, to] = [ends[0]?.from, ends[0]?.to];
  if (!from || !to) return undefined;
  const { rows } = await sql<NonNullable<Team['rolls']>['rows'][number]>`
    with move as (
      select substr(before.kind, 5)::integer as earlier, substr(after.kind, 5)::integer as later
      from portfolio_month_end before left join portfolio_month_end after
        on after.brand = before.brand and after.day = ${to} and after.order_id = before.order_id
      where before.brand = ${brand} and before.day = ${from} and before.kind <> 'late0'
    )
    select 'days' || earlier as bucket, count(*)::integer as loans,
      count(*) filter (where later > earlier)::integer as worse,
      count(*) filter (where later = earlier)::integer as unchanged,
      count(*) filter (where later between 1 and earlier - 1)::integer as better,
      count(*) filter (where later = 0)::integer as cured,
      count(*) filter (where later is null)::integer as ended
    from move group by earlier order by earlier`.execute(db);
  return { from, to, rows };
}
