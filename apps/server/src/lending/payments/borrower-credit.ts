import type { Db } from '../../platform/database/connect.ts';

/** Cents of one order: what the borrower has at the lender, or owes of a refund. At most one of them is not 0. */
export interface Balance {
  readonly credit: number;
  readonly refundOwed: number;
}

const none: Balance = { credit: 0, refundOwed: 0 };

/** The balances of a borrower's orders as the ledger holds them, by order id; an order without one is not in it. */
export async function borrowerBalances(db: Db, borrowerId: string): Promise<ReadonlyMap<string, Balance>> {
  const rows = await db
    .selectFrom('journal_line')
    .select((eb) => ['order_id', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', '=', borrowerId)
    .where('account', '=', 'borrower:credit')
    .groupBy('order_id')
    .execute();
  return new Map(rows.map((row) => [row.order_id, balanceOf(Number(row.amount))]));
}

/** A debit balance of `borrower:credit` is what was refunded of a payment that was reversed afterwards. */
function balanceOf(amount: number): Balance {
  return { credit: Math.max(0, -amount), refundOwed: Math.max(0, amount) };
}

export function balanceIn(balances: ReadonlyMap<string, Balance>, orderId: string): Balance {
  return balances.get(orderId) ?? none;
}
