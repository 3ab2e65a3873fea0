import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import { type Db, inTransaction } from '../platform/database/connect.ts';

/** An order that a batch has locked. */
interface LockedOrder {
  readonly id: OrderId;
  readonly borrower_id: BorrowerId;
}

/** A change of the orders of a brand that meet a condition. The change must make the condition false. */
export interface OrderChange {
  readonly brand: string;
  readonly condition: RawBuilder<boolean>;
  /** Maximum number of orders in one transaction: one statement for a large book could reach its time limit at each try. */
  readonly size: number;
  readonly change: (trx: Db, orders: readonly LockedOrder[]) => Promise<unknown>;
}

/**
 * Changes orders in batches, each in a transaction of its own. Orders that another transaction has locked wait for the next run,
 * so that several servers share the work. When a batch fails, its orders are changed one by one: the one that fails is logged by
 * its id and left for the next run, and the others are changed. Throws only if no order could be read.
 */
export async function changeOrders(appContext: AppContext, change: OrderChange): Promise<void> {
  const failed: OrderId[] = [];
  let { size } = change;
  for (;;) {
    let locked: readonly LockedOrder[] = [];
    try {
      await inTransaction(appContext.db, async (trx) => {
        locked = await lockOrders(trx, change, { size, except: failed });
        if (locked.length > 0) await change.change(trx, locked);
      });
      if (locked.length < size) return;
    } catch (error) {
      const [first] = locked;
      if (!first) throw error;
      if (locked.length > 1) {
        size = 1;
        continue;
      }
      appContext.log.error({ err: error, order: first.id }, 'daily work: order skipped');
      failed.push(first.id);
      size = change.size;
    }
  }
}

function lockOrders(
  trx: Db,
  { brand, condition }: OrderChange,
  { size, except }: { readonly size: number; readonly except: readonly OrderId[] },
): Promise<LockedOrder[]> {
  return trx
    .selectFrom('loan_order')
    .select(['id', 'borrower_id'])
    .where('brand', '=', brand)
    .where(condition)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .limit(size)
    .forUpdate()
    .skipLocked()
    .execute();
}
