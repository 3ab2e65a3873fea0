import { sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';

/** Numbers of visitors of one source by step. Each visitor counts once in every step. */
export interface FunnelRow {
  readonly userFrom: string;
  readonly appFrom: string;
  readonly utmTag: string;
  /** The landing page of the registration; empty without one. */
  readonly template: string;
  readonly visits: number;
  readonly clicks: number;
  readonly codes: number;
  readonly registered: number;
  readonly firstLoans: number;
}

const maxRows = 1_000;

/**
 * The funnel of a brand's visitors who were first seen from `from` to `to` (inclusive), with all their later steps. Sorted by
 * visits, at most 1,000 rows.
 */
export async function funnel(db: Db, brand: string, from: string, to: string): Promise<readonly FunnelRow[]> {
  const { rows } = await sql<FunnelRow>`
    with seen as (
      select distinct visitor from promotion_event
      where brand = ${brand} and day between ${from} and ${to}
    ), steps as (
      select e.visitor, e.kind,
        coalesce(e.user_from, '') as user_from, coalesce(e.app_from, '') as app_from,
        coalesce(e.utm_tag, '') as utm_tag,
        coalesce(max(e.template) over (partition by e.visitor), '') as template
      from promotion_event e join seen using (visitor)
      where e.brand = ${brand} and e.day >= ${from}
    )
    select user_from as "userFrom", app_from as "appFrom", utm_tag as "utmTag", template,
      count(distinct visitor) filter (where kind = 'visit')::int as visits,
      count(distinct visitor) filter (where kind = 'click')::int as clicks,
      count(distinct visitor) filter (where kind = 'codeSent')::int as codes,
      count(distinct visitor) filter (where kind = 'registered')::int as registered,
      count(distinct visitor) filter (where kind = 'firstLoan')::int as "firstLoans"
    from steps
    group by 1, 2, 3, 4
    order by visits desc, 1, 2, 3, 4
    limit ${maxRows}`.execute(db);
  return rows;
}
