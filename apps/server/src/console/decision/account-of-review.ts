import type { Review } from '../../lending/loans/review-queue.ts';
import { type AccountRow, activeAccount } from '../../lending/payouts/payout-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The account of a review: of a payout the one that it is held for, which may be replaced since; else the borrower's. */
export function accountOfReview(
  db: Db,
  { account_id, borrower_id }: Pick<Review, 'account_id' | 'borrower_id'>,
): Promise<AccountRow | undefined> {
  if (account_id === null) return activeAccount(db, borrower_id);
  return db
    .selectFrom('bank_account')
    .selectAll()
    .where('borrower_id', '=', borrower_id)
    .where('id', '=', account_id)
    .executeTakeFirst();
}
