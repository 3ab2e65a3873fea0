import { createHash } from 'node:crypto';
import type { openPool } from '@hiram/server/src/platform/database/connection/connect.ts';
import type { Borrower } from './product.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * The statements of a simple order page, one after the other: session, business day, order, product, events. The server's page
 * shows payments, held money and the payout as well.
 */
export async function fiveStatements(
  owner: ReturnType<typeof openPool>,
  { sessionId, orderId }: Borrower,
): Promise<readonly Statement[]> {
  const found = await owner.query<{ borrower_id: string; id: string; product_id: string }>(
    'select borrower_id, id, product_id from loan_order where id = $1',
    [orderId],
  );
  const [order] = found.rows;
  if (!order) throw new Error('the borrower has no order');
  const hash = `\\x${createHash('sha256').update(sessionId).digest('hex')}`;
  return [
    {
      text: `select borrower.id, borrower.brand, borrower.phone, session.device_id, session.expires_at, session.revoked_at
        from session join borrower on borrower.id = session.borrower_id where session.token_hash = $1`,
      values: [hash],
    },
    { text: 'select offset_days from business_clock', values: [] },
    {
      text: 'select * from loan_order where borrower_id = $1 and id = $2',
      values: [order.borrower_id, order.id],
    },
    { text: 'select * from product where id = $1', values: [order.product_id] },
    {
      text: 'select id, seq, kind, value_date, body from loan_event where borrower_id = $1 and order_id = $2 order by seq',
      values: [order.borrower_id, order.id],
    },
  ];
}
