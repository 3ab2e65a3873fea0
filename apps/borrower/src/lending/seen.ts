import type { OrderId } from '@hiram/contract/ids';

/** Flags of this page: a web view may have its storage disabled. */
const seen = new Set<string>();

/** Whether something was shown in this visit. */
export function wasSeen(flag: string): boolean {
  if (seen.has(flag)) return true;
  try {
    return sessionStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

export function markSeen(flag: string): void {
  seen.add(flag);
  try {
    sessionStorage.setItem(flag, '1');
  } catch {
    // Without storage the flag lasts as long as the page.
  }
}

const ratingFlag = (orderId: OrderId) => `hiram.rated.${orderId}`;

/** Whether the borrower was asked to rate this order. */
export const wasRatingSeen = (orderId: OrderId): boolean => wasSeen(ratingFlag(orderId));

/** The orders that the borrower wants to rate now. */
const ratingWanted = new Set<OrderId>();

export const isRatingWanted = (orderId: OrderId): boolean => ratingWanted.has(orderId);

/** Records that the borrower tapped to rate this order: the order's page opens the question. */
export function wantRating(orderId: OrderId): void {
  ratingWanted.add(orderId);
}

export function endRating(orderId: OrderId): void {
  ratingWanted.delete(orderId);
}

/** Records that the borrower was asked to rate this order. */
export function markRatingSeen(orderId: OrderId): void {
  markSeen(ratingFlag(orderId));
}
