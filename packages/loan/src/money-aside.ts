import { type Cents, cents } from './cents.ts';
import { type Disbursed, inForceOn, type LoanEvent } from './events.ts';
import type { LocalDate } from './local-date.ts';
import type { Allocation, Entry } from './state.ts';

/** An event that has moved nothing yet. */
export function held({ id, kind }: LoanEvent, isAfterWriteOff: boolean): Entry {
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
    fee: 0,
    rounding: 0,
    refundOwed: 0,
    refundForgiven: 0,
  };
}

/** What the ledger is told of an event. */
export function allocationOf(entry: Entry): Allocation {
  const { id: _, kind, isAfterWriteOff, ...buckets } = entry;
  const { interest, principal, late, penalty, loss } = buckets;
  const nothing = { interest: 0, principal: 0, late: 0, penalty: 0 };
  // A waiver forgives: only its principal moves, and after the write-off not even that.
  if (kind === 'waived')
    return { ...buckets, ...nothing, recovery: 0, loss: loss + (isAfterWriteOff ? 0 : principal) };
  // Once given up, what comes in is recovery; only the borrower's credit stays the borrower's.
  if (isAfterWriteOff) return { ...buckets, ...nothing, recovery: interest + principal + late + penalty };
  return { ...buckets, recovery: 0 };
}

/** Money that moved while an earlier disbursal stood whose money came back. */
export interface Kept {
  /** What of each payment is left for the loan that begins again, in cents. */
  readonly left: ReadonlyMap<string, Cents>;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly refundOwed: number;
  /** The events of the loan that stands, the kept payments first on its first day. */
  readonly ordered: LoanEvent[];
}

/** Payments from before the disbursal that stands, less what was refunded of them, the earliest first. */
export function keptOf(ordered: readonly LoanEvent[], start: Disbursed): Kept {
  const before = ordered.filter((event) => event.seq < start.seq);
  const { entries, refundOwed } = setAside(before);
  const left = new Map<string, Cents>();
  const payments: LoanEvent[] = [];
  for (const event of before) {
    const entry = entries.get(event.id);
    if (event.kind !== 'paid' || !entry) continue;
    left.set(event.id, cents(entry.credit));
    entry.credit = event.amount - entry.refundOwed - entry.credit;
    const { extends: _, ...plain } = event;
    payments.push({ ...plain, valueDate: start.valueDate });
  }
  return {
    left,
    entries,
    refundOwed,
    ordered: [...payments, ...ordered.filter((event) => event.seq >= start.seq)],
  };
}

/** Where money goes that moved while nothing is lent: to the borrower's credit, or back out of it. */
function setAside(events: readonly LoanEvent[]): { entries: Map<string, Entry>; refundOwed: number } {
  const entries = new Map<string, Entry>();
  const payments: Entry[] = [];
  let refundOwed = 0;
  for (const event of events) {
    const entry = held(event, false);
    entries.set(event.id, entry);
    if (event.kind === 'paid') {
      entry.refundOwed = Math.min(refundOwed, event.amount);
      refundOwed -= entry.refundOwed;
      entry.credit = event.amount - entry.refundOwed;
      payments.push(entry);
    }
    if (event.kind === 'refunded') {
      let rest: number = event.amount;
      for (const payment of payments) {
        const used = Math.min(rest, payment.credit);
        payment.credit -= used;
        rest -= used;
      }
      refundOwed += rest;
      entry.credit = rest - event.amount;
      entry.refundOwed = -rest;
    }
  }
  return { entries, refundOwed };
}

/** As `fold`'s allocations, of a loan that is not disbursed, or not any more. */
export function asideOf(events: readonly LoanEvent[], asOf: LocalDate): ReadonlyMap<string, Allocation> {
  const ordered = inForceOn(events, asOf);
  const { entries } = setAside(ordered);
  const allocations = new Map<string, Allocation>();
  for (const event of ordered) {
    const entry = entries.get(event.id);
    if (!entry) continue;
    // A refund took its part out of the credit: the payment's own line keeps the whole of it.
    if (event.kind === 'paid') entry.credit = event.amount - entry.refundOwed;
    allocations.set(event.id, allocationOf(entry));
  }
  return allocations;
}
