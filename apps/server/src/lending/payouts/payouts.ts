import type { BorrowerId } from '@hiram/contract/ids';
import { addDays, disclose, type LocalDate } from '@hiram/loan';
import type { Selectable } from 'kysely';
import { creditingDays } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { Order } from '../loans/loans.ts';

export type PayoutRow = Selectable<Database['payout']>;

export type AccountRow = Selectable<Database['bank_account']>;

/** The borrower's active account, or undefined. */
export function activeAccount(db: Db, borrowerId: BorrowerId): Promise<AccountRow | undefined> {
  return db
    .selectFrom('bank_account')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'active')
    .executeTakeFirst();
}

/** The latest payout of an order, or undefined. */
export function latestPayout(db: Db, order: Order): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

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
  await trx
    .updateTable('loan_order')
    .set({ withdrawn_at: now, credit_by: order.credit_by ?? addDays(today, creditingDays) })
    .where('borrower_id', '=', order.borrower_id)
    .where('id', '=', order.id)
    .execute();
  await appContext.jobs.send(trx, 'payout', { payoutId: id });
}
