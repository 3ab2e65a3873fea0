import type { ApprovalId } from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { newId } from '../../../platform/ids.ts';
import type { Order } from '../../loans/order-store.ts';
import { insertPaymentOnce } from '../payment-store.ts';
import { postPayment } from '../payments.ts';
import { closeFileTask, type StatementLine } from './statement-lines.ts';

const provider = 'transfer';

/**
 * The id of a line's payment. It is the one that a claim of the same reference would have, so that only one
 * of them is posted.
 */
export function paymentIdOfLine({ id, brand, reference }: StatementLine): string {
  return `${brand}:${reference === '' ? id : reference}`;
}

/** Posts a locked line that nobody claimed as a payment of a locked order, with its own amount, day and reference. */
export async function postLine(
  trx: Db,
  appContext: AppContext,
  line: StatementLine,
  to: {
    readonly order: Order;
    readonly approvalId: ApprovalId;
    readonly today: LocalDate;
    readonly now: Date;
  },
): Promise<void> {
  const { order, approvalId, today, now } = to;
  const booked = localDate(line.booked_on);
  const paidOn = booked < today ? booked : today;
  const payment = { id: newId<'payment'>(), provider, amount: line.amount };
  const isNew = await insertPaymentOnce(trx, {
    ...payment,
    borrower_id: order.borrower_id,
    order_id: order.id,
    provider_payment_id: paymentIdOfLine(line),
    paid_on: paidOn,
    confirmed_on: today,
    state: 'posted',
    received_at: now,
    reviewed_at: now,
    approval_id: approvalId,
  });
  if (!isNew) throw new Error(`the line ${line.id} has a payment already`);
  await trx.updateTable('statement_line').set({ payment_id: payment.id }).where('id', '=', line.id).execute();
  await closeFileTask(trx, line.import_id, now);
  await postPayment(trx, appContext, order, { payment: { ...payment, paidOn, purpose: 'repayment' }, today });
}
