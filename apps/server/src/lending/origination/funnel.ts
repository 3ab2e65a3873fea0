import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Numbers of visitors by step. Each visitor counts once in every step. */
export interface FunnelSteps {
  readonly visits: number;
  readonly clicks: number;
  /** Visitors of whom a captcha was rejected: on asking for a code, or on registering without one (PROM-16). */
  readonly wrongCaptchas: number;
  readonly codes: number;
  readonly registered: number;
  readonly firstLoans: number;
}

/** The visitors of one source and landing page. */
export interface FunnelRow extends FunnelSteps {
  readonly userFrom: string;
  readonly appFrom: string;
  readonly utmTag: string;
  /** The landing page of the registration; empty without one. */
  readonly template: string;
}

/** Visitors of a brand first seen from `from` to `to` (inclusive). `userFrom`, `template`: of one source or page alone. */
export interface FunnelFilter {
  readonly from: string;
  readonly to: string;
  readonly userFrom?: string | undefined;
  readonly template?: string | undefined;
}

const maxRows = 1_000;

const noSteps: FunnelSteps = {
  visits: 0,
  clicks: 0,
  wrongCaptchas: 0,
  codes: 0,
  registered: 0,
  firstLoans: 0,
};

/**
 * The funnel of a brand's visitors with all their later steps: in total, and by source and page, sorted by visits, at most
 * 1,000 rows. A visitor of two sources counts in both rows and once in total.
 */
export async function funnelOf(
  db: Db,
  brand: string,
  { from, to, userFrom, template }: FunnelFilter,
): Promise<{ readonly total: FunnelSteps; readonly rows: readonly FunnelRow[] }> {
  const ofSource = userFrom === undefined ? sql`true` : sql`user_from = ${userFrom}`;
  const ofPage = template === undefined ? sql`true` : sql`template = ${template}`;
  const { rows } = await sql<FunnelRow & { isTotal: number }>`
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
    select grouping(user_from) as "isTotal",
      user_from as "userFrom", app_from as "appFrom", utm_tag as "utmTag", template,
      count(distinct visitor) filter (where kind = 'visit')::int as visits,
      count(distinct visitor) filter (where kind = 'click')::int as clicks,
      count(distinct visitor) filter (where kind = 'captchaRejected')::int as "wrongCaptchas",
      count(distinct visitor) filter (where kind = 'codeSent')::int as codes,
      count(distinct visitor) filter (where kind = 'registered')::int as registered,
      count(distinct visitor) filter (where kind = 'firstLoan')::int as "firstLoans"
    from steps
    where ${ofSource} and ${ofPage}
    group by grouping sets ((user_from, app_from, utm_tag, template), ())
    order by 1 desc, visits desc, 2, 3, 4, 5
    limit ${maxRows + 1}`.execute(db);
  const [total, ...bySource] = rows;
  return {
    total: total === undefined ? noSteps : stepsOf(total),
    rows: bySource.map(({ userFrom, appFrom, utmTag, template, ...row }) => ({
      userFrom,
      appFrom,
      utmTag,
      template,
      ...stepsOf(row),
    })),
  };
}

const stepsOf = ({
  visits,
  clicks,
  wrongCaptchas,
  codes,
  registered,
  firstLoans,
}: FunnelSteps): FunnelSteps => ({
  visits,
  clicks,
  wrongCaptchas,
  codes,
  registered,
  firstLoans,
});

/** The funnel by source and page, as `funnelOf`. */
export async function funnel(db: Db, brand: string, from: string, to: string): Promise<readonly FunnelRow[]> {
  return (await funnelOf(db, brand, { from, to })).rows;
}

/** The sources of a brand whose visitors get no code now. */
export async function pausedSources(
  db: Db,
  brand: string,
): Promise<readonly { readonly userFrom: string; readonly pausedAt: Date; readonly by: string }[]> {
  const rows = await db
    .selectFrom('source_pause')
    .innerJoin('approval', 'approval.id', 'source_pause.approval_id')
    .innerJoin('staff', 'staff.id', 'approval.requested_by')
    .select(['source_pause.user_from', 'source_pause.paused_at', 'staff.name'])
    .where('source_pause.brand', '=', brand)
    .where('resumed_at', 'is', null)
    .orderBy('user_from')
    .execute();
  return rows.map(({ user_from, paused_at, name }) => ({
    userFrom: user_from,
    pausedAt: paused_at,
    by: name,
  }));
}

/** Reports whether the visitors of a source get no code now. Undefined and empty: those without a source. */
export async function isSourcePaused(db: Db, brand: string, userFrom: string | undefined): Promise<boolean> {
  const row = await db
    .selectFrom('source_pause')
    .select('id')
    .where('brand', '=', brand)
    .where('user_from', '=', userFrom ?? '')
    .where('resumed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
