import type { ReviewId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type Order, updateOrder } from '../loans/order-store.ts';
import { closeReview, latestReview, openReview } from '../loans/review-queue.ts';
import { notify } from '../notices/notify.ts';
import { dueAfter } from '../tasks.ts';

/** The state of a borrower's question about a refusal; undefined: the borrower did not ask. */
export type AppealState = 'asked' | 'upheld' | 'reopened' | undefined;

export async function appealOf(db: Db, order: Pick<Order, 'borrower_id' | 'id'>): Promise<AppealState> {
  const state = (await latestReview(db, order, 'appeal'))?.state;
  if (state === undefined) return undefined;
  return state === 'upheld' || state === 'reopened' ? state : 'asked';
}

/** Opens the question of a borrower to a person about a refusal. The order is locked; it has one in all. */
export function openAppeal(trx: Db, order: Order, now: Date): Promise<void> {
  return openReview(trx, {
    order,
    kind: 'appeal',
    reasons: ['borrowerAsks'],
    dueAt: dueAfter('appeal', now),
    now,
  });
}

/**
 * Answers it in the caller's transaction, which locks the order, and tells the borrower. `reopened`: the borrower may apply again
 * from today on. The refusal itself stays as it was decided.
 */
export async function closeAppeal(
  trx: Db,
  appContext: AppContext,
  order: Order,
  {
    reviewId,
    answer,
    by,
    today,
  }: {
    readonly reviewId: ReviewId;
    readonly answer: 'upheld' | 'reopened';
    readonly by: string;
    readonly today: LocalDate;
  },
): Promise<void> {
  const isReopened = answer === 'reopened';
  await closeReview(
    trx,
    { borrower_id: order.borrower_id, id: reviewId },
    { state: answer, by, now: appContext.clock.now() },
  );
  if (isReopened) await updateOrder(trx, order, { apply_again_on: today });
  await notify(trx, appContext, order, {
    kind: isReopened ? 'appealReopened' : 'appealUpheld',
    event: `appeal ${reviewId}`,
    values: {},
  });
}
