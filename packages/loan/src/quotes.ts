import { type Cents, cents, million } from './cents.ts';
import type { LoanEvent } from './events.ts';
import { fold } from './fold.ts';
import { chargesOwed, type LateCharges, lateCharges } from './late-charges.ts';
import { addDays, daysBetween, fromDayNumber, type LocalDate } from './local-date.ts';
import { dueNow, nextPart, statusOf } from './position.ts';
import { share } from './rounding.ts';
import { accruedInterest, payoffAmount, prepayFrom, settlementAmount } from './settlement.ts';
import { type Folded, interestInAll, sum, unpaidOf } from './state.ts';
import { longestTerm, periodDays, type Terms } from './terms.ts';

export type PayoffQuote =
  | { readonly ok: true; readonly amount: Cents; readonly asOf: LocalDate }
  | { readonly ok: false; readonly reason: 'settled' }
  | { readonly ok: false; readonly reason: 'tooEarly'; readonly from: LocalDate };

/** What settles the whole loan today. Before TERM-03's day it is refused, with the day from which it is allowed. */
export function quotePayoff(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): PayoffQuote {
  const state = fold(terms, events, asOf);
  const amount = settlementAmount(state);
  if (amount === 0) return { ok: false, reason: 'settled' };
  // When only what has fallen due is left, paying it is no prepayment.
  const last = state.parts.at(-1);
  if (state.asOf < prepayFrom(state) && last && last.due > state.asOf)
    return { ok: false, reason: 'tooEarly', from: fromDayNumber(prepayFrom(state)) };
  return { ok: true, amount: cents(amount), asOf };
}

/** The least that a payment may carry: a peso, or all that is left. */
const least = 100;

export type ExtensionRefusal = 'notDue' | 'usedUp' | 'twoOverdue' | 'beyondYear' | 'ceiling' | 'onlyCharges';

export type ExtensionQuote =
  | {
      readonly ok: true;
      /** The price: the instalment's interest to today, late interest and penalty, in cents; a peso at the least. */
      readonly amount: Cents;
      /** What of that peso goes to the principal, because interest and charges are paid already. */
      readonly principal: Cents;
      readonly interest: Cents;
      readonly late: Cents;
      readonly penalty: Cents;
      readonly instalment: number;
      readonly oldDueDate: LocalDate;
      readonly newDueDate: LocalDate;
      /** What falls due on the new date: the unpaid principal, and interest for the time until then. */
      readonly newAmount: Cents;
      readonly newInterest: Cents;
    }
  | { readonly ok: false; readonly reason: ExtensionRefusal };

/** The price of moving the instalment in question by one term (single) or period (EXT-04), or why it cannot be moved. */
export function quoteExtension(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): ExtensionQuote {
  const state = fold(terms, events, asOf);
  const status = statusOf(state);
  if (status !== 174 && status !== 180) return { ok: false, reason: 'notDue' };
  if (state.extensionsUsed >= terms.extensions) return { ok: false, reason: 'usedUp' };
  const overdue = state.parts.filter((part) => part.due < state.asOf && unpaidOf(part) > 0);
  if (overdue.length > 1) return { ok: false, reason: 'twoOverdue' };
  const part = nextPart(state);
  const last = state.parts.at(-1);
  if (!part || !last || part.due > state.asOf + terms.reminderDays || part.principal === part.principalPaid)
    return { ok: false, reason: 'onlyCharges' };

  const oldDueDate = fromDayNumber(part.due);
  const from = fromDayNumber(Math.max(part.due, state.asOf));
  const length = terms.kind === 'single' ? terms.termDays : periodDays(terms);
  const newDueDate = addDays(from, length);
  const lastDueDate = addDays(fromDayNumber(last.due), daysBetween(oldDueDate, newDueDate));
  if (daysBetween(fromDayNumber(state.disbursedOn), lastDueDate) > longestTerm)
    return { ok: false, reason: 'beyondYear' };

  const charges = lateCharges(state);
  const interest = Math.max(0, accruedInterest(part, state.asOf, terms.dailyPpm) - part.interestPaid);
  const owed = chargesOwed(state, charges);
  const penalty = charges.penalty - state.penaltyPaid;
  // Where interest and charges are paid already, hardly anything is left to pay: no less than a counter takes, the rest of it
  // towards the principal.
  const amount = Math.max(least, interest + owed);
  const principal = amount - interest - owed;
  const balance = part.principal - part.principalPaid - principal;
  if (balance <= 0) return { ok: false, reason: 'onlyCharges' };
  const added = share(balance, terms.dailyPpm * length, million);
  if (exceedsTotal(state, charges, added)) return { ok: false, reason: 'ceiling' };
  return {
    ok: true,
    amount: cents(amount),
    principal: cents(principal),
    interest: cents(interest),
    late: cents(owed - penalty),
    penalty: cents(penalty),
    instalment: part.no,
    oldDueDate,
    newDueDate,
    newAmount: cents(balance + (part.interest - part.interestPaid - interest) + added),
    newInterest: cents(part.interest - part.interestPaid - interest + added),
  };
}

/** Would the loan cost more than an enforced ceiling lets it, with `added` interest and all late charges so far? */
function exceedsTotal(state: Folded, charges: LateCharges, added: number): boolean {
  const { ceiling, terms } = state;
  if (!ceiling?.enforce) return false;
  const cost = terms.fee + interestInAll(state) + added + sum(charges.late) + charges.penalty;
  return cost > Math.floor((terms.principal * ceiling.totalCost) / million);
}

export type Payable =
  | { readonly ok: true; readonly due: Cents; readonly min: Cents; readonly max: Cents }
  | { readonly ok: false; readonly reason: 'settled' }
  | { readonly ok: false; readonly reason: 'tooEarly'; readonly from: LocalDate; readonly due: Cents };

/**
 * What a payment may carry today: from a part of what is due up to everything that may be paid: the due amount, the next
 * instalment, or the payoff once it is allowed. A single loan that may not be paid off yet takes nothing, and once it may,
 * the payoff alone until its repayment comes near.
 */
export function payable(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Payable {
  const state = fold(terms, events, asOf);
  const status = statusOf(state);
  if (status === 200) return { ok: false, reason: 'settled' };
  const due = cents(dueNow(state));
  const payoff = payoffAmount(state);
  if (status === 170 && terms.kind === 'single' && payoff === undefined)
    return { ok: false, reason: 'tooEarly', from: fromDayNumber(prepayFrom(state)), due };
  const max = cents(Math.max(due, payoff ?? 0));
  // A part paid before a single repayment's day would go to interest that has not accrued; a payoff forgives that. So it
  // is the payoff or nothing until the reminder's days.
  if (status === 170 && terms.kind === 'single') return { ok: true, due: max, min: max, max };
  return { ok: true, due, min: cents(Math.min(least, due)), max };
}
