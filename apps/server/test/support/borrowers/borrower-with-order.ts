import type { BorrowerId, OrderId, ProductId } from '@hiram/contract/ids';
import type { OrderStatus } from '@hiram/contract/order-status';
import type pg from 'pg';
import { newId } from '../../../src/platform/ids.ts';

export interface BorrowerWithOrder {
  readonly borrowerId: BorrowerId;
  readonly orderId: OrderId;
}

/**
 * A borrower with an order at `applied`, inserted by plain SQL: the basis for tests of the database's own
 * checks.
 */
export async function borrowerWithOrder(connection: pg.Pool | pg.PoolClient): Promise<BorrowerWithOrder> {
  const [borrowerId, orderId, productId] = [newId(), newId(), newId()];
  await connection.query(
    "insert into borrower (id, brand, phone, created_at) values ($1::uuid, 'spec', $1::text, now())",
    [borrowerId],
  );
  await connection.query(
    `insert into product (id, brand, code, name, logo, kind, terms, amount_min, amount_max, amount_step, amount_offered, created_at)
     values ($1::uuid, 'spec', $1::text, 'P', 'p', 'single', '{}', 1, 2, 1, 1, now())`,
    [productId],
  );
  await insertOrder(connection, { borrowerId, orderId }, productId, 'applied');
  return { borrowerId, orderId };
}

export async function insertOrder(
  connection: pg.Pool | pg.PoolClient,
  { borrowerId, orderId }: BorrowerWithOrder,
  productId: ProductId,
  status: OrderStatus,
): Promise<void> {
  await connection.query(
    `insert into loan_order (borrower_id, id, brand, product_id, kind, amount, terms, client_kind, status, applied_at, applied_on, decide_by)
     values ($1, $2, 'spec', $3, 'single', 100, '{}', 'new', $4, now(), '2026-01-01', '2026-01-02')`,
    [borrowerId, orderId, productId, status],
  );
}
