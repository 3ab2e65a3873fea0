import type { listPayouts, PayoutList, ShownPayout } from '@hiram/contract/console/money-out';
import { allBrands } from '@hiram/contract/console/rights';
import { brandOf } from '../../brands/brand-of.ts';
import { institutionsOf } from '../../brands/markets/institutions.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Db } from '../../platform/database/connect.ts';
import { parseId } from '../../platform/ids.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';

const pageSize = 50;

/** The filter of each list: the payouts' state, and whether a limit of the day holds them. */
const contents = {
  held: { state: 'requested', isHeld: true },
  waiting: { state: 'requested', isHeld: false },
  sent: { state: 'sent', isHeld: undefined },
  paid: { state: 'paid', isHeld: undefined },
  returned: { state: 'returned', isHeld: undefined },
} as const;

/** Whoever waits longest is shown first; of what ended, the latest. */
const orders: Readonly<Record<PayoutList, 'asc' | 'desc'>> = {
  held: 'asc',
  waiting: 'asc',
  sent: 'asc',
  paid: 'desc',
  returned: 'desc',
};

/** One page of a list of the brand's payouts. */
export const showPayouts: StaffHandler<typeof listPayouts> = async ({ list, after }, request) => {
  const { db, brand } = request;
  const order = orders[list];
  const { state, isHeld } = contents[list];
  const rows = await payoutRows(db, brand)
    .where('payout.state', '=', state)
    .$if(isHeld !== undefined, (query) =>
      query.where('payout_hold.payout_id', isHeld ? 'is not' : 'is', null),
    )
    .$if(after !== undefined, (query) =>
      query.where('payout.id', order === 'asc' ? '>' : '<', parseId(after ?? '')),
    )
    .orderBy('payout.id', order)
    .limit(pageSize + 1)
    .execute();
  return {
    payouts: rows.slice(0, pageSize).map((row) => shownPayout(row, institutionName(request, row))),
    isLast: rows.length <= pageSize,
  };
};

function payoutRows(db: Db, brand: string) {
  return db
    .selectFrom('payout')
    .innerJoin('bank_account', (join) =>
      join
        .onRef('bank_account.borrower_id', '=', 'payout.borrower_id')
        .onRef('bank_account.id', '=', 'payout.account_id'),
    )
    .leftJoin('payout_hold', (join) =>
      join.onRef('payout_hold.payout_id', '=', 'payout.id').on('payout_hold.closed_at', 'is', null),
    )
    .selectAll('payout')
    .select(['bank_account.institution', 'bank_account.number_tail', 'payout_hold.reason as hold_reason'])
    .$if(brand !== allBrands, (query) => query.where('payout.brand', '=', brand));
}

type PayoutOfList = Awaited<ReturnType<ReturnType<typeof payoutRows>['execute']>>[number];

/** The name of an account's bank or wallet, as people know it. */
function institutionName({ context }: StaffRequest, { brand, institution }: PayoutOfList): string {
  const { country } = markets[brandOf(context.appContext, { brand }).market];
  return institutionsOf(country).find(({ bic }) => bic === institution)?.name ?? institution;
}

function shownPayout(row: PayoutOfList, institution: string): ShownPayout {
  return {
    payoutId: row.id,
    borrowerId: row.borrower_id,
    orderId: row.order_id,
    amount: row.amount,
    state: row.state,
    provider: row.provider,
    institution,
    tail: row.number_tail,
    reason: row.reason ?? '',
    ...(row.hold_reason === null ? {} : { holdReason: row.hold_reason }),
    requestedAt: row.requested_at.toISOString(),
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at.toISOString() }),
    ...(row.settled_on === null ? {} : { settledOn: row.settled_on }),
    isHandedOver: row.counted_on !== null || row.sent_at !== null,
  };
}
