/**
 * The number of a receipt that people read out: the end of the payment's or payout's id, as `R-7C1A-2291`. Find in the
 * console accepts it.
 */
export function receiptNumber(id: string): string {
  const end = id.slice(-8).toUpperCase();
  return `R-${end.slice(0, 4)}-${end.slice(4)}`;
}
