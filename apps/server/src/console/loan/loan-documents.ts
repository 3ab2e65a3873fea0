import type { showLoan } from '@hiram/contract/console/loan';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { sql } from 'kysely';
import { accountInWords } from '../../brands/account-words.ts';
import type { Brand } from '../../brands/brand.ts';
import { type Matter, waitingDecisions, waitingMoney } from '../../lending/complaints/open-matters.ts';
import type { Order } from '../../lending/loans/order-store.ts';
import { shownHoldReason } from '../../lending/payouts/payout-limits.ts';
import { payoutsWithAccount } from '../../lending/payouts/payout-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

type LoanDocuments = Pick<
  StaffOutput<typeof showLoan>,
  'codes' | 'payouts' | 'agreements' | 'complaints' | 'waiting' | 'requests' | 'reviews' | 'holds'
>;

/** Maximum number of rows of each kind on the page: the newest ones. */
const maxRows = 50;

/** What an order has beside its events: codes, payouts, agreements, open complaints, what waits for a person. */
export async function loanDocuments(
  db: Db,
  order: Order,
  brand: Brand,
  reader: Pick<Matter, 'now' | 'seesMatches'>,
): Promise<LoanDocuments> {
  const { hits: _, ...waiting } = await waitingDecisions(db, {
    borrowerId: order.borrower_id,
    orderId: order.id,
    ...reader,
  });
  return {
    codes: await codesOf(db, order, reader.now),
    payouts: await payoutsOf(db, order, brand, reader),
    agreements: await agreementsOf(db, order),
    complaints: await openComplaints(db, order),
    waiting: await waitingMoney(db, order.borrower_id, order.id),
    ...waiting,
  };
}

async function codesOf(db: Db, { borrower_id, id }: Order, now: Date): Promise<LoanDocuments['codes']> {
  const rows = await db
    .selectFrom('payment_code')
    .select(['id', 'channel', 'pay_code', 'amount', 'purpose', 'state', 'issued_at', 'expires_at'])
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .orderBy('issued_at', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    codeId: row.id,
    channel: row.channel.split(':')[0] ?? '',
    payCode: row.pay_code ?? '',
    amount: row.amount,
    purpose: row.purpose,
    state: row.state === 'open' && row.expires_at <= now ? 'expired' : row.state,
    issuedAt: row.issued_at.toISOString(),
  }));
}

async function payoutsOf(
  db: Db,
  { borrower_id, id }: Order,
  brand: Brand,
  reader: Pick<Matter, 'seesMatches'>,
): Promise<LoanDocuments['payouts']> {
  const rows = await payoutsWithAccount(db)
    .leftJoin('payout_hold', (join) =>
      join.onRef('payout_hold.payout_id', '=', 'payout.id').on('payout_hold.closed_at', 'is', null),
    )
    .select('payout_hold.reason as hold_reason')
    .select(['payout.id', 'payout.amount', 'payout.state', 'payout.provider', 'payout.provider_reference'])
    .select(['payout.requested_at', 'payout.settled_on'])
    .select(['bank_account.institution', 'bank_account.number_tail'])
    .where('payout.borrower_id', '=', borrower_id)
    .where('payout.order_id', '=', id)
    .orderBy('payout.requested_at', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    payoutId: row.id,
    amount: row.amount,
    state: row.state,
    provider: row.provider,
    reference: row.provider_reference ?? '',
    account: accountInWords(brand, row),
    ...(row.hold_reason === null ? {} : { holdReason: shownHoldReason(row.hold_reason, reader) }),
    requestedAt: row.requested_at.toISOString(),
    ...(row.settled_on === null ? {} : { settledOn: row.settled_on }),
  }));
}

async function agreementsOf(db: Db, { borrower_id, id }: Order): Promise<LoanDocuments['agreements']> {
  const rows = await db
    .selectFrom('agreement')
    .select(['id', 'title', 'language', 'agreed_at'])
    // The same text was agreed to again, for a smaller offer.
    .select(sql<boolean>`version < max(version) over (partition by scene, position)`.as('is_superseded'))
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .orderBy('scene')
    .orderBy('position')
    .orderBy('version', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(({ id, title, language, agreed_at, is_superseded }) => ({
    agreementId: id,
    title,
    language,
    agreedAt: agreed_at.toISOString(),
    isSuperseded: is_superseded,
  }));
}

async function openComplaints(db: Db, { borrower_id, id }: Order): Promise<LoanDocuments['complaints']> {
  const rows = await db
    .selectFrom('complaint')
    .select(['id', 'reference', 'promised_by'])
    .where('borrower_id', '=', borrower_id)
    .where('order_id', '=', id)
    .where('answered_at', 'is', null)
    .orderBy('promised_by')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({ complaintId: row.id, reference: row.reference, promisedBy: row.promised_by }));
}
