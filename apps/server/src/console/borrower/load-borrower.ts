import { allBrands } from '@hiram/contract/console/rights';
import type { BorrowerId } from '@hiram/contract/ids';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

export type BorrowerRow = Readonly<Selectable<Database['borrower']>>;

/** The borrower of the brand; `*`: of any brand. Throws NotFound for a missing one and for another brand's. */
export async function loadBorrower(
  db: Db,
  brand: string,
  borrowerId: BorrowerId,
  isLocked = false,
): Promise<BorrowerRow> {
  let query = db.selectFrom('borrower').selectAll().where('id', '=', knownId(borrowerId));
  if (brand !== allBrands) query = query.where('brand', '=', brand);
  const row = await (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new NotFound('no borrower of the brand');
  return row;
}
