import type { PaymentCodeId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { newId } from '../../../platform/ids.ts';
import type { Order } from '../../loans/order-store.ts';

/** Means of payment without a provider's code, as the ledger and lists name them. */
export type PaymentMeans = 'transfer' | 'card';

const yearMs = 365 * 86_400_000;

/**
 * Creates the code row to which a payment by transfer or card refers: `provider` reports it, `amount` (cents) is the announced
 * amount. No counter can accept it. Returns its id.
 */
export async function announcePayment(
  trx: Db,
  order: Order,
  payment: {
    means: PaymentMeans;
    provider: string;
    channel: string;
    amount: number;
    today: LocalDate;
    now: Date;
  },
): Promise<PaymentCodeId> {
  const id = newId();
  await trx
    .insertInto('payment_code')
    .values({
      borrower_id: order.borrower_id,
      id,
      order_id: order.id,
      provider: payment.provider,
      // The id makes the channel unique: an order has one open code a channel.
      channel: `${payment.means}:${payment.channel}:${id}`,
      purpose: 'repayment',
      amount: payment.amount,
      show_type: 0,
      issued_on: payment.today,
      issued_at: payment.now,
      expires_at: new Date(payment.now.getTime() + yearMs),
      state: 'open',
    })
    .execute();
  return id;
}
