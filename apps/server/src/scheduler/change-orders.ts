import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';

/** An order that a batch has locked. */
interface LockedOrder {
  readonly id: OrderId;
  readonly borrower_id: BorrowerId;
}

/** A change of the orders of a brand that meet a condition. The change must make the condition false. */
export interface OrderChange {
  readonly brand: string;
  readonly condition: RawBuilder<boolean>;
  /** The expression by which the condition's index is sorted. */
  readonly by: RawBuilder<unknown>;
  /** Maximum number of orders in one transaction: one statement for a large book could reach its time limit at each try. */
  readonly size: number;
  readonly change: (trx: Db, orders: readonly LockedOrder[]) => Promise<unknown>;
}

/** Orders that one statement finds, for many batches: what the former ones changed lies before the next ones in the index. */
const maxFound = 20_000;

/**
 * Changes orders in batches, each in a transaction of its own. Orders that another transaction has locked wait for the next run,
 * so that several servers share the work. When a batch fails, its orders are changed one by one: the one that fails is logged by
 * its id and left for the next run, and the others are changed. Throws only if no order could be read.
 */
export async function changeOrders(appContext: AppContext, change: OrderChange): Promise<void> {
  const left: OrderId[] = [];
  for (;;) {
    const found = await findOrders(appContext.db, change, left);
    for (let at = 0; at < found.length; at += change.size)
      left.push(...(await changeBatch(appContext, change, found.slice(at, at + change.size))));
    if (found.length < maxFound) return;
  }
}

/** Returns the orders that are left for the next run. */
async function changeBatch(
  appContext: AppContext,
  change: OrderChange,
  orders: readonly LockedOrder[],
): Promise<readonly OrderId[]> {
  let locked: readonly LockedOrder[] = [];
  try {
    await inTransaction(appContext.db, async (trx) => {
      locked = await lockOrders(trx, change, orders);
      if (locked.length > 0) await change.change(trx, locked);
    });
    const changed = new Set(locked.map(({ id }) => id));
    return orders.flatMap(({ id }) => (changed.has(id) ? [] : [id]));
  } catch (error) {
    const [first] = locked;
    if (!first) throw error;
    if (orders.length > 1) {
      const left: OrderId[] = [];
      for (const order of orders) left.push(...(await changeBatch(appContext, change, [order])));
      return left;
    }
    appContext.log.error({ err: error, order: first.id }, 'daily work: order skipped');
    return [first.id];
  }
}

/** Sorted as the index, without which the planner reads the whole table for the first orders. */
async function findOrders(
  db: Db,
  { brand, condition, by }: OrderChange,
  left: readonly OrderId[],
): Promise<readonly LockedOrder[]> {
  const { rows } = await sql<LockedOrder>`
    select id, borrower_id from loan_order where brand = ${brand} and ${condition} and id <> all(${left}::uuid[])
    order by ${by} limit ${maxFound}`.execute(db);
  return rows;
}

/** Locks those of the orders that meet the condition still. */
function lockOrders(
  trx: Db,
  { brand, condition }: OrderChange,
  orders: readonly LockedOrder[],
): Promise<readonly LockedOrder[]> {
  return trx
    .selectFrom('loan_order')
    .select(['id', 'borrower_id'])
    .where('brand', '=', brand)
    .where(condition)
    .where(sql<boolean>`borrower_id = any(${orders.map(({ borrower_id }) => borrower_id)}::uuid[])`)
    .where(sql<boolean>`id = any(${orders.map(({ id }) => id)}::uuid[])`)
    .forUpdate()
    .skipLocked()
    .execute();
}
