import type { repaymentWay } from '@hiram/contract/legacy';
import type { Handler } from '../../api/serve.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { isDisbursed } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents, loadOrder, openOrders } from '../../lending/loans/order-store.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { maxCards } from './cards.ts';
import { newRepayToken } from './repay-token.ts';

/** The ways to repay the order: its due amount and the borrower's cards (LEG-01). */
export const showRepaymentWays: Handler<typeof repaymentWay> = async ({ orderId }, requestContext) => {
  const { db, brand, borrower, translate, lang } = requestContext;
  const order = orderId ? await loadOrder(db, borrower.id, orderId) : (await openOrders(db, borrower.id))[0];
  if (!order || !isDisbursed(order.status)) return reject('notRunning');
  if (order.status === 'settled') return reject('nothingDue');
  const today = await requestContext.today();
  const quote = quoteOf(order.terms, engineEvents(await loadEvents(db, order)), today);
  const due = dueCardOf(order, quote, { today, translate, lang, held: await heldByOrder(db, borrower.id) });
  if (!due) return reject('nothingDue');
  const cards = await db
    .selectFrom('debit_card')
    .select(['id', 'bank_name', 'bank_code', 'tail'])
    .where('borrower_id', '=', borrower.id)
    .orderBy('id', 'desc')
    .limit(maxCards)
    .execute();
  return {
    secondMethod: brand.channels.length > 0,
    paymentToken: newRepayToken(requestContext, order.id),
    cards: cards.map((card) => ({
      id: card.id,
      bankName: card.bank_name,
      lastDigits: `•••• ${card.tail}`,
      bankCode: card.bank_code,
    })),
    userId: borrower.id,
    orderId: order.id,
    amount: due.repayAmount,
    couponId: '',
    due,
  };
};
