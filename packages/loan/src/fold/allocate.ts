import { arrangedDue, arrangedOwed, keptArrangement } from '../state/arrangement.ts';
import type { Waived } from '../state/events.ts';
import { lateCharges } from '../state/late-charges.ts';
import { dueBy, sum, unpaidOf } from '../state/owed.ts';
import { accruedInterest } from '../state/settlement.ts';
import type { Arrangement, Entry, Instalment, LoanState } from '../state/state.ts';

/** The part of `left` that pays `owed`, in cents. */
function payablePart(left: number, owed: number): number {
  return Math.max(0, Math.min(left, owed));
}

function payInterest(instalment: Instalment, left: number, owed: number, entry: Entry): number {
  const amount = payablePart(left, owed);
  instalment.interestPaid += amount;
  entry.interest += amount;
  return left - amount;
}

function payPrincipal(instalment: Instalment, left: number, entry: Entry): number {
  const amount = payablePart(left, instalment.principal - instalment.principalPaid);
  instalment.principalPaid += amount;
  entry.principal += amount;
  return left - amount;
}

/** Pays scheduled amounts with a due day up to `until`, oldest first, interest before principal. Returns the rest. */
function payInstalments(
  instalments: readonly Instalment[],
  left: number,
  entry: Entry,
  until = Number.POSITIVE_INFINITY,
): number {
  let rest = left;
  for (const instalment of instalments) {
    if (rest === 0 || instalment.due > until) break;
    if (instalment.interestPaid === instalment.interest && instalment.principalPaid === instalment.principal)
      continue;
    rest = payInterest(instalment, rest, instalment.interest - instalment.interestPaid, entry);
    rest = payPrincipal(instalment, rest, entry);
  }
  return rest;
}

function payLate(instalment: Instalment, left: number, owed: number, entry: Entry): number {
  const amount = payablePart(left, owed - instalment.latePaid);
  instalment.latePaid += amount;
  if (amount > 0) instalment.lateDays = instalment.latePaid === owed ? 0 : undefined;
  entry.late += amount;
  return left - amount;
}

/** Pays late interest, of instalment `only` or of all, oldest first; then the penalty. Returns the rest. */
function payCharges(state: LoanState, left: number, entry: Entry, only?: Instalment): number {
  if (left === 0 || !state.penaltyCharged) return left;
  const charges = lateCharges(state);
  let rest = left;
  for (const [index, owed] of charges.late.entries()) {
    const instalment = state.instalments[index];
    if (instalment && (only === undefined || instalment === only))
      rest = payLate(instalment, rest, owed, entry);
  }
  return payPenalty(state, rest, charges.penalty, entry);
}

function payPenalty(state: LoanState, left: number, owed: number, entry: Entry): number {
  const amount = payablePart(left, owed - state.penaltyPaid);
  state.penaltyPaid += amount;
  entry.penalty += amount;
  return left - amount;
}

/** Pays late interest of instalments, oldest first. Returns the rest. */
function payLateOf(state: LoanState, of: readonly Instalment[], left: number, entry: Entry): number {
  const { late } = lateCharges(state);
  let rest = left;
  for (const instalment of of)
    rest = payLate(instalment, rest, late[state.instalments.indexOf(instalment)] ?? 0, entry);
  return rest;
}

/** Pays at most `max` cents of the arranged instalments and their charges, in the order of every payment. Returns the rest. */
function payArrangedPart(
  state: LoanState,
  left: number,
  { arranged, max }: { readonly arranged: readonly Instalment[]; readonly max: number },
  entry: Entry,
): number {
  const part = payablePart(left, max);
  const payChargesOf = (amount: number): number =>
    payPenalty(state, payLateOf(state, arranged, amount, entry), lateCharges(state).penalty, entry);
  let rest = state.terms.allocation === 'chargesFirst' ? payChargesOf(part) : part;
  rest = payInstalments(arranged, rest, entry);
  rest = payChargesOf(rest);
  return left - part + rest;
}

/**
 * Allocates a payment while an arrangement is kept and not paid: to parts that have fallen due; to other
 * instalments within the reminder days and their late charges; to parts to come; to a refund owed; to later
 * instalments. The tolerance applies to the others apart.
 */
function payUnderArrangement(
  state: LoanState,
  amount: number,
  arrangement: Arrangement,
  entry: Entry,
): number {
  const { asOf, terms, tolerance, instalments } = state;
  const arranged = instalments.filter(({ no }) => arrangement.instalments.has(no));
  const others = instalments.filter(({ no }) => !arrangement.instalments.has(no));
  const soon = others.filter(({ due }) => due <= asOf + terms.reminderDays);
  const max = arrangedDue(state, arrangement);
  let left = payArrangedPart(state, amount, { arranged, max }, entry);
  if (sum(soon.map(unpaidOf)) > tolerance) left = payInstalments(soon, left, entry);
  left = payLateOf(state, others, left, entry);
  left = payArrangedPart(state, left, { arranged, max: arrangedOwed(state, arrangement) }, entry);
  left = payRefundReceivable(state, left, entry);
  return payInstalments(others, left, entry);
}

/** Pays a refund whose payment was reversed. Returns the rest. */
export function payRefundReceivable(state: LoanState, left: number, entry: Entry): number {
  const amount = payablePart(left, state.refundReceivable);
  state.refundReceivable -= amount;
  entry.refundReceivable += amount;
  return left - amount;
}

/** Pays everything scheduled, due or not, then the charges. Returns the rest. */
export function payAll(state: LoanState, amount: number, entry: Entry): number {
  return payCharges(state, payInstalments(state.instalments, amount, entry), entry);
}

/**
 * Allocates a payment of `amount` cents: to due instalments, oldest first, interest before principal; to late
 * interest; to the penalty; to a refund owed; to later instalments as scheduled; the rest to the borrower's
 * credit. With `chargesFirst`, late charges come before due instalments. The price of an extension first pays
 * the moved instalment's interest, then its charges, then its principal. While an arrangement is kept and not
 * paid, see `payUnderArrangement`. The end of the day measures whether the payment settles the loan.
 */
export function pay(state: LoanState, amount: number, extendedNo: number | undefined, entry: Entry): void {
  const { asOf, terms, instalments } = state;
  const arrangement = keptArrangement(state);
  // Nothing of a paid one is left to put in an order: the price of an extension would go to principal alone.
  if (arrangement && arrangedOwed(state, arrangement) > state.tolerance) {
    const credit = payUnderArrangement(state, amount, arrangement, entry);
    entry.credit += credit;
    state.credit += credit;
    return;
  }
  let left = amount;
  const until = asOf + terms.reminderDays;
  // A remainder within the tolerance is not due: it is carried into the next instalment.
  const hasDue = dueBy(state, until) > 0;
  const extended =
    extendedNo === undefined ? undefined : instalments.find((instalment) => instalment.no === extendedNo);
  if (extended) {
    for (const instalment of withCarried(state, extended)) {
      const accrued = accruedInterest(state, instalment);
      left = payInterest(instalment, left, accrued - instalment.interestPaid, entry);
    }
    left = payCharges(state, left, entry, extended);
    left = payPrincipal(extended, left, entry);
  }
  if (terms.allocation === 'chargesFirst') left = payCharges(state, left, entry);
  if (hasDue) left = payInstalments(instalments, left, entry, until);
  left = payCharges(state, left, entry);
  left = payRefundReceivable(state, left, entry);
  left = payInstalments(instalments, left, entry);
  entry.credit += left;
  state.credit += left;
}

/** The instalment, preceded by earlier instalments whose remainders within the tolerance are carried into it. */
export function withCarried(state: LoanState, instalment: Instalment): readonly Instalment[] {
  const earlier = state.instalments.filter((other) => other.no < instalment.no && unpaidOf(other) > 0);
  const carried = earlier.reduce((sum, other) => sum + unpaidOf(other), 0);
  return carried <= state.tolerance ? [...earlier, instalment] : [instalment];
}

/** Forgives the waived cents by bucket, at most the amounts owed. */
export function waive(state: LoanState, event: Waived, entry: Entry): void {
  let interest: number = event.interest;
  let principal: number = event.principal;
  let late: number = event.late;
  const charges = lateCharges(state);
  state.instalments.forEach((instalment, index) => {
    interest = payInterest(instalment, interest, instalment.interest - instalment.interestPaid, entry);
    principal = payPrincipal(instalment, principal, entry);
    late = payLate(instalment, late, charges.late[index] ?? 0, entry);
  });
  payPenalty(state, event.penalty, charges.penalty, entry);
}
