import type { PaidOut } from '@hiram/contract/loan';
import type { BorrowerRequest } from '../../api/serve.ts';
import { institutionsOf } from '../../brands/markets/institutions.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { Order } from '../../lending/loans/loans.ts';
import { receiptNumber } from '../../lending/payments/receipt-number.ts';

/** The payout of a disbursed order; empty if the money was not sent by a payout of ours. */
export async function paidOut(
  { db, brand }: BorrowerRequest,
  order: Order,
): Promise<{ readonly payout?: PaidOut }> {
  const payout = await db
    .selectFrom('payout')
    .innerJoin('bank_account', (join) =>
      join
        .onRef('bank_account.id', '=', 'payout.account_id')
        .onRef('bank_account.borrower_id', '=', 'payout.borrower_id'),
    )
    .select([
      'payout.id',
      'payout.amount',
      'payout.settled_on',
      'bank_account.institution',
      'bank_account.number_tail',
    ])
    .where('payout.borrower_id', '=', order.borrower_id)
    .where('payout.order_id', '=', order.id)
    .where('payout.state', '=', 'paid')
    .executeTakeFirst();
  if (!payout) return {};
  const institution = institutionsOf(markets[brand.market].country).find(
    ({ bic }) => bic === payout.institution,
  );
  return {
    payout: {
      amount: payout.amount,
      date: payout.settled_on ?? order.disbursed_on ?? order.applied_on,
      account: `${institution?.name ?? payout.institution} ··· ${payout.number_tail}`,
      reference: receiptNumber(payout.id),
    },
  };
}
