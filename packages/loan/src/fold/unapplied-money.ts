import { type Disbursed, inForceOn, type LoanEvent } from '../state/events.ts';
import type { Allocation, Entry } from '../state/state.ts';
import { type Cents, cents } from '../values/cents.ts';
import type { LocalDate } from '../values/local-date.ts';

/** The entry of an event before any money is allocated: all buckets are 0. */
export function newEntry({ id, kind }: LoanEvent, isAfterWriteOff: boolean): Entry {
  return {
    id,
    kind: kind === 'paid' || kind === 'waived' ? kind : 'other',
    isAfterWriteOff,
    interest: 0,
    principal: 0,
    late: 0,
    penalty: 0,
    credit: 0,
    loss: 0,
    feeReturned: 0,
    rounding: 0,
    refundReceivable: 0,
    refundForgiven: 0,
  };
}

/** The allocation of an event for the ledger, in cents. */
export function allocationOf(entry: Entry): Allocation {
  const { id: _, kind, isAfterWriteOff, ...buckets } = entry;
  const { interest, principal, late, penalty, loss } = buckets;
  const zeroBuckets = { interest: 0, principal: 0, late: 0, penalty: 0 };
  // A waiver moves only its principal in the ledger, and nothing after a write-off.
  if (kind === 'waived')
    return { ...buckets, ...zeroBuckets, recovery: 0, loss: loss + (isAfterWriteOff ? 0 : principal) };
  // After a write-off every payment is recovery, except for the borrower's credit.
  if (isAfterWriteOff) return { ...buckets, ...zeroBuckets, recovery: interest + principal + late + penalty };
  return { ...buckets, recovery: 0 };
}

/** Payments and refunds made under an earlier disbursal whose money came back. */
export interface CarriedPayments {
  /** Cents of each payment, by event id, that are left for the loan that begins again. */
  readonly amounts: ReadonlyMap<string, Cents>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly refundReceivable: number;
  /** The events of the current loan. The carried payments come first, dated to its first day. */
  readonly events: LoanEvent[];
}

/** Payments from before the current disbursal, less the refunds made from them, earliest first. */
export function carriedPayments(ordered: readonly LoanEvent[], start: Disbursed): CarriedPayments {
  const earlier = ordered.filter((event) => event.seq < start.seq);
  const { entries, refundReceivable } = allocateWithoutLoan(earlier);
  const amounts = new Map<string, Cents>();
  const payments: LoanEvent[] = [];
  for (const event of earlier) {
    const entry = entries.get(event.id);
    if (event.kind !== 'paid' || !entry) continue;
    amounts.set(event.id, cents(entry.credit));
    entry.credit = event.amount - entry.refundReceivable - entry.credit;
    payments.push({ ...event, valueDate: start.valueDate });
  }
  return {
    amounts,
    entries,
    refundReceivable,
    events: [...payments, ...ordered.filter((event) => event.seq >= start.seq)],
  };
}

/** Allocates payments and refunds without a loan: payments go to the borrower's credit, refunds come out of it. */
function allocateWithoutLoan(events: readonly LoanEvent[]): {
  entries: Map<string, Entry>;
  refundReceivable: number;
} {
  const entries = new Map<string, Entry>();
  const payments: Entry[] = [];
  let refundReceivable = 0;
  for (const event of events) {
    const entry = newEntry(event, false);
    entries.set(event.id, entry);
    if (event.kind === 'paid') {
      entry.refundReceivable = Math.min(refundReceivable, event.amount);
      refundReceivable -= entry.refundReceivable;
      entry.credit = event.amount - entry.refundReceivable;
      payments.push(entry);
    }
    if (event.kind === 'refunded') {
      let rest: number = event.amount;
      for (const payment of payments) {
        const used = Math.min(rest, payment.credit);
        payment.credit -= used;
        rest -= used;
      }
      refundReceivable += rest;
      entry.credit = rest - event.amount;
      entry.refundReceivable = -rest;
    }
  }
  return { entries, refundReceivable };
}

/** Allocations by event id, in cents, of a loan without a disbursal in force. */
export function allocationsWithoutLoan(
  events: readonly LoanEvent[],
  asOf: LocalDate,
): ReadonlyMap<string, Allocation> {
  const ordered = inForceOn(events, asOf);
  const { entries } = allocateWithoutLoan(ordered);
  const allocations = new Map<string, Allocation>();
  for (const event of ordered) {
    const entry = entries.get(event.id);
    if (!entry) continue;
    // A refund has its own negative credit, so the payment keeps its full credit here.
    if (event.kind === 'paid') entry.credit = event.amount - entry.refundReceivable;
    allocations.set(event.id, allocationOf(entry));
  }
  return allocations;
}
