import type { showPolicyShadow } from '@hiram/contract/console/policy';
import { sql } from 'kysely';
import { isRejection } from '../../platform/errors/rejection.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { brandOfRequest, findVersion } from '../actions/versions.ts';

const monthMs = 30 * 86_400_000;

/**
 * Counts by day how a checked version would have decided beside the active one. Each is compared with the run
 * stored before it.
 */
export const showShadow: StaffHandler<typeof showPolicyShadow> = async ({ version }, request) => {
  const { id, timeZone } = brandOfRequest(request);
  const row = await findVersion(request.db, 'decision_policy', id, version);
  if (isRejection(row)) return row;
  const since = new Date(request.now.getTime() - monthMs);
  const { rows } = await request.context.reports.read((db) =>
    sql<{ day: string; same: number; stricter: number; milder: number }>`
      with pair as (
        select (shadow.at at time zone ${timeZone})::date::text as day, rank.active, rank.shadow,
          (active.result::jsonb #>> '{offered,amount}')::bigint as active_amount,
          (shadow.result::jsonb #>> '{offered,amount}')::bigint as shadow_amount
        from decision_run shadow
        cross join lateral (
          select result from decision_run where borrower_id = shadow.borrower_id and order_id = shadow.order_id
            and kind = 'active' and id < shadow.id order by id desc limit 1
        ) active
        cross join lateral (select
          array_position(array['approve', 'counter', 'refer', 'refuse'], active.result::jsonb ->> 'outcome') as active,
          array_position(array['approve', 'counter', 'refer', 'refuse'], shadow.result::jsonb ->> 'outcome') as shadow
        ) rank
        where shadow.brand = ${id} and shadow.kind = 'shadow' and shadow.policy_version = ${version}
          and shadow.at > ${since}
      ), compared as (
        select day, case when active <> shadow then sign(shadow - active)
          else sign(coalesce(active_amount, 0) - coalesce(shadow_amount, 0)) end as harder
        from pair
      )
      select day, (count(*) filter (where harder = 0))::int as same, (count(*) filter (where harder > 0))::int as stricter,
        (count(*) filter (where harder < 0))::int as milder
      from compared group by day order by day`.execute(db),
  );
  return { days: rows };
};
