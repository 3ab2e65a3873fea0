import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { market } from '../app/settings/market.ts';
import { isRatingWanted, markSeen, wasRatingSeen, wasSeen } from '../lending/seen.ts';

export type OrderDialog = 'tips' | 'withdraw' | 'card' | 'rating' | 'thanks' | 'store';

const tipsFlag = 'showBankTip';

/** ORD-09: records that the tips were read when the borrower goes to repay. */
export function markTipsSeen(): void {
  markSeen(tipsFlag);
}

/**
 * Records that the borrower understood the tips. The specified market shows them until one goes to repay, the
 * others once a day.
 */
export function markTipsRead(): void {
  if (market.specifiedWays) return;
  markTipsSeen();
  try {
    localStorage.setItem(tipsFlag, new Date().toDateString());
  } catch {
    // Without storage they are shown once in a visit.
  }
}

function wereTipsRead(): boolean {
  if (wasSeen(tipsFlag)) return true;
  try {
    return !market.specifiedWays && localStorage.getItem(tipsFlag) === new Date().toDateString();
  } catch {
    return false;
  }
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
  // Elsewhere a page announces the approval, and the bar has its step.
  if (market.specifiedWays && details.needsAccount) return 'card';
  if (market.specifiedWays && details.awaitsWithdrawal) return 'withdraw';
  // Elsewhere a borrower is asked who taps to rate.
  const isAsked = market.specifiedWays ? !wasRatingSeen(orderId) : isRatingWanted(orderId);
  if (details.asksForRating && isAsked) return 'rating';
  return details.safetyTip && !wereTipsRead() ? 'tips' : undefined;
}
