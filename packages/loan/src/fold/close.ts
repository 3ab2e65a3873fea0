import { chargesOwed, lateCharges } from '../state/late-charges.ts';
import { scheduledOwed } from '../state/owed.ts';
import {
  canPayOff,
  cappedEarlySettlement,
  interestToDate,
  returnableFee,
  settlementAmount,
} from '../state/settlement.ts';
import type { Entry, LoanState } from '../state/state.ts';
import { payAll, payRefundReceivable } from './allocate.ts';

/** Settles the loan at the end of a day if everything paid and waived so far covers it within the tolerance. */
export function settle(state: LoanState, hasMoney: boolean): void {
  // A fee is returned with a payment's money. A loan that was only waived has none.
  const returnedFee = lastPayment(state) ? returnableFee(state) : 0;
  if (state.closed) {
    if (hasMoney && state.refundReceivable <= state.tolerance) forgive(state);
    return;
  }
  if (isFarFromSettled(state, returnedFee)) return;
  if (canPayOff(state)) {
    const restoreForgiven = removeForgiven(state);
    const interest = interestToDate(state);
    if (settlementAmount(state, { interest, returnedFee }) <= state.tolerance) {
      close(state, interest.byInstalment, returnedFee);
      return;
    }
    restoreForgiven();
  }
  if (!hasMoney) return;
  const owed = scheduledOwed(state) + chargesOwed(state) + state.refundReceivable;
  if (owed > state.tolerance) return;
  const capped = canPayOff(state) ? undefined : cappedEarlySettlement(state);
  if (capped) close(state, capped.byInstalment, returnedFee);
  else forgive(state);
}

/** A cheap lower bound: at least the unpaid principal settles a loan, less interest paid ahead and a returned fee. */
function isFarFromSettled(state: LoanState, returnedFee: number): boolean {
  if (state.received + state.tolerance < state.terms.principal - returnedFee) return true;
  // A ceiling can lower interest that is already due, so the bound does not hold.
  if (state.ceiling?.enforce || state.forgiven.length > 0) return false;
  let minOwed = -returnedFee;
  for (const instalment of state.instalments)
    minOwed +=
      instalment.principal -
      instalment.principalPaid -
      (instalment.due > state.asOf ? instalment.interestPaid : 0);
  return minOwed > state.tolerance;
}

function lastPayment({ entries }: LoanState): Entry | undefined {
  return [...entries].reverse().find(({ kind }) => kind === 'paid');
}

/** Fixes the interest at the accrued amount. Interest paid in excess goes to whatever is still owed, then to credit. */
function close(state: LoanState, interest: readonly number[], returnedFee: number): void {
  const freedAmounts: [Entry, number][] = [];
  let excess = 0;
  // The loan was settled before: its charges stay at the paid amount, whatever headroom the dropped interest leaves.
  if (state.settledOn !== undefined) state.closed = true;
  state.instalments.forEach((instalment, index) => {
    instalment.interest = interest[index] ?? 0;
    const excessInterest = Math.max(0, instalment.interestPaid - instalment.interest);
    instalment.interestPaid -= excessInterest;
    excess += excessInterest;
  });
  const { entries } = state;
  // Payments release their excess before waivers, the latest first.
  for (const kind of ['paid', 'waived'] as const)
    for (let index = entries.length - 1; index >= 0 && excess > 0; index -= 1) {
      const entry = entries[index];
      if (!entry || entry.kind !== kind) continue;
      const amount = Math.min(excess, entry.interest);
      if (amount === 0) continue;
      entry.interest -= amount;
      excess -= amount;
      freedAmounts.push([entry, amount]);
    }
  const payment = lastPayment(state);
  if (returnedFee > 0 && payment) {
    state.feeReturned = returnedFee;
    payment.feeReturned += returnedFee;
    freedAmounts.push([payment, returnedFee]);
  }
  for (const [entry, amount] of freedAmounts.reverse()) reallocate(state, entry, amount, entries);
  forgive(state);
  state.closed = true;
}

/** Reallocates `amount` of an event's interest that never accrued: to whatever is still owed, then, for a payment, to credit. */
function reallocate(state: LoanState, entry: Entry, amount: number, entries: readonly Entry[]): void {
  const before = entry.principal;
  let rest = payAll(state, amount, entry);
  const writeOff = entry.isAfterWriteOff ? undefined : state.writeOff;
  if (writeOff) writeOff.loss -= entry.principal - before;
  if (entry.kind === 'paid') {
    rest = payRefundReceivable(state, rest, entry);
    entry.credit += rest;
    state.credit += rest;
    return;
  }
  // A waiver is not money: it covers principal that a payment covered, and that payment's money becomes credit.
  for (let index = entries.length - 1; index >= 0 && rest > 0; index -= 1) {
    const paid = entries[index];
    if (paid?.kind !== 'paid') continue;
    const swapped = Math.min(rest, paid.principal);
    paid.principal -= swapped;
    entry.principal += swapped;
    rest -= swapped;
    const left = payRefundReceivable(state, swapped, paid);
    paid.credit += left;
    state.credit += left;
    // The written-off loss is the principal that neither event covered before the write-off.
    if (state.writeOff)
      state.writeOff.loss += (paid.isAfterWriteOff ? 0 : swapped) - (entry.isAfterWriteOff ? 0 : swapped);
  }
  // No payment covered more principal: the waiver gives up a refund that is owed. It is no part of what the tolerance forgives.
  const givenUp = Math.min(rest, state.refundReceivable);
  state.refundReceivable -= givenUp;
  entry.refundForgiven += givenUp;
}

/** Forgives whatever is still owed and records it as rounding of the last payment or waiver. */
function forgive(state: LoanState): void {
  const { lastEntry } = state;
  if (!lastEntry) return;
  const isLoss = state.writeOff === undefined;
  const recordRounding = (amount: number): number => {
    lastEntry.rounding += amount;
    return amount;
  };
  const charges = lateCharges(state);
  state.instalments.forEach((instalment, index) => {
    const interest = recordRounding(instalment.interest - instalment.interestPaid);
    const principal = recordRounding(instalment.principal - instalment.principalPaid);
    if (interest + principal > 0)
      state.forgiven.push({ instalment, interest, principal, entry: lastEntry, isLoss });
    if (isLoss) lastEntry.loss += principal;
    instalment.interestPaid = instalment.interest;
    instalment.principalPaid = instalment.principal;
    instalment.latePaid += recordRounding((charges.late[index] ?? 0) - instalment.latePaid);
  });
  state.penaltyPaid += recordRounding(charges.penalty - state.penaltyPaid);
  lastEntry.refundForgiven += recordRounding(state.refundReceivable);
  state.refundReceivable = 0;
}

/** Takes forgiven scheduled amounts out, because a settlement is measured without them. Returns a function that restores them. */
function removeForgiven(state: LoanState): () => void {
  const { forgiven } = state;
  const apply = (sign: 1 | -1) => {
    for (const { instalment, interest, principal, entry, isLoss } of forgiven) {
      instalment.interestPaid += sign * interest;
      instalment.principalPaid += sign * principal;
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
