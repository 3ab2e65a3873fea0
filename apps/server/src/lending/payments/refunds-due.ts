import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';

/** An order whose borrower has credit. `amount` in cents; `since`: the business day of the first posting of credit. */
export interface RefundDue {
  readonly orderId: OrderId;
  readonly borrowerId: BorrowerId;
  readonly amount: number;
  readonly since: string;
}

/** Orders with credit by the ledger, by their ids. Brand `*`: of every brand. */
export async function refundsDue(
  db: Db,
  page: { readonly brand: string; readonly after: OrderId | undefined; readonly limit: number },
): Promise<readonly RefundDue[]> {
  const { brand, after, limit } = page;
  const { rows } = await sql<{ id: OrderId; borrower_id: BorrowerId; amount: string; since: string }>`
    select loan_order.id, loan_order.borrower_id, credit.amount,
      (select min(journal.posted_on)::text from journal_line line join journal on journal.id = line.journal_id
        where line.order_id = loan_order.id and line.account = 'borrower:credit') as since
    from (
      select order_id, -sum(amount) as amount from journal_line where account = 'borrower:credit'
      ${after === undefined ? sql`` : sql`and order_id > ${after}`}
      group by order_id having sum(amount) < 0
    ) credit join loan_order on loan_order.id = credit.order_id
    ${brand === '*' ? sql`` : sql`where loan_order.brand = ${brand}`}
    order by loan_order.id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    orderId: row.id,
    borrowerId: row.borrower_id,
    amount: Number(row.amount),
    since: row.since,
  }));
}
