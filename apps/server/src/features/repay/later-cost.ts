import type { LaterCost, laterCost } from '@hiram/contract/repay';
import { addDays, daysBetween, type LoanEvent, localDate, quoteExtension } from '@hiram/loan';
import type { Handler } from '../../api/serve.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { isDisbursed } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents, loadOrder, productOf } from '../../lending/loans/order-store.ts';
import { quoteOf, type RepaymentQuote } from '../../lending/loans/repayment-quote.ts';
import { costOn, type RunningLoan } from '../../lending/loans/ways-to-pay.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';

/** The amount due now and its cost on later days, from the engine, with nothing paid until then. */
export const showLaterCost: Handler<typeof laterCost> = async (
  { orderId },
  requestContext,
): Promise<LaterCost | Rejection<'nothingDue' | 'notRunning'>> => {
  const { db, borrower, translate, lang } = requestContext;
  const order = await loadOrder(db, borrower.id, orderId);
  if (order.status === 'settled') return reject('nothingDue');
  if (!isDisbursed(order.status)) return reject('notRunning');
  const today = await requestContext.today();
  const events: readonly LoanEvent[] = engineEvents(await loadEvents(db, order));
  const quote = quoteOf(order.terms, events, today);
  const due = dueCardOf(order, quote, {
    today,
    translate,
    lang,
    held: await heldByOrder(db, borrower.id),
  });
  if (!quote || !due) return reject('nothingDue');
  const { name } = await productOf(db, order);
  const extension = quoteExtension(order.terms, events, today);
  return {
    productName: name,
    due,
    repayAmount: quote.amount,
    repayDate: quote.date,
    overdueDays: quote.daysLate,
    payable: quote.payable !== undefined,
    ...(quote.payable ? {} : { payableFrom: localDate(quote.payoff.date) }),
    later: laterCosts({ terms: order.terms, events }, quote),
    ...(extension.ok ? { extensionAdds: extension.added } : {}),
  };
};

/** Days after today, or after a future due date, for which the cost is quoted. */
const quotedDays = [1, 7, 30] as const;

/** The cost of today's amount due on later days with nothing paid until then, and the difference. Cents. */
export function laterCosts(loan: RunningLoan, quote: RepaymentQuote): LaterCost['later'] {
  const today = quote.position.asOf;
  // A repayment costs the same until its due date, and more only after it.
  const dueDate = localDate(quote.position.dueDate ?? today);
  const from = dueDate > today ? dueDate : today;
  return quotedDays.map((days) => {
    const date = addDays(from, days);
    const amount = costOn(loan, quote, 'due', date);
    return { date, days: daysBetween(today, date), amount, more: Math.max(0, amount - quote.amount) };
  });
}
