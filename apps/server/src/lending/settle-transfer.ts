import type { LocalDate } from '@hiram/loan';
import { inTransaction } from '../db/connect.ts';
import type { House } from '../house.ts';
import { reviewTransfer, type Transfer } from './transfers.ts';

/** What a person found, or did not, on the bank's statement. Amount in cents; without one, and a day, what the borrower told. */
export type Found =
  | { readonly isThere: true; readonly amount: number | undefined; readonly on: LocalDate | undefined }
  | { readonly isThere: false; readonly why: string };

/** Settles a transfer that a borrower told of, by its id. Answers how it stands then, and whether it did so before. */
export async function settleTransfer(
  house: House,
  id: string,
  found: Found,
): Promise<{ readonly state: Transfer['state']; readonly isNew: boolean } | undefined> {
  const told = await house.db
    .selectFrom('utr_submission')
    .select(['brand', 'utr', 'sent_on'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!told) return undefined;
  return inTransaction(house.db, async (trx) => {
    const { state } = await trx
      .selectFrom('utr_submission')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (state !== 'review') return { state, isNew: false };
    await reviewTransfer(trx, house, {
      brand: told.brand,
      utr: told.utr,
      accepted: found.isThere,
      amount: found.isThere ? found.amount : undefined,
      paidOn: (found.isThere ? found.on : undefined) ?? (told.sent_on as LocalDate),
      // The borrower reads it.
      reason: found.isThere ? undefined : found.why,
      now: house.clock.now(),
    });
    return { state: found.isThere ? 'accepted' : 'refused', isNew: true };
  });
}
