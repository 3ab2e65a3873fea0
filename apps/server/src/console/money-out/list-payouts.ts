import type { listPayouts, PayoutList, ShownPayout } from '@hiram/contract/console/money-out';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { sql } from 'kysely';
import { institutionName } from '../../brands/account-words.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { shownHoldReason } from '../../lending/payouts/payout-limits.ts';
import { payoutsWithAccount } from '../../lending/payouts/payout-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { named, namesInList } from '../access/personal-data/names.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { countRows, isBetween, isOnDays, ofBrand } from '../lists/conditions.ts';
import { keyset } from '../lists/keyset.ts';
import { readerOf } from '../lists/reader-of.ts';

/** The filter of each list: the payouts' state, and whether a limit of the day holds them. */
const contents = {
  held: { state: 'requested', isHeld: true },
  waiting: { state: 'requested', isHeld: false },
  sent: { state: 'sent', isHeld: undefined },
  paid: { state: 'paid', isHeld: undefined },
  returned: { state: 'returned', isHeld: undefined },
} as const;

/** Whoever waits longest is shown first; of what ended, the latest. */
const usualSorts: Readonly<Record<PayoutList, 'requested' | '-requested'>> = {
  held: 'requested',
  waiting: 'requested',
  sent: 'requested',
  paid: '-requested',
  returned: '-requested',
};

export const showPayouts: StaffHandler<typeof listPayouts.page> = async (
  { sort, after, ...filter },
  request,
) => {
  // Ids are in the order of time.
  const id = sql.ref('payout.id');
  const order = { sort: sort ?? usualSorts[filter.list], after };
  const keys = keyset({ requested: { by: id, type: 'uuid' } }, id, order);
  const found = await payoutRows(request.db, filter, request)
    .select(keys.key.as('sort_key'))
    .where(keys.isBeyond)
    .orderBy(keys.order)
    .limit(keys.limit)
    .execute();
  const { rows, next } = keys.pageOf(found);
  const nameOf = await namesInList(request, 'payouts', rows.map(namedOf));
  return {
    rows: rows.map((row) => ({
      ...shownPayout(row, request),
      ...named(nameOf(namedOf(row))),
    })),
    ...(next === undefined ? {} : { next }),
  };
};

const namedOf = ({ borrower_id, brand }: PayoutOfList) => ({
  borrowerId: borrower_id,
  brand,
  place: 'loan' as const,
});

export const countPayouts: StaffHandler<typeof listPayouts.count> = (filter, request) =>
  countRows(request.db, payoutRows(request.db, filter, request), filter.spread);

function payoutRows(
  db: Db,
  { list, only }: Pick<StaffInput<typeof listPayouts.page>, 'list' | 'only'>,
  request: StaffRequest,
) {
  const { state, isHeld } = contents[list];
  return payoutsWithAccount(db)
    .leftJoin('payout_hold', (join) =>
      join.onRef('payout_hold.payout_id', '=', 'payout.id').on('payout_hold.closed_at', 'is', null),
    )
    .selectAll('payout')
    .select(['bank_account.institution', 'bank_account.number_tail', 'payout_hold.reason as hold_reason'])
    .select(['payout_hold.held_at', 'payout_hold.counted', 'payout_hold.at_most'])
    .where('payout.state', '=', state)
    .where(ofBrand(sql.ref('payout.brand'), request))
    .$if(isHeld !== undefined, (query) =>
      query.where('payout_hold.payout_id', isHeld ? 'is not' : 'is', null),
    )
    .where(isBetween(sql.ref('payout.amount'), only?.amount))
    .where(isOnDays(sql.ref('payout.requested_at'), only?.requested, request));
}

type PayoutOfList = Awaited<ReturnType<ReturnType<typeof payoutRows>['execute']>>[number];

function shownPayout(row: PayoutOfList, request: StaffRequest): ShownPayout {
  return {
    payoutId: row.id,
    borrowerId: row.borrower_id,
    brand: row.brand,
    orderId: row.order_id,
    amount: row.amount,
    state: row.state,
    provider: row.provider,
    institution: institutionName(brandOf(request.context.appContext, row), row.institution),
    tail: row.number_tail,
    reason: row.reason ?? '',
    ...(row.hold_reason === null
      ? {}
      : { holdReason: shownHoldReason(row.hold_reason, readerOf(request, row.brand)) }),
    ...(row.held_at === null || row.counted === null || row.at_most === null
      ? {}
      : { passed: { at: row.held_at.toISOString(), counted: row.counted, atMost: row.at_most } }),
    requestedAt: row.requested_at.toISOString(),
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at.toISOString() }),
    ...(row.settled_on === null ? {} : { settledOn: row.settled_on }),
    isReturnOpen: row.is_return_open,
    isHandedOver: row.counted_on !== null || row.sent_at !== null,
  };
}
