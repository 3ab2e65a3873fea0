import type { OrderId } from '@hiram/contract/ids';

/** Flags of this page: a web view may have its storage disabled. */
const seen = new Set<string>();

/** True if something was shown in this visit. */
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

/** True if the borrower was asked to rate this order. */
export const wasRatingSeen = (orderId: OrderId): boolean => wasSeen(ratingFlag(orderId));

/** Forgets that something was shown or asked for. */
function forget(flag: string): void {
  seen.delete(flag);
  try {
    sessionStorage.removeItem(flag);
  } catch {
    // It was never stored.
  }
}

const wantedRating = (orderId: OrderId) => `hiram.rate.${orderId}`;
const wantedPayout = (orderId: OrderId) => `hiram.payout.${orderId}`;

/** Records that the borrower tapped to rate this order: the order's page opens the question. */
export const wantRating = (orderId: OrderId): void => markSeen(wantedRating(orderId));
export const isRatingWanted = (orderId: OrderId): boolean => wasSeen(wantedRating(orderId));
export const endRating = (orderId: OrderId): void => forget(wantedRating(orderId));

/** Records that the borrower tapped to send the money, and has only to name the account. */
export const wantPayout = (orderId: OrderId): void => markSeen(wantedPayout(orderId));
export const isPayoutWanted = (orderId: OrderId | undefined): boolean =>
  orderId !== undefined && wasSeen(wantedPayout(orderId));
export const endPayoutWish = (orderId: OrderId): void => forget(wantedPayout(orderId));

/** Records that the borrower was asked to rate this order. */
export function markRatingSeen(orderId: OrderId): void {
  markSeen(ratingFlag(orderId));
}
