import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The borrower's balance of one order, in cents: their credit, or a refund that they owe. At least one of them is 0. */
export interface Balance {
  readonly credit: number;
  readonly refundReceivable: number;
}

const zeroBalance: Balance = { credit: 0, refundReceivable: 0 };

/** The ledger's balances of a borrower's orders, by order id. Orders without a balance are missing from the map. */
export async function borrowerBalances(
  db: Db,
  borrowerId: BorrowerId,
): Promise<ReadonlyMap<OrderId, Balance>> {
  const rows = await db
    .selectFrom('journal_line')
    .select((eb) => ['order_id', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', '=', borrowerId)
    .where('account', '=', 'borrower:credit')
    .groupBy('order_id')
    .execute();
  return new Map(rows.map((row) => [row.order_id, balanceOf(Number(row.amount))]));
}

/** A debit balance of `borrower:credit` is a refund of a payment that was reversed afterwards. */
function balanceOf(amount: number): Balance {
  return { credit: Math.max(0, -amount), refundReceivable: Math.max(0, amount) };
}

export function balanceIn(balances: ReadonlyMap<string, Balance>, orderId: OrderId): Balance {
  return balances.get(orderId) ?? zeroBalance;
}
