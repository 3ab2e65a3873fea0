import type { Paid, Waived } from './events.ts';
import { lateCharges } from './late-charges.ts';
import { accruedInterest, payOff } from './settlement.ts';
import type { Allocation, Folded, Part } from './state.ts';

/** How much of what is left a bucket takes. */
function take(left: number, owed: number): number {
  return Math.max(0, Math.min(left, owed));
}

function payInterest(part: Part, left: number, owed: number, into: Allocation): number {
  const amount = take(left, owed);
  part.interestPaid += amount;
  into.interest += amount;
  return left - amount;
}

function payPrincipal(part: Part, left: number, into: Allocation): number {
  const amount = take(left, part.principal - part.principalPaid);
  part.principalPaid += amount;
  into.principal += amount;
  return left - amount;
}

function payScheduled(parts: readonly Part[], left: number, into: Allocation): number {
  let rest = left;
  for (const part of parts) {
    if (rest === 0) break;
    rest = payInterest(part, rest, part.interest - part.interestPaid, into);
    rest = payPrincipal(part, rest, into);
  }
  return rest;
}

/** Late interest, oldest instalment first, then the penalty. */
function payCharges(state: Folded, left: number, into: Allocation): number {
  if (left === 0 || !state.penaltyCharged) return left;
  const charges = lateCharges(state);
  let rest = left;
  state.parts.forEach((part, index) => {
    const amount = take(rest, (charges.late[index] ?? 0) - part.latePaid);
    part.latePaid += amount;
    into.late += amount;
    rest -= amount;
  });
  const penalty = take(rest, charges.penalty - state.penaltyPaid);
  state.penaltyPaid += penalty;
  into.penalty += penalty;
  return rest - penalty;
}

/**
 * A payment's way: what is due, oldest first, interest before principal; then late interest, then the penalty; then the
 * instalments to come, as scheduled; what is left is the borrower's credit. The price of an extension pays the moved
 * instalment's interest and the charges first. A payoff drops the interest that has not accrued.
 */
export function pay(state: Folded, event: Paid, into: Allocation): void {
  let left: number = event.amount;
  const due = state.parts.filter((part) => part.due <= state.asOf + state.terms.reminderDays);
  const extended = state.parts.find((part) => part.no === event.extends);
  if (extended) {
    const accrued = accruedInterest(extended, state.asOf, state.terms.dailyPpm);
    left = payInterest(extended, left, accrued - extended.interestPaid, into);
    left = payCharges(state, left, into);
    left = payPrincipal(extended, left, into);
  }
  payOff(state, left);
  if (state.terms.allocation === 'chargesFirst') left = payCharges(state, left, into);
  left = payScheduled(due, left, into);
  left = payCharges(state, left, into);
  left = payScheduled(state.parts, left, into);
  into.credit = left;
  state.credit += left;
  if (!state.writtenOff) return;
  // Once given up, what comes in is recovery; only the borrower's credit stays the borrower's.
  into.recovery = into.interest + into.principal + into.late + into.penalty;
  into.interest = 0;
  into.principal = 0;
  into.late = 0;
  into.penalty = 0;
}

/** Forgives what is owed, by bucket, and never more; only principal moves in the books. */
export function waive(state: Folded, event: Waived, into: Allocation): void {
  const aside: Allocation = { ...into };
  let interest: number = event.interest;
  let principal: number = event.principal;
  let late: number = event.late;
  const charges = lateCharges(state);
  state.parts.forEach((part, index) => {
    interest = payInterest(part, interest, part.interest - part.interestPaid, aside);
    principal = payPrincipal(part, principal, aside);
    const forgiven = take(late, (charges.late[index] ?? 0) - part.latePaid);
    part.latePaid += forgiven;
    late -= forgiven;
  });
  state.penaltyPaid += take(event.penalty, charges.penalty - state.penaltyPaid);
  // A waiver after the write-off forgives what is no longer in the books.
  if (!state.writtenOff) into.loss = aside.principal;
}
