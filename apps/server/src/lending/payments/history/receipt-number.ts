import { shortReference } from '@hiram/loan/format';

/**
 * The number of a receipt that people read out: the end of the payment's or payout's id, as `R-7C1A-2291`. Find in the
 * console accepts it.
 */
export function receiptNumber(id: string): string {
  return `R-${shortReference(id)}`;
}
