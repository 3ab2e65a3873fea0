import type { PaidOut } from '@hiram/contract/loan';
import type { Brand } from '../../brands/brand.ts';
import { institutionsOf } from '../../brands/markets/institutions.ts';
import { markets } from '../../brands/markets/markets.ts';
import { receiptNumber } from '../../lending/payments/history/receipt-number.ts';
import type { OrderRows } from './order-rows.ts';

/** The payout of a disbursed order; empty if the money was not sent by a payout of ours. */
export function paidOut({ order, payout }: OrderRows, brand: Brand): { readonly payout?: PaidOut } {
  if (!payout || !order.disbursed_on) return {};
  const institution = institutionsOf(markets[brand.market].country).find(
    ({ bic }) => bic === payout.institution,
  );
  return {
    payout: {
      amount: payout.amount,
      date: payout.settled_on ?? order.disbursed_on,
      account: `${institution?.name ?? payout.institution} ··· ${payout.number_tail}`,
      reference: receiptNumber(payout.id),
    },
  };
}
