import { payAll, payRefundOwed } from './allocate.ts';
import { chargesOwed, lateCharges } from './late-charges.ts';
import { scheduledOwed } from './owed.ts';
import { canPayOff, feeBack, interestToDate, settlementAmount } from './settlement.ts';
import type { Entry, LoanState } from './state.ts';

/** At the end of a day: does what was paid and waived so far settle the loan, but for the tolerance? Then it does. */
export function settle(state: LoanState, hasMoney: boolean): void {
  const back = feeBack(state);
  if (state.closed) {
    if (hasMoney && state.refundOwed <= state.tolerance) forgive(state);
    return;
  }
  if (isFarFromSettled(state, back)) return;
  if (canPayOff(state)) {
    const undone = undoForgiven(state);
    const interest = interestToDate(state);
    if (settlementAmount(state, interest) <= state.tolerance) {
      close(state, interest.parts, back);
      return;
    }
    undone();
  }
  if (!hasMoney) return;
  const owed = scheduledOwed(state) + chargesOwed(state) + state.refundOwed;
  if (owed <= state.tolerance) forgive(state);
}

/** Whatever has accrued, no less than the unpaid principal settles, but for interest that was paid ahead and a fee given back. */
function isFarFromSettled(state: LoanState, back: number): boolean {
  if (state.received + state.tolerance < state.terms.principal - back) return true;
  // A ceiling a day may lower interest that has fallen due.
  if (state.perDay !== undefined || state.forgiven.length > 0) return false;
  let least = -back;
  for (const part of state.parts)
    least += part.principal - part.principalPaid - (part.due > state.asOf ? part.interestPaid : 0);
  return least > state.tolerance;
}

/** Fixes the interest at what has accrued; what was paid beyond goes to what is still owed, and then to credit. */
function close(state: LoanState, interest: readonly number[], back: number): void {
  const freed: [Entry, number][] = [];
  let excess = 0;
  // Settled before: its charges are what was paid of them, whatever room dropped interest leaves now.
  if (state.settledOn !== undefined) state.closed = true;
  state.parts.forEach((part, index) => {
    part.interest = interest[index] ?? 0;
    const over = Math.max(0, part.interestPaid - part.interest);
    part.interestPaid -= over;
    excess += over;
  });
  const { entries } = state;
  // Payments give back first, the latest first; what a waiver forgave keeps its worth.
  for (const kind of ['paid', 'waived'] as const)
    for (let index = entries.length - 1; index >= 0 && excess > 0; index -= 1) {
      const entry = entries[index];
      if (!entry || entry.kind !== kind) continue;
      const amount = Math.min(excess, entry.interest);
      if (amount === 0) continue;
      entry.interest -= amount;
      excess -= amount;
      freed.push([entry, amount]);
    }
  const { last } = state;
  if (back > 0 && last) {
    state.feeReturned = back;
    last.fee += back;
    freed.push([last, back]);
  }
  for (const [entry, amount] of freed.reverse()) move(state, entry, amount, entries);
  forgive(state);
  state.closed = true;
}

/** Interest that an event paid and that never accrued pays what is still owed; the rest is credit, if it was money. */
function move(state: LoanState, entry: Entry, amount: number, entries: readonly Entry[]): void {
  const before = entry.principal;
  let rest = payAll(state, amount, entry);
  const writeOff = entry.isAfterWriteOff ? undefined : state.writeOff;
  if (writeOff) writeOff.loss -= entry.principal - before;
  if (entry.kind === 'paid') {
    rest = payRefundOwed(state, rest, entry);
    entry.credit += rest;
    state.credit += rest;
    return;
  }
  // A waiver is no money: it takes the place of principal that was paid, and that payment is free again.
  for (let index = entries.length - 1; index >= 0 && rest > 0; index -= 1) {
    const paid = entries[index];
    if (paid?.kind !== 'paid') continue;
    const swapped = Math.min(rest, paid.principal);
    paid.principal -= swapped;
    entry.principal += swapped;
    rest -= swapped;
    const left = payRefundOwed(state, swapped, paid);
    paid.credit += left;
    state.credit += left;
    // What was written off is what neither had covered before.
    if (state.writeOff)
      state.writeOff.loss += (paid.isAfterWriteOff ? 0 : swapped) - (entry.isAfterWriteOff ? 0 : swapped);
  }
}

/** Forgives whatever is still owed, with the last payment or waiver (kind rounding). */
function forgive(state: LoanState): void {
  const { last } = state;
  if (!last) return;
  const isLoss = state.writeOff === undefined;
  const note = (amount: number): number => {
    last.rounding += amount;
    return amount;
  };
  const charges = lateCharges(state);
  state.parts.forEach((part, index) => {
    const interest = note(part.interest - part.interestPaid);
    const principal = note(part.principal - part.principalPaid);
    if (interest + principal > 0) state.forgiven.push({ part, interest, principal, entry: last, isLoss });
    if (isLoss) last.loss += principal;
    part.interestPaid = part.interest;
    part.principalPaid = part.principal;
    part.latePaid += note((charges.late[index] ?? 0) - part.latePaid);
  });
  state.penaltyPaid += note(charges.penalty - state.penaltyPaid);
  last.refundForgiven += note(state.refundOwed);
  state.refundOwed = 0;
}

/** What was forgiven of the schedule was no payment: it is measured without it. Answers how to put it back. */
function undoForgiven(state: LoanState): () => void {
  const { forgiven } = state;
  const apply = (sign: 1 | -1) => {
    for (const { part, interest, principal, entry, isLoss } of forgiven) {
      part.interestPaid += sign * interest;
      part.principalPaid += sign * principal;
      entry.rounding += sign * (interest + principal);
      if (isLoss) entry.loss += sign * principal;
    }
  };
  apply(-1);
  state.forgiven = [];
  return () => {
    apply(1);
    state.forgiven = forgiven;
  };
}
