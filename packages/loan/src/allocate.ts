import type { Waived } from './events.ts';
import { lateCharges } from './late-charges.ts';
import { dueBy, unpaidOf } from './owed.ts';
import { accruedInterest } from './settlement.ts';
import type { Entry, Instalment, LoanState } from './state.ts';

/** How much of what is left a bucket takes. */
function take(left: number, owed: number): number {
  return Math.max(0, Math.min(left, owed));
}

function payInterest(part: Instalment, left: number, owed: number, into: Entry): number {
  const amount = take(left, owed);
  part.interestPaid += amount;
  into.interest += amount;
  return left - amount;
}

function payPrincipal(part: Instalment, left: number, into: Entry): number {
  const amount = take(left, part.principal - part.principalPaid);
  part.principalPaid += amount;
  into.principal += amount;
  return left - amount;
}

/** What is scheduled, due by a day where one is given. */
function payScheduled(state: LoanState, left: number, into: Entry, until = Number.POSITIVE_INFINITY): number {
  let rest = left;
  for (const part of state.parts) {
    if (rest === 0 || part.due > until) break;
    if (part.interestPaid === part.interest && part.principalPaid === part.principal) continue;
    rest = payInterest(part, rest, part.interest - part.interestPaid, into);
    rest = payPrincipal(part, rest, into);
  }
  return rest;
}

function payLate(part: Instalment, left: number, owed: number, into: Entry): number {
  const amount = take(left, owed - part.latePaid);
  part.latePaid += amount;
  into.late += amount;
  return left - amount;
}

/** Late interest of one instalment or, without one, of all, oldest first; then the penalty. */
function payCharges(state: LoanState, left: number, into: Entry, only?: Instalment): number {
  if (left === 0 || !state.penaltyCharged) return left;
  const charges = lateCharges(state);
  let rest = left;
  for (const [index, owed] of charges.late.entries()) {
    const part = state.parts[index];
    if (part && (only === undefined || part === only)) rest = payLate(part, rest, owed, into);
  }
  const penalty = take(rest, charges.penalty - state.penaltyPaid);
  state.penaltyPaid += penalty;
  into.penalty += penalty;
  return rest - penalty;
}

/** A refund whose payment was reversed: owed at once, paid after everything else that is due. */
export function payRefundOwed(state: LoanState, left: number, into: Entry): number {
  const amount = take(left, state.refundOwed);
  state.refundOwed -= amount;
  into.refundOwed += amount;
  return left - amount;
}

/** Everything scheduled, due or not, and then the charges; answers what is left. */
export function payAll(state: LoanState, amount: number, into: Entry): number {
  return payCharges(state, payScheduled(state, amount, into), into);
}

/**
 * A payment's way: what is due, oldest first, interest before principal; then late interest, then the penalty; then a refund
 * owed; then the instalments to come, as scheduled; what is left is the borrower's credit. The price of an extension pays the
 * moved instalment's interest and charges first, its principal last. Whether it settles the loan is measured when its day ends.
 */
export function pay(state: LoanState, amount: number, extendedNo: number | undefined, into: Entry): void {
  let left = amount;
  const { asOf, terms, parts } = state;
  const until = asOf + terms.reminderDays;
  // A remainder within the tolerance is not due: it waits for the next instalment.
  const hasDue = dueBy(state, until) > 0;
  const extended = extendedNo === undefined ? undefined : parts.find((part) => part.no === extendedNo);
  if (extended) {
    for (const part of withCarried(state, extended)) {
      const accrued = accruedInterest(state, part);
      left = payInterest(part, left, accrued - part.interestPaid, into);
    }
    left = payCharges(state, left, into, extended);
    left = payPrincipal(extended, left, into);
  }
  if (terms.allocation === 'chargesFirst') left = payCharges(state, left, into);
  if (hasDue) left = payScheduled(state, left, into, until);
  left = payCharges(state, left, into);
  left = payRefundOwed(state, left, into);
  left = payScheduled(state, left, into);
  into.credit += left;
  state.credit += left;
}

/** An instalment with the earlier ones whose remainders, within the tolerance, are carried into it. */
export function withCarried(state: LoanState, part: Instalment): readonly Instalment[] {
  const earlier = state.parts.filter((one) => one.no < part.no && unpaidOf(one) > 0);
  const carried = earlier.reduce((sum, one) => sum + unpaidOf(one), 0);
  return carried <= state.tolerance ? [...earlier, part] : [part];
}

/** Forgives what is owed, by bucket, and never more; only principal moves in the books. */
export function waive(state: LoanState, event: Waived, into: Entry): void {
  let interest: number = event.interest;
  let principal: number = event.principal;
  let late: number = event.late;
  const charges = lateCharges(state);
  state.parts.forEach((part, index) => {
    interest = payInterest(part, interest, part.interest - part.interestPaid, into);
    principal = payPrincipal(part, principal, into);
    late = payLate(part, late, charges.late[index] ?? 0, into);
  });
  const penalty = take(event.penalty, charges.penalty - state.penaltyPaid);
  state.penaltyPaid += penalty;
  into.penalty += penalty;
}
