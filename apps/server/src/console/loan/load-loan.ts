import { allBrands } from '@hiram/contract/console/rights';
import type { OrderId } from '@hiram/contract/ids';
import type { Order } from '../../lending/loans/order-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

/** The order of the brand; `*`: of any brand. Throws NotFound for a missing one and for another brand's. */
export async function loadLoan(db: Db, brand: string, orderId: OrderId, isLocked = false): Promise<Order> {
  let query = db.selectFrom('loan_order').selectAll().where('id', '=', knownId(orderId));
  if (brand !== allBrands) query = query.where('brand', '=', brand);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new NotFound('no order of the brand');
  return row;
}
