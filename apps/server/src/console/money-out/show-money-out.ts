import { type PayoutList, payoutLists, type showMoneyOut } from '@hiram/contract/console/money-out';
import { allBrands } from '@hiram/contract/console/rights';
import { sql } from 'kysely';
import { payoutDay } from '../../lending/payouts/payout-limits.ts';
import { contradictedPayouts } from '../../lending/review/waiting.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { actionScope } from '../actions/scope.ts';

/** The stop switch, the limits of the day, and how many payouts are in which list. */
export const summarize: StaffHandler<typeof showMoneyOut> = async (_input, request) => {
  const { db, brand } = request;
  const { today } = await actionScope(request);
  const stop = await db
    .selectFrom('payout_stop')
    .innerJoin('staff', 'staff.id', 'payout_stop.stopped_by')
    .select(['payout_stop.id', 'payout_stop.stopped_at', 'payout_stop.reason', 'staff.name'])
    .where('payout_stop.brand', '=', brand)
    .where('payout_stop.started_at', 'is', null)
    .executeTakeFirst();
  const { maxAmount, maxFirstLoans, ...counted } = await payoutDay(db, brand, today);
  return {
    ...(stop
      ? {
          stop: {
            stopId: stop.id,
            by: stop.name,
            at: stop.stopped_at.toISOString(),
            reason: stop.reason,
          },
        }
      : {}),
    day: {
      on: today,
      ...counted,
      ...(await results(db, brand, today)),
      ...(maxAmount === undefined ? {} : { maxAmount }),
      ...(maxFirstLoans === undefined ? {} : { maxFirstLoans }),
    },
    lists: await totals(db, brand, today),
    contradicted: await contradictedPayouts(db, brand),
  };
};

/**
 * What became of the payouts that count on the day, but for those that came back. A provider whose day ends later may settle one
 * on the day before. Of all brands there is no day.
 */
async function results(db: Db, brand: string, today: string) {
  const { rows } = await sql<{ result: 'paidOut' | 'noResult'; count: string; amount: string }>`
    select 'noResult' as result, count(*) as count, coalesce(sum(amount), 0) as amount from payout
    where brand = ${brand} and state in ('requested', 'sent') and counted_on = ${today}
    union all
    select 'paidOut', count(*), coalesce(sum(amount), 0) from payout
    where brand = ${brand} and settled_on >= ${today}::date - 1 and state = 'paid' and counted_on = ${today}`.execute(
    db,
  );
  const of = (result: 'paidOut' | 'noResult') => {
    const row = rows.find((candidate) => candidate.result === result);
    return { count: Number(row?.count ?? 0), amount: Number(row?.amount ?? 0) };
  };
  return { paidOut: of('paidOut'), noResult: of('noResult') };
}

/** Number and cents of each list: of what waits, all; of what ended, the business day's. */
async function totals(db: Db, brand: string, today: string) {
  const ofBrand = brand === allBrands ? sql`true` : sql`payout.brand = ${brand}`;
  const { rows } = await sql<{ list: PayoutList; count: string; amount: string }>`
    select case when hold.payout_id is not null then 'held' when state = 'requested' then 'waiting' else state end as list,
      count(*) as count, coalesce(sum(amount), 0) as amount
    from payout left join payout_hold hold on hold.payout_id = payout.id and hold.closed_at is null
    where ${ofBrand} and state in ('requested', 'sent') group by 1
    union all
    select state, count(*), coalesce(sum(amount), 0) from payout
    where ${ofBrand} and settled_on = ${today} and state in ('paid', 'returned') group by 1`.execute(db);
  return payoutLists.map((list) => {
    const row = rows.find((candidate) => candidate.list === list);
    return { list, count: Number(row?.count ?? 0), amount: Number(row?.amount ?? 0) };
  });
}
