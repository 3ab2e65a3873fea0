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

/** Records that the borrower was asked to rate this order. */
export function markRatingSeen(orderId: OrderId): void {
  markSeen(ratingFlag(orderId));
}
