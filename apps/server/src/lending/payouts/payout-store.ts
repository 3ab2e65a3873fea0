import type { BorrowerId, PayoutId } from '@hiram/contract/ids';
import type { Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import type { Order } from '../loans/order-store.ts';

export type PayoutRow = Selectable<Database['payout']>;
export type AccountRow = Selectable<Database['bank_account']>;

/** The payout with the id, or undefined. */
export function findPayout(db: Db, id: PayoutId): Promise<PayoutRow | undefined> {
  return db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Payouts with the accounts to which they go. */
export function payoutsWithAccount(db: Db) {
  return db
    .selectFrom('payout')
    .innerJoin('bank_account', (join) =>
      join
        .onRef('bank_account.borrower_id', '=', 'payout.borrower_id')
        .onRef('bank_account.id', '=', 'payout.account_id'),
    );
}

/** Locks a payout until the transaction ends. Its order, if that changes too, is locked before it. */
export function lockPayout(trx: Db, id: PayoutId): Promise<PayoutRow> {
  return trx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Changes columns of a payout. */
export async function updatePayout(
  trx: Db,
  id: PayoutId,
  changed: Updateable<Database['payout']>,
): Promise<void> {
  await trx.updateTable('payout').set(changed).where('id', '=', id).execute();
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

/** The account to which a payout goes. */
export function accountOf(db: Db, { account_id }: Pick<PayoutRow, 'account_id'>): Promise<AccountRow> {
  return db.selectFrom('bank_account').selectAll().where('id', '=', account_id).executeTakeFirstOrThrow();
}

/** The borrower's active account, or undefined. */
export function activeAccount(db: Db, borrowerId: BorrowerId): Promise<AccountRow | undefined> {
  return db
    .selectFrom('bank_account')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'active')
    .executeTakeFirst();
}
