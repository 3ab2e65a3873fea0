import type { showComplaint } from '@hiram/contract/console/complaint';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { inForce, type LocalDate } from '@hiram/loan';
import { waitingMoney } from '../../lending/complaints/open-matters.ts';
import { engineEvents, loadEvents, loadOrder, productOf } from '../../lending/loans/order-store.ts';
import { quoteOf } from '../../lending/loans/repayment-quote.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

const maxPayments = 5;

/** The order that a complaint is about, with what is to pay today; undefined: it is about none. */
export async function shownOrder(
  db: Db,
  complaint: { readonly borrower_id: BorrowerId; readonly order_id: OrderId | null },
  today: LocalDate,
): Promise<StaffOutput<typeof showComplaint>['order']> {
  if (complaint.order_id === null) return undefined;
  const order = await loadOrder(db, complaint.borrower_id, complaint.order_id);
  const product = await productOf(db, order);
  const isRunning = order.disbursed_on !== null && order.status !== 'settled';
  const events = order.disbursed_on === null ? [] : engineEvents(await loadEvents(db, order));
  const quote = isRunning ? quoteOf(order.terms, events, today) : undefined;
  const payments = inForce(events).flatMap((event) =>
    event.kind === 'paid' ? [{ on: event.valueDate, amount: event.amount }] : [],
  );
  const lateDays = quote?.position.daysLate ?? 0;
  return {
    orderId: order.id,
    productName: product.name,
    status: quote?.position.status ?? order.status,
    amount: order.amount,
    ...(quote ? { due: quote.amount, dueOn: quote.date } : {}),
    ...(lateDays > 0 ? { lateDays } : {}),
    payments: payments.slice(-maxPayments).reverse(),
    paid: payments.reduce((sum, { amount }) => sum + amount, 0),
    waiting: await waitingMoney(db, order.borrower_id, order.id),
  };
}
