import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';

export type OrderDialog = 'tips' | 'withdraw' | 'card' | 'rating' | 'thanks' | 'store';

const tipsFlag = 'showBankTip';

/** Flags of this page: a web view may have its storage disabled. */
const seen = new Set<string>();

function wasSeen(flag: string): boolean {
  if (seen.has(flag)) return true;
  try {
    return sessionStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

function markSeen(flag: string): void {
  seen.add(flag);
  try {
    sessionStorage.setItem(flag, '1');
  } catch {
    // Without storage the flag lasts as long as the page.
  }
}

/** ORD-09: records that the tips were read when the borrower goes to repay. */
export function markTipsSeen(): void {
  markSeen(tipsFlag);
}

/** Records that the borrower was asked to rate this order. */
export function markRatingSeen(orderId: OrderId): void {
  markSeen(`hiram.rated.${orderId}`);
}

/** The dialog that an order opens by itself, unless it was closed; an applied order has none (ORD-16). */
export function openDialog(
  details: LoanDetails,
  orderId: OrderId,
  closed: readonly OrderDialog[],
): OrderDialog | undefined {
  const first = firstDialog(details, orderId);
  return first && closed.indexOf(first) < 0 ? first : undefined;
}

function firstDialog(details: LoanDetails, orderId: OrderId): OrderDialog | undefined {
  if (details.status === 'applied') return undefined;
  if (details.needsAccount) return 'card';
  if (details.awaitsWithdrawal) return 'withdraw';
  if (details.asksForRating && !wasSeen(`hiram.rated.${orderId}`)) return 'rating';
  return details.safetyTip && !wasSeen(tipsFlag) ? 'tips' : undefined;
}
