import { allBrands } from '@hiram/contract/console/rights';
import type { BorrowerId } from '@hiram/contract/ids';
import type { BorrowerRow } from '../../lending/borrowers/borrower-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';

const borrowerOf = (db: Db, brand: string, borrowerId: BorrowerId) => {
  const query = db.selectFrom('borrower').selectAll().where('id', '=', knownId(borrowerId));
  return brand === allBrands ? query : query.where('brand', '=', brand);
};

/** The borrower of the brand; `*`: of any brand. Throws NotFound for a missing one and for another brand's. */
export function loadBorrower(db: Db, brand: string, borrowerId: BorrowerId): Promise<BorrowerRow> {
  return borrowerOf(db, brand, borrowerId).executeTakeFirstOrThrow(
    () => new NotFound('no borrower of the brand'),
  );
}

/** As `loadBorrower`, and locks the row until the transaction ends. */
export function loadLockedBorrower(trx: Db, brand: string, borrowerId: BorrowerId): Promise<BorrowerRow> {
  return borrowerOf(trx, brand, borrowerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('no borrower of the brand'));
}
