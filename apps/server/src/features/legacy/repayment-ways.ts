import type { repaymentWay } from '@hiram/contract/legacy';
import type { Handler } from '../../api/serve.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { engineEvents, loadEvents, loadOrder, runningOrder } from '../../lending/loans/loans.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { maxCards } from './cards.ts';
import { newRepayToken } from './repay-token.ts';

/** How the order can be repaid: its due amount and the borrower's cards (LEG-01). */
export const showRepaymentWays: Handler<typeof repaymentWay> = async ({ orderId }, requestContext) => {
  const { appContext, db, brand, borrower, translate, lang } = requestContext;
  const order = orderId ? await loadOrder(db, borrower.id, orderId) : await runningOrder(db, borrower.id);
  if (!order || order.status < 170) return reject('notRunning');
  if (order.status === 200) return reject('nothingDue');
  const today = await appContext.clock.today(db, brand.timeZone);
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
    alipay: brand.channels.length > 0 ? (1 as const) : (0 as const),
    repayToken: newRepayToken(requestContext, order.id),
    bankCards: cards.map((card) => ({
      id: card.id,
      bankName: card.bank_name,
      cardNo: `•••• ${card.tail}`,
      bankCode: card.bank_code,
    })),
    userId: borrower.id,
    orderId: order.id,
    amount: due.repayAmount,
    couponId: '',
    due,
  };
};
