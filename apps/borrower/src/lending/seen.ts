import type { OrderId } from '@hiram/contract/ids';

/** Flags of this page: a web view may have its storage disabled. */
const seen = new Map<string, string>();

/** What was noted with a flag in this visit; undefined if it was not set. */
function noted(flag: string): string | undefined {
  try {
    return seen.get(flag) ?? sessionStorage.getItem(flag) ?? undefined;
  } catch {
    return undefined;
  }
}

/** True if something was shown in this visit. */
export const wasSeen = (flag: string): boolean => noted(flag) !== undefined;

export function markSeen(flag: string, note = '1'): void {
  seen.set(flag, note);
  try {
    sessionStorage.setItem(flag, note);
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

/** Records that the borrower tapped to send the money, in cents, and has only to name the account. */
export const wantPayout = (orderId: OrderId, amount: number): void =>
  markSeen(wantedPayout(orderId), String(amount));
/** The cents that go out once the account is named; undefined if nobody asked to send them. */
export function wantedAmount(orderId: OrderId | undefined): number | undefined {
  const amount = orderId && noted(wantedPayout(orderId));
  return amount === undefined ? undefined : Number(amount);
}
export const endPayoutWish = (orderId: OrderId): void => forget(wantedPayout(orderId));

const agreedFlag = 'hiram.agreed';

/** Records that the borrower agreed to something: the order's page shows that, and opens no advice over it. */
export const noteAgreement = (): void => markSeen(agreedFlag);
/** True for the first page that asks after an agreement. */
export function takeAgreement(): boolean {
  const wasNoted = wasSeen(agreedFlag);
  forget(agreedFlag);
  return wasNoted;
}

/** Records that the borrower was asked to rate this order. */
export function markRatingSeen(orderId: OrderId): void {
  markSeen(ratingFlag(orderId));
}
