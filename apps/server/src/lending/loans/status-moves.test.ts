import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BorrowerWithOrder,
  borrowerWithOrder,
  insertOrder,
} from '../../../test/support/borrower-with-order.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database.ts';
import { newId } from '../../platform/ids.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const statuses = [21, 110, 151, 170, 174, 180, 200];
/**
 * Where an order may go from each status. From 151 a confirmed payout leads to 170 and from there on, also where its
 * confirmation was late and a repayment is due or late already.
 */
const moves = new Map([
  [21, [110, 151]],
  [110, []],
  [151, [110, 170]],
  [170, [174, 180, 200]],
  [174, [170, 180, 200]],
  [180, [170, 174, 200]],
  [200, [170, 174, 180]],
]);
const wayTo = new Map([
  [21, []],
  [110, [110]],
  [151, [151]],
  [170, [151, 170]],
  [174, [151, 170, 174]],
  [180, [151, 170, 180]],
  [200, [151, 170, 200]],
]);

/** Tries it in a transaction that is always rolled back; undefined when it went through. */
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

const move = (client: pg.PoolClient, { orderId }: BorrowerWithOrder, status: number) =>
  client.query('update loan_order set status = $1 where id = $2', [status, orderId]);

test('TERM-07 the database allows exactly the listed status transitions, also for the owner [T111]', async () => {
  for (const pool of [fresh.pool, fresh.ownerPool])
    for (const from of statuses)
      for (const to of statuses) {
        const refused = await attempt(pool, async (client, order) => {
          for (const step of wayTo.get(from) ?? []) await move(client, order, step);
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

test('TERM-07 an order starts at 21, and no other status exists', async () => {
  for (const status of statuses.filter((value) => value !== 21))
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
    ).toBe(`an order begins at 21, not at ${status}`);
  for (const status of [0, 100, 201, null])
    expect(
      await attempt(fresh.ownerPool, (client, order) =>
        client.query('update loan_order set status = $1 where id = $2', [status, order.orderId]),
      ),
    ).toMatch(/does not move|violates/);
});

test('a borrower has one current loan, whatever runs in parallel; settled and refused ones do not count [T120]', async () => {
  const { borrowerId } = await borrowerWithOrder(fresh.pool);
  const { rows } = await fresh.pool.query('select product_id from loan_order where borrower_id = $1', [
    borrowerId,
  ]);
  const apply = () => insertOrder(fresh.pool, { borrowerId, orderId: newId() }, rows[0].product_id, 21);
  await expect(apply()).rejects.toThrow(/loan_order_running/);
  for (const status of [151, 170, 174, 180]) {
    await fresh.pool.query('update loan_order set status = $1 where borrower_id = $2', [status, borrowerId]);
    await expect(apply()).rejects.toThrow(/loan_order_running/);
  }
  await fresh.pool.query('update loan_order set status = 200 where borrower_id = $1', [borrowerId]);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, apply));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});
