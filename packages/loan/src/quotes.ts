import { type Cents, cents } from './cents.ts';
import type { LoanEvent } from './events.ts';
import { fold } from './fold.ts';
import { chargesOwed } from './late-charges.ts';
import { fromDayNumber, type LocalDate } from './local-date.ts';
import { scheduledOwed } from './owed.ts';
import { askable, dueNow, statusOf } from './position.ts';
import { payoffRows, type QuoteRow } from './quote-rows.ts';
import { canPayOff, feeBack, interestToDate, isCoolingOff, payoffAmount, prepayFrom } from './settlement.ts';
import type { LoanState } from './state.ts';
import type { Terms } from './terms.ts';

export type PayoffQuote =
  | {
      readonly ok: true;
      /** A multiple of the charge unit, in cents; with the tolerance it settles the loan on this day. */
      readonly amount: Cents;
      /** The day for which it holds. */
      readonly asOf: LocalDate;
      /** What the rest of the schedule, with all charges of today, costs more. */
      readonly saves: Cents;
      /** They sum to the amount. */
      readonly rows: readonly QuoteRow[];
      /** Interest that a ceiling a day takes off. */
      readonly clamped: Cents;
      /** The fee that is given back with the loan, and whether this is giving it back in its cooling-off days. */
      readonly feeReturned: Cents;
      readonly coolingOff: boolean;
    }
  | { readonly ok: false; readonly reason: 'settled' }
  | { readonly ok: false; readonly reason: 'tooEarly'; readonly from: LocalDate };

/** What settles the whole loan today. Before TERM-03's day it is refused, with the day from which it is allowed. */
export function quotePayoff(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): PayoffQuote {
  return payoffOf(fold(terms, events, asOf), asOf);
}

export function payoffOf(state: LoanState, asOf: LocalDate): PayoffQuote {
  const owed = scheduledOwed(state) + chargesOwed(state) + state.refundOwed;
  if (owed === 0) return { ok: false, reason: 'settled' };
  // When only what has fallen due is left, paying it is no prepayment.
  const last = state.parts[state.parts.length - 1];
  if (!canPayOff(state) && last && last.due > state.asOf)
    return { ok: false, reason: 'tooEarly', from: fromDayNumber(prepayFrom(state)) };
  const amount = askable(state, payoffAmount(state) ?? owed);
  return {
    ok: true,
    amount,
    asOf,
    saves: cents(Math.max(0, owed - amount)),
    rows: payoffRows(state, amount),
    clamped: cents(interestToDate(state).clamped),
    feeReturned: cents(feeBack(state)),
    coolingOff: isCoolingOff(state),
  };
}

/** The least that a payment may carry: a peso, or all that is left. */
export const minPayment = 100;

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
  return payableOf(fold(terms, events, asOf));
}

export function payableOf(state: LoanState): Payable {
  const status = statusOf(state);
  if (status === 200) return { ok: false, reason: 'settled' };
  const due = askable(state, dueNow(state, status).amount);
  const payoff = payoffAmount(state);
  const isWaiting = status === 170 && state.terms.kind === 'single';
  if (isWaiting && payoff === undefined)
    return { ok: false, reason: 'tooEarly', from: fromDayNumber(prepayFrom(state)), due };
  const max = cents(Math.max(due, payoff === undefined ? 0 : askable(state, payoff)));
  // A part paid before a single repayment's day would go to interest that has not accrued; a payoff forgives that. So it
  // is the payoff or nothing until the reminder's days.
  if (isWaiting) return { ok: true, due: max, min: max, max };
  return { ok: true, due, min: cents(Math.min(Math.max(minPayment, state.unit), due)), max };
}
