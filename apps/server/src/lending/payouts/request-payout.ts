import { addDays, disclose, type LocalDate } from '@hiram/loan';
import { creditingDays } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { type Order, updateOrder } from '../loans/order-store.ts';
import type { AccountRow } from './payout-store.ts';
import { closeReturned } from './returned-payouts.ts';

/**
 * Requests the payout of an approved, locked order, in the caller's transaction. The database allows one unreturned payout an
 * order.
 */
export async function requestPayout(
  trx: Db,
  appContext: AppContext,
  {
    order,
    account,
    today,
    now,
  }: { readonly order: Order; readonly account: AccountRow; readonly today: LocalDate; readonly now: Date },
): Promise<void> {
  const id = newId();
  await closeReturned(trx, order, now);
  await trx
    .insertInto('payout')
    .values({
      borrower_id: order.borrower_id,
      id,
      order_id: order.id,
      account_id: account.id,
      amount: disclose(order.terms).netProceeds,
      state: 'requested',
      provider: appContext.ports.payout.name,
      requested_at: now,
    })
    .execute();
  await updateOrder(trx, order, {
    withdrawn_at: now,
    credit_by: order.credit_by ?? addDays(today, creditingDays),
  });
  await appContext.jobs.send(trx, 'payout', { payoutId: id });
}
