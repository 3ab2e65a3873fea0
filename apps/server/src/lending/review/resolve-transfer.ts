import { type LocalDate, localDate } from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { CannotResolve } from '../../platform/errors/cannot-resolve.ts';
import { reviewTransfer, type Transfer, takeTurn } from '../payments/transfers.ts';

/** What a person found, or did not, on the bank's statement. Amount in cents; without one, and a day, what the borrower told. */
export type Found =
  | {
      readonly isThere: true;
      readonly amount: number | undefined;
      readonly on: LocalDate | undefined;
      /** Instead of another claim that it was given to. */
      readonly instead?: boolean | undefined;
    }
  | { readonly isThere: false; readonly why: string };

interface Settled {
  readonly state: Transfer['state'];
  readonly isNew: boolean;
  readonly heldPayment?: string | undefined;
}

/**
 * Settles a transfer that a borrower told of, by its id. Answers how it stands then, whether it did so before, and
 * its payment where that is held. Throws CannotSettle for a day that has not come.
 */
export async function resolveTransfer(
  appContext: AppContext,
  id: string,
  found: Found,
  by?: string,
): Promise<Settled | undefined> {
  const told = await appContext.db
    .selectFrom('utr_submission')
    .select(['brand', 'utr', 'sent_on', 'code_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!told) return undefined;
  return inTransaction(appContext.db, async (trx) => {
    await takeTurn(trx, told);
    const { state } = await trx
      .selectFrom('utr_submission')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (state !== 'review') return { state, isNew: false };
    const { timeZone } = brandOf(appContext, told);
    const on = found.isThere ? found.on : undefined;
    if (on !== undefined && on > (await appContext.clock.today(trx, timeZone)))
      throw new CannotResolve(`${on} has not come yet.`);
    await reviewTransfer(trx, appContext, {
      brand: told.brand,
      utr: told.utr,
      id,
      accepted: found.isThere,
      amount: found.isThere ? found.amount : undefined,
      paidOn: on ?? localDate(told.sent_on),
      // The borrower reads it.
      reason: found.isThere ? undefined : found.why,
      now: appContext.clock.now(),
      by,
      instead: found.isThere ? found.instead : undefined,
    });
    const held = await trx
      .selectFrom('payment')
      .select('id')
      .where('code_id', '=', told.code_id)
      .where('state', '=', 'held')
      .executeTakeFirst();
    return { state: found.isThere ? 'accepted' : 'refused', isNew: true, heldPayment: held?.id };
  });
}
