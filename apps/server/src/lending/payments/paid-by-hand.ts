import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';
import type { Order } from '../loans/loans.ts';

/** Means of payment that need no code of a provider's, as the ledger and lists know them. */
export type OtherMeans = 'transfer' | 'card';

const yearMs = 365 * 86_400_000;

/**
 * What a payment by transfer or card refers to, as others refer to their code: who tells of it (`provider`), for which
 * order, how much was announced. It is nothing that a counter could take.
 */
export async function announcePayment(
  trx: Db,
  order: Order,
  payment: {
    means: OtherMeans;
    provider: string;
    channel: string;
    amount: number;
    today: LocalDate;
    now: Date;
  },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('payment_code')
    .values({
      borrower_id: order.borrower_id,
      id,
      order_id: order.id,
      provider: payment.provider,
      // Its own id keeps it apart from the one open code of a channel.
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
