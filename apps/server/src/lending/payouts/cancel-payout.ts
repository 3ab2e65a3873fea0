import type { ApprovalId, PayoutId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { Db } from '../../platform/database/connection/connect.ts';
import { updateOrder } from '../loans/order-store.ts';
import { closeHold } from './payout-limits.ts';

/**
 * Cancels a locked payout that no provider was given. Nothing was posted, so nothing is reversed; the account stays usable and
 * the borrower can withdraw again. Throws Error if a provider may have it.
 */
export async function cancelUnsent(
  trx: Db,
  payoutId: PayoutId,
  {
    approvalId,
    today,
    now,
  }: { readonly approvalId: ApprovalId; readonly today: LocalDate; readonly now: Date },
): Promise<void> {
  const cancelled = await trx
    .updateTable('payout')
    .set({
      state: 'returned',
      reason: 'cancelled by the lender',
      cancelled_by: approvalId,
      settled_at: now,
      settled_on: today,
    })
    .where('id', '=', payoutId)
    .where('state', '=', 'requested')
    .where('counted_on', 'is', null)
    .returning(['borrower_id', 'order_id'])
    .executeTakeFirst();
  if (!cancelled) throw new Error(`the payout ${payoutId} cannot be cancelled`);
  await closeHold(trx, payoutId, { approvalId, now });
  await updateOrder(
    trx,
    { borrower_id: cancelled.borrower_id, id: cancelled.order_id },
    { withdrawn_at: null },
  );
}
