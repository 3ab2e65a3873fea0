import type { CallInput } from '@hiram/contract/call';
import type { repaymentConfirm } from '@hiram/contract/legacy';
import { type BorrowerRequest, type Handler, inTransactionOf } from '../../api/serve.ts';
import { lockOrder } from '../../lending/loans/order-store.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { changeCardPayment } from './card-payments.ts';
import { payabilityRejection } from './payability.ts';

/** Takes the code of a begun payment by card (LEG-04). */
export const confirmCardPayment: Handler<typeof repaymentConfirm> = async (input, requestContext) => {
  const { appContext } = requestContext;
  const attempt = await beginConfirming(requestContext, input);
  if (!('charge' in attempt)) return attempt;
  const confirmed = await appContext.ports.card.confirm(attempt.charge, input.code);
  if (confirmed === 'wrongCode') {
    await changeCardPayment(appContext, attempt, { confirming_at: null });
    return reject('wrongVerifyCode', { field: 'code' });
  }
  await changeCardPayment(appContext, attempt, {
    state: confirmed === 'captured' ? 'confirmed' : 'declined',
  });
  return confirmed === 'captured' ? {} : reject('cardDeclined');
};

/**
 * Records that a code is being checked at the provider, so that no other payment of the order starts meanwhile; or returns the
 * rejection.
 */
async function beginConfirming(
  requestContext: BorrowerRequest,
  { orderId, paymentId, code }: CallInput<typeof repaymentConfirm>,
) {
  const { appContext, borrower, now } = requestContext;
  return inTransaction(appContext.db, async (trx) => {
    // `beginCardPayment` takes the same lock.
    const order = await lockOrder(trx, borrower.id, orderId);
    const payment = await trx
      .selectFrom('card_payment')
      .selectAll()
      .where('borrower_id', '=', borrower.id)
      .where('id', '=', knownId(paymentId))
      .where('order_id', '=', order.id)
      .executeTakeFirst();
    if (!payment) throw new NotFound('card payment');
    const { id, state, charge, amount } = payment;
    if (state === 'declined') return reject('cardDeclined');
    if (state !== 'waiting' || charge === null) return reject('paidTwice');
    if (!/^\d{6}$/.test(code)) return reject('wrongVerifyCode', { field: 'code' });
    // Paid in the meantime by other means: charge nothing more.
    if (await payabilityRejection(order, amount, inTransactionOf(trx, requestContext)))
      return reject('paidTwice');
    await trx
      .updateTable('card_payment')
      .set({ confirming_at: now })
      .where('borrower_id', '=', borrower.id)
      .where('id', '=', id)
      .execute();
    return { borrower_id: borrower.id, id, charge };
  });
}
