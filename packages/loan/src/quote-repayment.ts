import { type Cents, cents } from './cents.ts';
import type { LoanEvent } from './events.ts';
import { fold } from './fold.ts';
import { chargesOwed } from './late-charges.ts';
import { fromDayNumber, type LocalDate } from './local-date.ts';
import { dueBy, headIndex, scheduledOwed } from './owed.ts';
import { askable, dueNow, type LoanStatus, statusOf } from './position.ts';
import { dueRows, payoffRows, type QuoteRow } from './quote-rows.ts';
import { type Payable, type PayoffQuote, payableOf, payoffOf } from './quotes.ts';
import type { LoanState } from './state.ts';
import type { Terms } from './terms.ts';

/** What every screen asks for: amount, date and rows of one moment. Amounts in cents. */
export interface RepaymentQuote {
  readonly status: LoanStatus;
  /** `instalment`: the next one, or the one due within the reminder's days; `overdue`: with all that is late. */
  readonly kind: 'settled' | 'payoff' | 'overdue' | 'instalment' | 'charges';
  /** What is asked: never more than the payoff once that is allowed. 0 when settled. */
  readonly amount: Cents;
  /** Today for a payoff, for charges alone and when settled; the oldest unpaid due date at 180; else the next due date. */
  readonly date: LocalDate;
  /** They sum to the amount. */
  readonly rows: readonly QuoteRow[];
  /** Whether a code can be had, and for how much: see `payable`. */
  readonly payable: Payable;
  /** Beside it: the payoff of today, or the day from which it is allowed. */
  readonly payoff: PayoffQuote;
  readonly credit: Cents;
  readonly refundOwed: Cents;
  readonly owedInAll: Cents;
}

/** The one quote of amount, date and rows. A pure function of terms, events and day. Throws LoanError before disbursal. */
export function quoteRepayment(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): RepaymentQuote {
  const state = fold(terms, events, asOf);
  const status = statusOf(state);
  const due = dueNow(state, status);
  const amount = askable(state, due.amount);
  const kind = kindOf(state, status, due.isPayoff);
  const rows =
    kind === 'settled'
      ? []
      : kind === 'payoff'
        ? payoffRows(state, amount)
        : dueRows(state, amount, status === 170 || isTiny(state, due.amount));
  const head = state.parts[headIndex(state)];
  const isToday = kind === 'settled' || kind === 'payoff' || kind === 'charges';
  return {
    status,
    kind,
    amount,
    date: isToday || !head ? asOf : fromDayNumber(head.due),
    rows,
    payable: payableOf(state),
    payoff: payoffOf(state, asOf),
    credit: cents(state.credit),
    refundOwed: cents(state.refundOwed),
    owedInAll: cents(scheduledOwed(state) + chargesOwed(state) + state.refundOwed),
  };
}

function kindOf(state: LoanState, status: LoanStatus, isPayoff: boolean): RepaymentQuote['kind'] {
  if (status === 200) return 'settled';
  if (isPayoff) return 'payoff';
  if (status === 180) return 'overdue';
  if (status === 170) return 'instalment';
  const isCharges =
    dueBy(state, state.asOf + state.terms.reminderDays) === 0 && chargesOwed(state) + state.refundOwed > 0;
  return isCharges ? 'charges' : 'instalment';
}

/** A loan no larger than the tolerance: all that is scheduled is asked at once. */
function isTiny(state: LoanState, amount: number): boolean {
  return amount === scheduledOwed(state) && dueBy(state, state.asOf + state.terms.reminderDays) === 0;
}
