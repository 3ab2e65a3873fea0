import type { LoanEvent } from '@hiram/loan';

/**
 * Reports whether a person decided an event, so that a person can undo it: a waiver, a refund, a write-off, a
 * stop of late charges, or an extension that was granted without its price (its `paidBy` is its own id).
 */
export function isHandMade(event: LoanEvent): boolean {
  if (event.kind === 'extended') return event.paidBy === event.id;
  return ['waived', 'refunded', 'writtenOff', 'chargesStopped'].includes(event.kind);
}
