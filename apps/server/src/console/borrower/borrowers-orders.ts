import type { BorrowersOrder } from '@hiram/contract/console/borrower';
import type { BorrowerId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { askedPosition } from '../../lending/loans/next-payment.ts';
import { isRunning } from '../../lending/loans/order-status.ts';
import { engineEvents, loadEvents, type Order } from '../../lending/loans/order-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Maximum number of orders on the card: the newest ones. */
const maxOrders = 50;

/** A borrower's orders, newest first, with what is owed of running ones today. */
export async function borrowersOrders(
  db: Db,
  borrowerId: BorrowerId,
  today: LocalDate,
): Promise<BorrowersOrder[]> {
  const rows = await db
    .selectFrom('loan_order')
    .innerJoin('product', 'product.id', 'loan_order.product_id')
    .selectAll('loan_order')
    .select('product.name as product_name')
    .where('loan_order.borrower_id', '=', borrowerId)
    .orderBy('applied_at', 'desc')
    .limit(maxOrders)
    .execute();
  const shown: BorrowersOrder[] = [];
  for (const { product_name, ...order } of rows) {
    const current = isRunning(order.status) ? await positionOf(db, order, today) : undefined;
    shown.push({
      orderId: order.id,
      product: product_name,
      status: current?.status ?? order.status,
      daysLate: current?.daysLate ?? 0,
      amount: order.amount,
      due: current?.due ?? 0,
      ...(current?.dueDate === undefined ? {} : { dueOn: current.dueDate }),
      owed: current?.owedInAll ?? 0,
      appliedAt: order.applied_at.toISOString(),
      ...(order.disbursed_on === null ? {} : { paidOutOn: order.disbursed_on }),
      ...(order.settled_on === null ? {} : { settledOn: order.settled_on }),
    });
  }
  return shown;
}

async function positionOf(db: Db, order: Order, today: LocalDate) {
  return askedPosition(order.terms, engineEvents(await loadEvents(db, order)), today);
}
