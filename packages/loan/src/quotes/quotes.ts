import { fold } from '../fold/fold.ts';
import { chargeableAmount, dueNow, statusOf } from '../position/position.ts';
import type { LoanEvent } from '../state/events.ts';
import { chargesOwed } from '../state/late-charges.ts';
import { scheduledOwed } from '../state/owed.ts';
import {
  canPayOff,
  interestToDate,
  isCoolingOff,
  payoffAmount,
  prepayFrom,
  returnableFee,
} from '../state/settlement.ts';
import type { LoanState } from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { fromDayNumber, type LocalDate } from '../values/local-date.ts';
import { payoffRows, type QuoteRow } from './quote-rows.ts';

export type PayoffQuote =
  | {
      readonly ok: true;
      /** In cents, a multiple of the charge unit. It settles the loan on this day, within the tolerance. */
      readonly amount: Cents;
      /** The day for which the quote is valid. */
      readonly asOf: LocalDate;
      /** The cents saved compared with the rest of the schedule and all charges of today. */
      readonly saves: Cents;
      /** The rows sum to `amount`. */
      readonly rows: readonly QuoteRow[];
      /** Interest in cents that a daily ceiling takes off. */
      readonly clamped: Cents;
      /** The fee in cents that the payoff returns. */
      readonly feeReturned: Cents;
      /** True if the payoff cancels the loan in its cooling-off period. */
      readonly coolingOff: boolean;
    }
  | { readonly ok: false; readonly reason: 'settled' }
  | { readonly ok: false; readonly reason: 'tooEarly'; readonly from: LocalDate };

/**
 * Quotes the payoff of the whole loan today. A payoff before the day of TERM-03 is `tooEarly`. Throws
 * LoanError before disbursal.
 */
export function quotePayoff(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): PayoffQuote {
  return payoffOf(fold(terms, events, asOf), asOf);
}

export function payoffOf(state: LoanState, asOf: LocalDate): PayoffQuote {
  const owed = scheduledOwed(state) + chargesOwed(state) + state.refundReceivable;
  if (owed === 0) return { ok: false, reason: 'settled' };
  // If everything left is already due, paying it is not a prepayment.
  const last = state.instalments[state.instalments.length - 1];
  if (!canPayOff(state) && last && last.due > state.asOf)
    return { ok: false, reason: 'tooEarly', from: fromDayNumber(prepayFrom(state)) };
  const amount = chargeableAmount(state, payoffAmount(state) ?? owed);
  return {
    ok: true,
    amount,
    asOf,
    saves: cents(Math.max(0, owed - amount)),
    rows: payoffRows(state, amount),
    clamped: cents(interestToDate(state).clamped),
    feeReturned: cents(returnableFee(state)),
    coolingOff: isCoolingOff(state),
  };
}

/** The smallest payment in cents: a peso. A smaller remainder is paid whole. */
export const minPayment = 100;

/** The range of a payment today, in cents, or the reason why nothing can be paid. */
export type Payable =
  | { readonly ok: true; readonly due: Cents; readonly min: Cents; readonly max: Cents }
  | { readonly ok: false; readonly reason: 'settled' }
  | { readonly ok: false; readonly reason: 'tooEarly'; readonly from: LocalDate; readonly due: Cents };

/**
 * The range of a payment today. It goes from a part of the due amount up to the due amount or an allowed payoff, whichever is
 * larger. A single loan takes no payment before its payoff is allowed; then it takes only the payoff until its due date is within
 * the reminder days. Throws LoanError before disbursal.
 */
export function payable(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Payable {
  return payableOf(fold(terms, events, asOf));
}

export function payableOf(state: LoanState): Payable {
  const status = statusOf(state);
  if (status === 'settled') return { ok: false, reason: 'settled' };
  const due = chargeableAmount(state, dueNow(state, status).amount);
  const payoff = payoffAmount(state);
  const isWaiting = status === 'active' && state.terms.kind === 'single';
  if (isWaiting && payoff === undefined)
    return { ok: false, reason: 'tooEarly', from: fromDayNumber(prepayFrom(state)), due };
  const max = cents(Math.max(due, payoff === undefined ? 0 : chargeableAmount(state, payoff)));
  // An early partial payment of a single loan would pay interest that has not accrued, which a payoff does not charge. So
  // only the payoff is accepted until the reminder days.
  if (isWaiting) return { ok: true, due: max, min: max, max };
  return { ok: true, due, min: cents(Math.min(Math.max(minPayment, state.unit), due)), max };
}
