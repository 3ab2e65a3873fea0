import type { PaidOut } from '@hiram/contract/loan';
import { accountInWords } from '../../brands/account-words.ts';
import type { Brand } from '../../brands/brand.ts';
import { receiptNumber } from '../../lending/payments/history/receipt-number.ts';
import type { OrderRows } from './order-rows.ts';

/** The payout of a disbursed order; empty if the money was not sent by a payout of ours. */
export function paidOut({ order, payout }: OrderRows, brand: Brand): { readonly payout?: PaidOut } {
  if (!payout || !order.disbursed_on) return {};
  return {
    payout: {
      amount: payout.amount,
      date: payout.settled_on ?? order.disbursed_on,
      account: accountInWords(brand, payout),
      reference: receiptNumber(payout.id),
    },
  };
}
