import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { newId } from '../../platform/ids.ts';
import type { Order } from './loans.ts';

export type Review = Selectable<Database['review']>;
type OrderName = Pick<Order, 'borrower_id' | 'id'>;

/** Why a payout waits: the holder's name is not the certified one, another borrower has the account, it was just replaced. */
export const payoutHoldReasons = ['holderName', 'sharedAccount', 'accountChanged'] as const;
export type PayoutHoldReason = (typeof payoutHoldReasons)[number];

/** What waits by itself, and needs no person. */
export function needsPerson(review: Pick<Review, 'reasons'>): boolean {
  return review.reasons.some((reason) => reason !== 'accountChanged');
}

/** What waits over an order, or undefined. */
export function waitingReview(db: Db, order: OrderName, kind: Review['kind']): Promise<Review | undefined> {
  return db
    .selectFrom('review')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** The latest review of an order, whatever became of it, or undefined. */
export function latestReview(db: Db, order: OrderName, kind: Review['kind']): Promise<Review | undefined> {
  return db
    .selectFrom('review')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Leaves an order to a person, or to time. In the transaction that holds the order; one of a kind waits at a time. */
export async function openReview(
  trx: Db,
  {
    order,
    kind,
    reasons,
    accountId,
    holdUntil,
    now,
  }: {
    readonly order: Order;
    readonly kind: Review['kind'];
    readonly reasons: readonly string[];
    readonly accountId?: string;
    readonly holdUntil?: Date | undefined;
    readonly now: Date;
  },
): Promise<void> {
  await trx
    .insertInto('review')
    .values({
      borrower_id: order.borrower_id,
      id: newId(),
      brand: order.brand,
      order_id: order.id,
      kind,
      account_id: accountId ?? null,
      reasons: [...reasons],
      hold_until: holdUntil ?? null,
      opened_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'kind']).where('state', '=', 'waiting').doNothing(),
    )
    .execute();
}

/** Ends a review. In the caller's transaction, which holds its order. */
export async function closeReview(
  trx: Db,
  review: Pick<Review, 'borrower_id' | 'id'>,
  end: {
    readonly state: Exclude<Review['state'], 'waiting'>;
    readonly by: string | undefined;
    readonly words?: string | undefined;
    readonly now: Date;
  },
): Promise<void> {
  await trx
    .updateTable('review')
    .set({ state: end.state, closed_at: end.now, closed_by: end.by ?? null, words: end.words ?? null })
    .where('borrower_id', '=', review.borrower_id)
    .where('id', '=', review.id)
    .where('state', '=', 'waiting')
    .execute();
}
