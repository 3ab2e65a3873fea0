import type { ApprovalId, PaymentId, TransferId } from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import { brandOf } from '../../brands/brand-of.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { loadOrder } from '../loans/order-store.ts';
import { lockTransfer, type Transfer } from '../payments/transfers/transfer-claims.ts';
import { reviewTransfer } from '../payments/transfers/transfers.ts';
import { checkDay } from './resolve-payment.ts';

/**
 * True if a reviewer found the transfer on the bank's statement. `amount` (cents) and `on` are the statement's; without them,
 * the claim's values apply. `approvalId`: the approval by which a member of the staff decides.
 */
export type StatementFinding =
  | {
      readonly isFound: true;
      readonly amount: number | undefined;
      readonly on: LocalDate | undefined;
      /** Reverses the payment of another claim to which the transfer was given. */
      readonly reassign?: boolean | undefined;
      readonly approvalId?: ApprovalId | undefined;
    }
  | { readonly isFound: false; readonly reason: string; readonly approvalId?: ApprovalId | undefined };

interface ResolvedTransfer {
  readonly state: Transfer['state'];
  readonly isNew: boolean;
  readonly heldPayment?: PaymentId | undefined;
}

/**
 * Resolves a borrower's claim of a transfer by its id. Returns its state, whether this call changed it, and its payment if that
 * is held; undefined for an unknown id. Throws CannotResolve for a day in the future or before the payout.
 */
export async function resolveTransfer(
  appContext: AppContext,
  id: TransferId,
  found: StatementFinding,
  by?: string,
): Promise<ResolvedTransfer | undefined> {
  const claim = await appContext.db
    .selectFrom('utr_submission')
    .select(['brand', 'utr', 'sent_on', 'code_id', 'borrower_id', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!claim) return undefined;
  return inTransaction(appContext.db, async (trx) => {
    await lockTransfer(trx, claim);
    const { state } = await trx
      .selectFrom('utr_submission')
      .select('state')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (state !== 'review') return { state, isNew: false };
    const { timeZone } = brandOf(appContext, claim);
    const on = found.isFound ? found.on : undefined;
    const paidOn = localDate(claim.sent_on);
    if (found.isFound)
      checkDay(await loadOrder(trx, claim.borrower_id, claim.order_id), {
        chosen: on,
        paidOn,
        today: await appContext.clock.today(trx, timeZone),
      });
    await reviewTransfer(trx, appContext, {
      brand: claim.brand,
      utr: claim.utr,
      id,
      accepted: found.isFound,
      amount: found.isFound ? found.amount : undefined,
      paidOn: on ?? paidOn,
      // The borrower sees it.
      reason: found.isFound ? undefined : found.reason,
      now: appContext.clock.now(),
      by,
      reassign: found.isFound ? found.reassign : undefined,
      approvalId: found.approvalId,
    });
    const heldPayment = await trx
      .selectFrom('payment')
      .select('id')
      .where('code_id', '=', claim.code_id)
      .where('state', '=', 'held')
      .executeTakeFirst();
    return { state: found.isFound ? 'accepted' : 'rejected', isNew: true, heldPayment: heldPayment?.id };
  });
}
