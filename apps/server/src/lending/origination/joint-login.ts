import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newId } from '../../platform/ids.ts';
import { loadOrder } from '../loans/order-store.ts';

/** The reasons why a partner could not sign a borrower in. */
export const jointLoginReasons = ['unavailable', 'rejected', 'noAccount', 'expired'] as const;
export type JointLoginReason = (typeof jointLoginReasons)[number];

export type JointLoginFailure = Selectable<Database['joint_login_failure']>;

/** Records a partner's failed sign-in of a borrower. `orderId` is undefined before there is an order. */
export async function recordJointFailure(
  trx: Db,
  failure: {
    readonly borrowerId: BorrowerId;
    readonly orderId: OrderId | undefined;
    readonly partner: string;
    readonly reason: JointLoginReason;
    readonly now: Date;
  },
): Promise<void> {
  await trx
    .insertInto('joint_login_failure')
    .values({
      borrower_id: failure.borrowerId,
      id: newId(),
      order_id: failure.orderId ?? null,
      partner: failure.partner,
      reason: failure.reason,
      failed_at: failure.now,
    })
    .execute();
}

/** Records a failed sign-in that a partner reports. `reference` is our order's id. */
export async function recordReportedFailure(
  trx: Db,
  notice: { readonly reference: string; readonly partner: string; readonly reason: JointLoginReason },
  now: Date,
): Promise<'done' | 'unknown'> {
  const order = await trx
    .selectFrom('loan_order')
    .select(['borrower_id', 'id'])
    .where('id', '=', asId(notice.reference))
    .executeTakeFirst();
  if (!order) return 'unknown';
  const { partner, reason } = notice;
  await recordJointFailure(trx, { borrowerId: order.borrower_id, orderId: order.id, partner, reason, now });
  return 'done';
}

/** The borrower's latest failed sign-in, of one order if `orderId` is set. Throws NotFound for another borrower's order. */
export async function latestJointFailure(
  db: Db,
  borrowerId: BorrowerId,
  orderId: OrderId | undefined,
): Promise<JointLoginFailure | undefined> {
  let query = db
    .selectFrom('joint_login_failure')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('id', 'desc')
    .limit(1);
  if (orderId !== undefined)
    query = query.where('order_id', '=', (await loadOrder(db, borrowerId, orderId)).id);
  return query.executeTakeFirst();
}
