import type { instalmentDetail, WayToPay } from '@hiram/contract/repay';
import { formatCents, quoteExtension } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { dueCardOf } from '../../lending/loans/due-card.ts';
import { afterPaying, partPaying } from '../../lending/loans/next-payment.ts';
import { isDue } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents, loadOrder, type Order } from '../../lending/loans/order-store.ts';
import {
  leastPayment,
  quoteOf,
  type RepaymentQuote,
  rowsInWords,
} from '../../lending/loans/repayment-quote.ts';
import { type RunningLoan, waysToPay } from '../../lending/loans/ways-to-pay.ts';
import { balanceIn, borrowerBalances } from '../../lending/payments/borrower-credit.ts';
import { repaymentRows } from '../../lending/payments/history/payment-history.ts';
import { heldByOrder } from '../../lending/payments/hold-payment.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { notPayable, repaymentPage } from './repayment-page.ts';

/** The rejection of a payment of a settled loan, with the borrower's credit if there is one. */
async function settledRejection(order: Order, { db, brand, borrower, translate }: BorrowerRequest) {
  const { credit } = balanceIn(await borrowerBalances(db, borrower.id), order.id);
  return credit > 0
    ? reject('nothingDue' as const, {
        text: translate('repay.settledWithCredit', { amount: formatCents(credit, brand.money) }),
      })
    : reject('nothingDue' as const);
}

/** The amount due today and the ways to pay it. */
export const showInstalment: Handler<typeof instalmentDetail> = async (
  { orderId, steps, amount },
  requestContext,
) => {
  const { db, brand, borrower, translate, lang } = requestContext;
  const order = await loadOrder(db, borrower.id, orderId);
  const today = await requestContext.today();
  if (order.status === 'settled') return settledRejection(order, requestContext);
  const rejection = notPayable(order);
  if (rejection) return rejection;
  const events = engineEvents(await loadEvents(db, order));
  const quote = quoteOf(order.terms, events, today);
  const due = dueCardOf(order, quote, { today, translate, lang, held: await heldByOrder(db, borrower.id) });
  if (!quote || !due) return settledRejection(order, requestContext);
  const breaksOn = quote.position.arrangement?.breaksOn;
  const [amountMin, amountMax] = [leastPayment(quote.payable, brand.channels), quote.payable?.max ?? 0];
  const isPayable = amount !== undefined && amount >= amountMin && amount <= amountMax;
  const loan = { terms: order.terms, events };
  const ways = shownWays(loan, quote, { translate, lang, steps });
  return {
    ...(await repaymentPage(requestContext, order, today, { purpose: 'repayment' })),
    repayAmount: due.repayAmount,
    repayDate: due.dueDate,
    rows: due.rows.map(({ text, amount }) => ({ text, value: formatCents(amount, brand.money) })),
    due,
    repayments: repaymentRows(quote.position, order.terms.reminderDays),
    ways,
    ...(isPayable ? { part: partPaying(loan, quote.position, amount) } : {}),
    ...(breaksOn === undefined
      ? {}
      : { ifUnpaid: translate('order.arranged.breaks', { date: formatDate(breaksOn, lang) }) }),
    amountMin,
    amountMax,
    canExtend: isDue(quote.position.status) && quoteExtension(order.terms, events, today).ok,
  };
};

/** The amounts that can be paid today, with their rows in words; none while no payment is possible. */
export function shownWays(
  loan: RunningLoan,
  quote: RepaymentQuote,
  {
    translate,
    lang,
    steps,
  }: Pick<BorrowerRequest, 'translate' | 'lang'> & { readonly steps?: number | undefined },
): WayToPay[] {
  if (!quote.payable) return [];
  const wording = { translate, lang, terms: loan.terms, formatDate: (day: string) => formatDate(day, lang) };
  return waysToPay(loan, quote, steps).map((way) => ({
    ...way,
    rows: rowsInWords(quote, wording, way.rows),
    after: afterPaying(loan, quote.position, way.amount),
  }));
}
