import { fold } from '../fold/fold.ts';
import { allocationOf } from '../fold/unapplied-money.ts';
import { disbursalOf, inForceOn, type LoanEvent } from '../state/events.ts';
import { accrue, lateCharges } from '../state/late-charges.ts';
import { currentIndex, principalOwed, sum } from '../state/owed.ts';
import { accruedInterest, canPayOff, interestToDate, prepayFrom } from '../state/settlement.ts';
import type { LoanState } from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { dayNumber, fromDayNumber, type LocalDate } from '../values/local-date.ts';
import { statusOf } from './position.ts';

/** A component of a loan from its start to a day, in cents: the part that accrued, and the part of it paid or waived. */
export interface Accrued {
  readonly accrued: Cents;
  readonly settled: Cents;
}

/** A loan from its start to the end of a day, as its books need it. Amounts in cents. */
export interface Accruals {
  readonly principalOwed: Cents;
  readonly interest: Accrued;
  /** Interest paid of instalments beyond what has accrued of them. */
  readonly interestAhead: Cents;
  readonly late: Accrued;
  readonly penalty: Accrued;
  readonly credit: Cents;
  readonly refundReceivable: Cents;
  readonly feeReturned: Cents;
  readonly daysLate: number;
  readonly isSettled: boolean;
  readonly settledOn: LocalDate | undefined;
  /** Money allocated to the debt after its write-off. */
  readonly recovered: Cents;
}

/** The last state of a list of events, for the days that follow. */
const folded = new WeakMap<
  readonly LoanEvent[],
  { readonly terms: Terms; readonly count: number; readonly state: LoanState }
>();

/**
 * The state at the end of a day. The days of a loan are often asked for one after the other: from a day on which no event counts
 * and nothing is allocated anew, the state of the day before accrues further, as a fold does after its last event.
 */
function stateOn(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): LoanState {
  const day = dayNumber(asOf);
  const last = folded.get(events);
  if (last?.terms === terms && last.count === events.length && last.state.asOf <= day) {
    const { state } = last;
    const before = state.asOf;
    const isBetween = (each: number) => before < each && each <= day;
    if (!isBetween(prepayFrom(state)) && !events.some(({ valueDate }) => isBetween(dayNumber(valueDate)))) {
      accrue(state, day);
      return state;
    }
  }
  const state = fold(terms, events, asOf);
  folded.set(events, { terms, count: events.length, state });
  return state;
}

/**
 * The components of a loan accrued to the end of a day, with the interest as a payoff of that day counts it. Undefined without a
 * disbursal in force by that day.
 */
export function accruals(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Accruals | undefined {
  if (!disbursalOf(inForceOn(events, asOf))) return undefined;
  const state = stateOn(terms, events, asOf);
  const { instalments, entries } = state;
  // Ceilings by the month limit what a settlement keeps, and none is possible yet; a ceiling by the day limits each day.
  const isLimited = state.dailyRateLimit !== undefined || canPayOff(state);
  const interest = isLimited
    ? interestToDate(state).byInstalment
    : instalments.map((instalment) => accruedInterest(state, instalment));
  const charges = lateCharges(state);
  const status = statusOf(state);
  const current = instalments[currentIndex(state)];
  const ahead = instalments.map(({ interestPaid }, index) =>
    Math.max(0, interestPaid - (interest[index] ?? 0)),
  );
  return {
    principalOwed: cents(principalOwed(state)),
    interest: {
      accrued: cents(sum(interest)),
      settled: cents(sum(instalments.map(({ interestPaid }) => interestPaid))),
    },
    interestAhead: cents(sum(ahead)),
    late: {
      accrued: cents(sum(charges.late)),
      settled: cents(sum(instalments.map(({ latePaid }) => latePaid))),
    },
    penalty: { accrued: cents(charges.penalty), settled: cents(state.penaltyPaid) },
    credit: cents(state.credit),
    refundReceivable: cents(state.refundReceivable),
    feeReturned: cents(state.feeReturned),
    daysLate: status === 'overdue' && current ? state.asOf - current.due : 0,
    isSettled: status === 'settled',
    settledOn: state.settledOn === undefined ? undefined : fromDayNumber(state.settledOn),
    recovered: cents(sum(entries.map((entry) => allocationOf(entry).recovery))),
  };
}
