import { fold } from '../fold/fold.ts';
import { chargeableAmount, dueNow, type LoanStatus, statusOf } from '../position/position.ts';
import type { LoanEvent } from '../state/events.ts';
import { accrue, chargesOwed } from '../state/late-charges.ts';
import { currentIndex, dueBy, unpaidOf } from '../state/owed.ts';
import { payoffAmount, prepayFrom } from '../state/settlement.ts';
import { type LoanSnapshot, snapshotOf, stateOf } from '../state/snapshot.ts';
import type { LoanState } from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { dayNumber, fromDayNumber, type LocalDate } from '../values/local-date.ts';
import { payoffRows, type QuoteRow, rowsThrough } from './quote-rows.ts';
import { payableOf, payoffOf } from './quotes.ts';

/** A row of a quote, in cents. */
export interface StepsRow {
  readonly kind: QuoteRow['kind'];
  /** The number of its instalment, if it belongs to one. */
  readonly no?: number;
  /** The due date of an `instalment`. */
  readonly dueDate?: LocalDate;
  /** The days charged in a `late` row; 0 if a part of it is paid already. */
  readonly days?: number;
  readonly amount: Cents;
}

/** The cost of paying some instalments on a day. Amounts in cents. */
export interface StepsQuote {
  readonly day: LocalDate;
  readonly status: LoanStatus;
  /** `due`: the quote of the day. `ahead`: the quote and the next instalments as scheduled. `payoff`: the whole loan. */
  readonly kind: 'due' | 'ahead' | 'payoff' | 'settled';
  /** The instalments that it pays, counted from the current one: from `least`, those in the quote of the day, to `most`, all. */
  readonly steps: number;
  readonly least: number;
  readonly most: number;
  readonly amount: Cents;
  /** The rows sum to `amount`. */
  readonly rows: readonly StepsRow[];
  /** True if the amount can be paid on the day. */
  readonly payable: boolean;
  /** The first day on which it can be paid; the day itself if it can. */
  readonly payableFrom: LocalDate;
  /** The saving of a payoff on the day compared with the rest of the schedule; 0 if it is not allowed. */
  readonly saves: Cents;
  /** The first instalment that it leaves unpaid. */
  readonly next: { readonly no: number; readonly dueDate: LocalDate; readonly amount: Cents } | undefined;
}

/**
 * Quotes `steps` unpaid instalments on a day: the quote of the day and the next instalments as scheduled, never more than an
 * allowed payoff. Fewer steps than the quote has count as the quote, more than the loan has as all. A pure function of terms,
 * events, day and steps. Throws LoanError before disbursal, and RangeError for steps that are not a whole number from 0.
 */
export function quoteSteps(
  terms: Terms,
  events: readonly LoanEvent[],
  day: LocalDate,
  steps: number,
): StepsQuote {
  if (!Number.isSafeInteger(steps) || steps < 0)
    throw new RangeError(`${steps} is not a whole number of steps`);
  return stepsOf(fold(terms, events, day), day, steps);
}

/**
 * The same quote on the day of a snapshot or later, if no event has been added since. Needs no fold, so it is
 * small on a phone.
 */
export function quoteLaterSteps(
  terms: Terms,
  snapshot: LoanSnapshot,
  day: LocalDate,
  steps: number,
): StepsQuote {
  const state = stateOf(terms, snapshot);
  accrue(state, dayNumber(day));
  return stepsOf(state, day, steps);
}

/**
 * The snapshot of a loan by which `quoteLaterSteps` gives the quotes of `quoteSteps`. Undefined if an event is dated after the
 * day, or if what was paid ahead settles the loan by itself on the first day on which prepayment is allowed.
 */
export function snapshotForQuotes(
  terms: Terms,
  events: readonly LoanEvent[],
  day: LocalDate,
): LoanSnapshot | undefined {
  const state = fold(terms, events, day);
  const prepayment = fromDayNumber(prepayFrom(state));
  if (events.some(({ valueDate }) => valueDate > day)) return undefined;
  if (prepayment > day && fold(terms, events, prepayment).closed !== state.closed) return undefined;
  return snapshotOf(state);
}

function stepsOf(state: LoanState, day: LocalDate, wanted: number): StepsQuote {
  const status = statusOf(state);
  const due = dueNow(state, status);
  const current = currentIndex(state);
  const payoff = payoffOf(state, day);
  // Without an unpaid instalment only charges are left, if anything is.
  const count = (lastIndex: number) => (current < 0 ? 0 : Math.max(0, lastIndex - current + 1));
  const all = count(lastUnpaid(state));
  const least = due.isPayoff ? all : count(dueIndex(state, status));
  const steps = Math.min(Math.max(wanted, least), all);
  const ahead = current + steps - 1;
  const exact = steps === least ? due.amount : costThrough(state, ahead);
  const isPayoff = due.isPayoff || (payoff.ok && steps > least && (steps === all || exact >= payoff.amount));
  const amount = isPayoff && payoff.ok ? payoff.amount : chargeableAmount(state, exact);
  const kind = status === 'settled' ? 'settled' : isPayoff ? 'payoff' : steps === least ? 'due' : 'ahead';
  const paysUntil = isPayoff ? all : steps;
  const from = payableFrom(state, amount);
  return {
    day,
    status,
    kind,
    steps: paysUntil,
    least,
    most: all,
    amount,
    rows: shownRows(
      kind === 'settled'
        ? []
        : isPayoff
          ? payoffRows(state, amount)
          : rowsThrough(state, amount, steps === 0 ? -1 : ahead),
    ),
    payable: from <= state.asOf,
    payableFrom: fromDayNumber(from),
    saves: payoff.ok ? payoff.saves : cents(0),
    next: nextAfter(state, kind === 'settled' ? state.instalments.length : current + paysUntil),
  };
}

function lastUnpaid({ instalments }: LoanState): number {
  let last = -1;
  instalments.forEach((instalment, index) => {
    if (unpaidOf(instalment) > 0) last = index;
  });
  return last;
}

/** The index of the last instalment in the amount due; −1 if only charges are due. */
function dueIndex(state: LoanState, status: LoanStatus): number {
  if (status === 'active') return currentIndex(state);
  const until = state.asOf + state.terms.reminderDays;
  if (dueBy(state, until) > 0)
    return state.instalments.reduce(
      (last, instalment, index) => (instalment.due <= until && unpaidOf(instalment) > 0 ? index : last),
      -1,
    );
  // A loan no larger than the tolerance is due as a whole.
  return dueNow(state, status).amount > chargesOwed(state) + state.refundReceivable ? lastUnpaid(state) : -1;
}

/** The unpaid part of the instalments up to an index, all charges and a refund owed. Cents. */
function costThrough(state: LoanState, index: number): number {
  let cost = chargesOwed(state) + state.refundReceivable;
  for (const instalment of state.instalments.slice(0, index + 1)) cost += unpaidOf(instalment);
  return cost;
}

/**
 * The day number from which an amount can be paid. Before the payoff is allowed, a payment is at most the amount due; of a late
 * loan also what is late with the next instalment, which is no prepayment (TERM-03).
 */
function payableFrom(state: LoanState, amount: number): number {
  const payable = payableOf(state);
  if (payable.ok ? amount <= Math.max(payable.max, lateAndNext(state)) : payable.reason === 'settled')
    return state.asOf;
  return Math.max(state.asOf + 1, prepayFrom(state));
}

/** The cost in cents of what is late and the instalment after it; 0 if nothing is late. */
function lateAndNext(state: LoanState): number {
  if (statusOf(state) !== 'overdue') return 0;
  const next = state.instalments.findIndex(
    (instalment) => instalment.due >= state.asOf && unpaidOf(instalment) > 0,
  );
  const cost = costThrough(state, next < 0 ? state.instalments.length - 1 : next);
  return chargeableAmount(state, Math.min(cost, payoffAmount(state) ?? cost));
}

/** Each row of late interest behind its instalment. */
function shownRows(rows: readonly QuoteRow[]): StepsRow[] {
  const shown = rows.map(
    (row): StepsRow =>
      row.kind === 'instalment'
        ? { kind: row.kind, no: row.no, dueDate: row.dueDate, amount: row.amount }
        : row,
  );
  const late = shown.filter(({ kind }) => kind === 'late');
  const numbers = new Set(shown.flatMap(({ kind, no }) => (kind === 'instalment' && no ? [no] : [])));
  const isBehind = ({ kind, no }: StepsRow) => kind === 'late' && no !== undefined && numbers.has(no);
  return shown
    .filter((row) => !isBehind(row))
    .flatMap((row) =>
      row.kind === 'instalment' ? [row, ...late.filter((other) => other.no === row.no)] : [row],
    );
}

function nextAfter({ instalments }: LoanState, index: number): StepsQuote['next'] {
  const next = instalments.find((instalment, at) => at >= Math.max(0, index) && unpaidOf(instalment) > 0);
  return next ? { no: next.no, dueDate: fromDayNumber(next.due), amount: cents(unpaidOf(next)) } : undefined;
}
