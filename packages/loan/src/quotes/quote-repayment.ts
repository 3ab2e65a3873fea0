import { fold } from '../fold/fold.ts';
import {
  chargeableAmount,
  dueNow,
  type LoanStatus,
  type Position,
  positionOf,
  statusOf,
} from '../position/position.ts';
import type { LoanEvent } from '../state/events.ts';
import { chargesDue, chargesOwed } from '../state/late-charges.ts';
import { currentIndex, dueBy, scheduledOwed } from '../state/owed.ts';
import type { LoanState } from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { fromDayNumber, type LocalDate } from '../values/local-date.ts';
import { dueRows, payoffRows, type QuoteRow } from './quote-rows.ts';
import { type Payable, type PayoffQuote, payableOf, payoffOf } from './quotes.ts';

/** The quote that every screen shows: amount, date and rows of one day. Amounts in cents. */
export interface RepaymentQuote {
  readonly status: LoanStatus;
  /**
   * `instalment`: the next one, or the one due within the reminder days. `overdue`: everything late too.
   * `charges`: only charges.
   */
  readonly kind: 'settled' | 'payoff' | 'overdue' | 'instalment' | 'charges';
  /** The amount due, never more than an allowed payoff. 0 when settled. */
  readonly amount: Cents;
  /** Today for a payoff, for charges only and when settled; the oldest unpaid due date at 180; otherwise the next due date. */
  readonly date: LocalDate;
  /** The rows sum to `amount`. */
  readonly rows: readonly QuoteRow[];
  /** True if a payment code can be made, and for which amounts: see `payable`. */
  readonly payable: Payable;
  /** The payoff today, or the day from which it is allowed. */
  readonly payoff: PayoffQuote;
  readonly credit: Cents;
  readonly refundReceivable: Cents;
  readonly owedInAll: Cents;
  /** The loan on the day of the quote. */
  readonly position: Position;
}

/** Quotes the repayment due on a day. A pure function of terms, events and day. Throws LoanError before disbursal. */
export function quoteRepayment(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): RepaymentQuote {
  const state = fold(terms, events, asOf);
  const status = statusOf(state);
  const due = dueNow(state, status);
  const amount = chargeableAmount(state, due.amount);
  const kind = kindOf(state, status, due.isPayoff);
  const rows =
    kind === 'settled'
      ? []
      : kind === 'payoff'
        ? payoffRows(state, amount)
        : dueRows(state, amount, status === 'active' || isTiny(state, due.amount));
  const current = state.instalments[currentIndex(state)];
  const isToday = kind === 'settled' || kind === 'payoff' || kind === 'charges';
  return {
    status,
    kind,
    amount,
    date: isToday || !current ? asOf : fromDayNumber(current.due),
    rows,
    payable: payableOf(state),
    payoff: payoffOf(state, asOf),
    credit: cents(state.credit),
    refundReceivable: cents(state.refundReceivable),
    owedInAll: cents(scheduledOwed(state) + chargesOwed(state) + state.refundReceivable),
    position: positionOf(state, asOf),
  };
}

function kindOf(state: LoanState, status: LoanStatus, isPayoff: boolean): RepaymentQuote['kind'] {
  if (status === 'settled') return 'settled';
  if (isPayoff) return 'payoff';
  if (status === 'overdue') return 'overdue';
  if (status === 'active') return 'instalment';
  const isCharges = dueBy(state, state.asOf + state.terms.reminderDays) === 0 && chargesDue(state) > 0;
  return isCharges ? 'charges' : 'instalment';
}

/** Reports whether the loan is no larger than the tolerance: then its whole schedule is due at once. */
function isTiny(state: LoanState, amount: number): boolean {
  const owed = scheduledOwed(state) + chargesOwed(state) + state.refundReceivable;
  return amount === owed && dueBy(state, state.asOf + state.terms.reminderDays) === 0;
}
