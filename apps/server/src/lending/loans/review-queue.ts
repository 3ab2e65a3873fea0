import { reviewKinds } from '@hiram/contract/console/decision';
import { type Correction, correctionKinds } from '@hiram/contract/console/decision-words';
import type { AccountId, BorrowerId } from '@hiram/contract/ids';
import { disclose } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import { approvalNow } from '../../platform/database/actor.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { newId } from '../../platform/ids.ts';
import { closeTask, deferTask, openTask, wakeTask } from '../tasks.ts';
import type { Order } from './order-store.ts';

export type Review = Selectable<Database['review']>;
type OrderKey = Pick<Order, 'borrower_id' | 'id'>;

/** Reports whether a reviewer must decide. A hold for a replaced account alone ends by time. */
export function needsReviewer(review: Pick<Review, 'reasons'>): boolean {
  return review.reasons.some((reason) => reason !== 'accountChanged');
}

/** SQL: the opposite of `needsReviewer`. */
export const isHeldByTime = sql<boolean>`reasons <@ array['accountChanged']`;

/** The open review of an order, or undefined. */
export function waitingReview(db: Db, order: OrderKey, kind: Review['kind']): Promise<Review | undefined> {
  return db
    .selectFrom('review')
    .selectAll()
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/** The latest review of an order in any state, or undefined. */
export function latestReview(db: Db, order: OrderKey, kind: Review['kind']): Promise<Review | undefined> {
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

/**
 * Opens a review, which a reviewer or the end of `holdUntil` closes. Runs in the transaction that locks the order; an order has
 * at most one open review of a kind.
 */
export async function openReview(
  trx: Db,
  {
    order,
    kind,
    reasons,
    accountId,
    holdUntil,
    dueAt,
    now,
  }: {
    readonly order: Order;
    readonly kind: Review['kind'];
    readonly reasons: readonly string[];
    readonly accountId?: AccountId;
    readonly holdUntil?: Date | undefined;
    /** When the reviewer's decision is due. */
    readonly dueAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  const id = newId();
  const inserted = await trx
    .insertInto('review')
    .values({
      borrower_id: order.borrower_id,
      id,
      brand: order.brand,
      order_id: order.id,
      kind,
      account_id: accountId ?? null,
      reasons: [...reasons],
      hold_until: holdUntil ?? null,
      opened_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'kind']).where('state', '=', sql.lit('waiting')).doNothing(),
    )
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n || !needsReviewer({ reasons: [...reasons] })) return;
  await openTask(trx, {
    kind,
    subjectId: id,
    brand: order.brand,
    borrowerId: order.borrower_id,
    orderId: order.id,
    // Of a payout what is sent, as in the list of decisions.
    amount: kind === 'payout' ? disclose(order.terms).netProceeds : order.amount,
    detail: reasons.join(' '),
    dueAt,
    now,
  });
}

/** Closes a review, in the caller's transaction, which locks its order. */
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
    .set({
      state: end.state,
      closed_at: end.now,
      closed_by: end.by ?? null,
      words: end.words ?? null,
      approval_id: approvalNow() ?? null,
    })
    .where('borrower_id', '=', review.borrower_id)
    .where('id', '=', review.id)
    .where('state', '=', 'waiting')
    .execute();
  for (const kind of reviewKinds) await closeTask(trx, { kind, subjectId: review.id }, end.now);
}

/** The time for which an application that waits for its borrower is not in the list of work. */
const answerMs = 3 * 86_400_000;

/** Asks the borrower for corrections while the application waits, in the caller's transaction, which locks the order. */
export async function askBorrower(
  trx: Db,
  review: Pick<Review, 'borrower_id' | 'id'>,
  corrections: readonly Correction[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable('review')
    .set({ corrections: [...corrections], corrections_requested_at: now, answered_at: null })
    .where('borrower_id', '=', review.borrower_id)
    .where('id', '=', review.id)
    .where('state', '=', 'waiting')
    .execute();
  const until = new Date(now.getTime() + answerMs);
  await deferTask(
    trx,
    { kind: 'application', subjectId: review.id },
    { until, reason: 'the borrower was asked' },
  );
}

/** Records that the borrower saved details after they were asked, and puts the application back into the list of work. */
export async function noteAnswer(trx: Db, borrowerId: BorrowerId, now: Date): Promise<void> {
  const answered = await trx
    .updateTable('review')
    .set({ answered_at: now })
    .where('borrower_id', '=', borrowerId)
    .where('state', '=', 'waiting')
    .where('corrections_requested_at', 'is not', null)
    .returning('id')
    .execute();
  for (const { id } of answered) await wakeTask(trx, { kind: 'application', subjectId: id });
}

function isCorrection(name: string): name is Correction {
  return correctionKinds.some((correction) => correction === name);
}

/** Whether a person decides an application, and the corrections that its borrower is asked for and has not yet saved. */
export async function applicationReview(
  db: Db,
  order: Order,
): Promise<{ readonly isReferred: boolean; readonly corrections: readonly Correction[] }> {
  const review = order.status === 'applied' ? await waitingReview(db, order, 'application') : undefined;
  return {
    isReferred: review !== undefined,
    corrections: review?.answered_at === null ? (review.corrections ?? []).filter(isCorrection) : [],
  };
}
