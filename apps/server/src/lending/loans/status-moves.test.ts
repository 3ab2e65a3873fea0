import { type OrderStatus, orderStatuses } from '@hiram/contract/order-status';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BorrowerWithOrder,
  borrowerWithOrder,
  insertOrder,
} from '../../../test/support/borrowers/borrower-with-order.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.ts';
import { newId } from '../../platform/ids.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/**
 * The allowed changes from each status. From `approved` a confirmed payout leads to `active` and to the
 * statuses after it, also if it is confirmed late and a repayment is due soon or overdue already.
 */
const moves = new Map<OrderStatus, readonly OrderStatus[]>([
  ['applied', ['rejected', 'approved']],
  ['rejected', []],
  ['approved', ['rejected', 'active', 'dueSoon', 'overdue', 'settled']],
  ['active', ['dueSoon', 'overdue', 'settled']],
  ['dueSoon', ['active', 'overdue', 'settled']],
  ['overdue', ['active', 'dueSoon', 'settled']],
  ['settled', ['active', 'dueSoon', 'overdue']],
]);
const nextStatuses = new Map<OrderStatus, readonly OrderStatus[]>([
  ['applied', []],
  ['rejected', ['rejected']],
  ['approved', ['approved']],
  ['active', ['approved', 'active']],
  ['dueSoon', ['approved', 'active', 'dueSoon']],
  ['overdue', ['approved', 'active', 'overdue']],
  ['settled', ['approved', 'active', 'settled']],
]);

/** Tries it in a transaction that is always rolled back. Undefined if it succeeded. */
async function attempt(
  pool: pg.Pool,
  work: (client: pg.PoolClient, borrowed: BorrowerWithOrder) => Promise<unknown>,
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client, await borrowerWithOrder(client));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const move = (client: pg.PoolClient, { orderId }: BorrowerWithOrder, status: OrderStatus) =>
  client.query('update loan_order set status = $1 where id = $2', [status, orderId]);

test('TERM-07 the database allows exactly the listed status transitions, also for the owner [T111]', async () => {
  for (const pool of [fresh.pool, fresh.ownerPool])
    for (const from of orderStatuses)
      for (const to of orderStatuses) {
        const refused = await attempt(pool, async (client, order) => {
          for (const step of nextStatuses.get(from) ?? []) await move(client, order, step);
          await move(client, order, to);
        });
        const isAllowed = from === to || moves.get(from)?.includes(to);
        expect([from, to, refused]).toEqual([
          from,
          to,
          isAllowed ? undefined : `an order does not move from ${from} to ${to}`,
        ]);
      }
});

test('TERM-07 an order starts at applied, and no other status exists', async () => {
  for (const status of orderStatuses.filter((value) => value !== 'applied'))
    expect(
      await attempt(fresh.pool, async (client) => {
        const { rows } = await client.query('select borrower_id, product_id from loan_order limit 1');
        await insertOrder(
          client,
          { borrowerId: rows[0].borrower_id, orderId: newId() },
          rows[0].product_id,
          status,
        );
      }),
    ).toBe(`an order begins at applied, not at ${status}`);
  for (const status of ['', '170', 'running', null])
    expect(
      await attempt(fresh.ownerPool, (client, order) =>
        client.query('update loan_order set status = $1 where id = $2', [status, order.orderId]),
      ),
    ).toMatch(/invalid input value for enum order_status|violates/);
});

test('a borrower has one current loan, whatever runs in parallel [T120]', async () => {
  const { borrowerId } = await borrowerWithOrder(fresh.pool);
  const { rows } = await fresh.pool.query('select product_id from loan_order where borrower_id = $1', [
    borrowerId,
  ]);
  const apply = () =>
    insertOrder(fresh.pool, { borrowerId, orderId: newId() }, rows[0].product_id, 'applied');
  await expect(apply()).rejects.toThrow(/loan_order_running/);
  for (const status of ['approved', 'active', 'dueSoon', 'overdue']) {
    await fresh.pool.query('update loan_order set status = $1 where borrower_id = $2', [status, borrowerId]);
    await expect(apply()).rejects.toThrow(/loan_order_running/);
  }
  await fresh.pool.query(`update loan_order set status = 'settled' where borrower_id = $1`, [borrowerId]);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, apply));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});
