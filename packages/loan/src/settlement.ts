import { million } from './cents.ts';
import { chargesOwed, lateCharges } from './late-charges.ts';
import { share } from './rounding.ts';
import { type Folded, type Part, principalOwed, sum, unpaidOf } from './state.ts';

/** Interest of an instalment that has accrued by a day, rounded once per stretch, and never more than is scheduled. */
export function accruedInterest(part: Part, day: number, dailyPpm: number): number {
  let accrued = 0;
  for (const stretch of part.stretches) {
    if (day >= stretch.to) accrued += stretch.interest;
    else if (day > stretch.from)
      accrued += Math.min(stretch.interest, share(stretch.balance, dailyPpm * (day - stretch.from), million));
  }
  return Math.min(accrued, part.interest);
}

/** The first day on which the whole loan may be paid before its time (TERM-03). */
export function prepayFrom(state: Folded): number {
  return state.disbursedOn + Math.max(Math.ceil(state.terms.termDays / 2), state.terms.prepayMinDays);
}

/** What settles the loan today, with interest to today only; undefined before that is allowed. */
export function payoffAmount(state: Folded): number | undefined {
  return state.asOf < prepayFrom(state) ? undefined : settlementAmount(state);
}

/** All that is owed today with interest to today only. */
export function settlementAmount(state: Folded): number {
  let interest = 0;
  let amount = principalOwed(state);
  for (const part of state.parts) {
    const borne = interestToDate(state, part);
    interest += borne;
    amount += borne - part.interestPaid;
  }
  // Interest that is dropped may leave a ceiling more room for late charges: they count as they will stand afterwards.
  return amount + chargesOwed(state, lateCharges(state, interest));
}

/** What is paid stays paid. */
function interestToDate(state: Folded, part: Part): number {
  return Math.max(part.interestPaid, accruedInterest(part, state.asOf, state.terms.dailyPpm));
}

/** Is this payment a payoff? Then the interest that has not accrued falls away. */
export function payOff(state: Folded, amount: number): void {
  if (amount < principalOwed(state)) return;
  const payoff = payoffAmount(state);
  if (payoff === undefined || amount < payoff || isOrdinary(state, amount)) return;
  for (const part of state.parts) part.interest = interestToDate(state, part);
}

/**
 * Paying the last instalment in full, as scheduled, is no prepayment, however early. The whole of a single loan is one
 * only when it is announced as due: before that its payoff is what is asked for, and what is paid beyond is credit.
 */
function isOrdinary(state: Folded, amount: number): boolean {
  const open = state.parts.filter((part) => unpaidOf(part) > 0);
  const next = open[0];
  if (state.terms.kind === 'single' && next && next.due > state.asOf + state.terms.reminderDays) return false;
  return open.length <= 1 && amount >= sum(open.map(unpaidOf)) + chargesOwed(state);
}
