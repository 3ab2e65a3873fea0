import type { ReviewId } from '@hiram/contract/ids';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Order } from '../loans/order-store.ts';
import { openReview } from '../loans/review-queue.ts';
import { dueAfter } from '../tasks.ts';

/** So many of a person's hundred approvals another person looks at again. */
const sampledOfHundred = 2;

/**
 * Reports whether an approval is one of the sample. It follows from the review's id by the server's key, so
 * that nobody who decides can know it beforehand.
 */
export function isSampled(
  { matcher }: Pick<AppContext, 'matcher'>,
  brand: string,
  reviewId: ReviewId,
): boolean {
  return matcher.digest('sample', brand, reviewId).readUInt32BE() % 100 < sampledOfHundred;
}

/** Puts a person's approval before another person. Nothing waits for the answer. */
export function openSecondLook(trx: Db, order: Order, now: Date): Promise<void> {
  const dueAt = dueAfter('secondLook', now);
  return openReview(trx, { order, kind: 'secondLook', reasons: ['sampled'], dueAt, now });
}
