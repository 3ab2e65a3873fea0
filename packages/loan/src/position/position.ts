import { fold } from '../fold/fold.ts';
import { allocationOf, allocationsWithoutLoan } from '../fold/unapplied-money.ts';
import { arrangedDue, arrangedOwed, isMissed } from '../state/arrangement.ts';
import { disbursalOf, type LoanEvent } from '../state/events.ts';
import {
  chargesDue,
  chargesOwed,
  type LateCharges,
  lateCharges,
  tomorrowsLate,
} from '../state/late-charges.ts';
import { currentIndex, dueBy, principalOwed, scheduledOwed, sum, unpaidOf } from '../state/owed.ts';
import { coolingOffUntil, interestToDate, payoffAmount, prepayFrom } from '../state/settlement.ts';
import type { Allocation, Arrangement, LoanState } from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { fromDayNumber, type LocalDate } from '../values/local-date.ts';
import { floorTo } from '../values/rounding.ts';

/** Statuses of a disbursed loan (TERM-07). */
export type LoanStatus = 'active' | 'dueSoon' | 'overdue' | 'settled';

/** An instalment on a day. Amounts in cents. */
export interface InstalmentPosition {
  readonly no: number;
  readonly dueDate: LocalDate;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly interestPaid: Cents;
  readonly principalPaid: Cents;
  /** The unpaid scheduled amount. */
  readonly unpaid: Cents;
  /** Days late today; 0 if not late. */
  readonly daysLate: number;
  /** Late interest charged so far. */
  readonly late: Cents;
  /** The unpaid part of `late`. */
  readonly lateOwed: Cents;
  readonly moved: boolean;
}

/**
 * Cents that enforced ceilings took off: by charge (`late`, `penalty`, `interest`) and by ceiling (`latePerMonth`, `onInterest`,
 * `perDay`, `totalCost`). Both groups have the same sum. `interest` is taken off a payoff today by the ceilings on interest and
 * fee. `by` names the ceilings.
 */
export interface CeilingReduction {
  readonly late: Cents;
  readonly penalty: Cents;
  readonly interest: Cents;
  readonly latePerMonth: Cents;
  /** Equals `interest`: by the day, nominal or effective by the month, whichever is lowest. */
  readonly onInterest: Cents;
  /** Taken off late interest by the limit a day. */
  readonly perDay: Cents;
  readonly totalCost: Cents;
  readonly by: string | undefined;
}

/** A loan on a day. Amounts in cents. */
export interface Position {
  readonly asOf: LocalDate;
  readonly status: LoanStatus;
  readonly disbursedOn: LocalDate;
  readonly instalments: readonly InstalmentPosition[];
  readonly principalOwed: Cents;
  readonly interestOwed: Cents;
  readonly lateOwed: Cents;
  readonly penalty: Cents;
  readonly penaltyOwed: Cents;
  /** Late scheduled amounts; 0 if they are within the tolerance. */
  readonly overdue: Cents;
  /** Charges and a refund owed that are due at once; 0 if they are within the tolerance: then they join the next instalment. */
  readonly chargesDue: Cents;
  /** The amount due now, a multiple of the charge unit: see `dueNow`. 0 when settled. */
  readonly due: Cents;
  /**
   * The due date of the current instalment: the earliest unpaid one, without remainders within the tolerance.
   * Undefined when settled.
   */
  readonly dueDate: LocalDate | undefined;
  /** The number of the instalment that is due on `dueDate`. */
  readonly dueNo: number | undefined;
  /** Days by which the oldest unpaid instalment is late. */
  readonly daysLate: number;
  /** The late interest that tomorrow adds if nothing is paid, after enforced ceilings. */
  readonly perDay: Cents;
  /** Money paid in excess, which belongs to the borrower and is refundable. Never negative; 0 while anything is owed. */
  readonly credit: Cents;
  /** A refund whose payment was reversed afterwards. It is due at once, bears no late charges and is paid last. */
  readonly refundReceivable: Cents;
  /** The total that the tolerance has forgiven. */
  readonly rounding: Cents;
  /** The fee returned: by a cancellation in the cooling-off period, or what the ceilings did not allow a settlement to keep. */
  readonly feeReturned: Cents;
  readonly settledOn: LocalDate | undefined;
  readonly extensionsUsed: number;
  readonly prepayFrom: LocalDate;
  /** The last day of the cooling-off period; undefined without one. */
  readonly coolingOffUntil: LocalDate | undefined;
  /** The total that the borrower owes if the loan continues as scheduled, with all charges to today. */
  readonly owedInAll: Cents;
  readonly clamped: CeilingReduction;
  /** The latest arrangement; undefined if there was none. */
  readonly arrangement: ArrangementPosition | undefined;
}

interface ArrangedPart {
  readonly date: LocalDate;
  readonly amount: Cents;
}

/** An arrangement on a day. Amounts in cents. */
export interface ArrangementPosition {
  readonly state: 'kept' | 'fulfilled' | 'broken';
  readonly from: LocalDate;
  /** The numbers of its instalments. */
  readonly instalments: readonly number[];
  readonly parts: readonly ArrangedPart[];
  /** Everything owed of its instalments, with the penalty. */
  readonly owed: Cents;
  /** The unpaid cents of parts that have fallen due; 0 if they are within the tolerance: then they join the next part. */
  readonly due: Cents;
  /** The earliest unpaid part to come, with what is left of it; undefined after the last one. */
  readonly next: ArrangedPart | undefined;
  readonly brokenOn: LocalDate | undefined;
  /** The day on which it breaks unless what is due of it is paid; undefined if nothing is due or it is broken. */
  readonly breaksOn: LocalDate | undefined;
}

/**
 * The loan on a day after its events. A pure function: equal arguments give equal results. Throws LoanError before disbursal, and
 * for terms with an unknown version of the rules.
 */
export function position(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Position {
  return positionOf(fold(terms, events, asOf), asOf);
}

/**
 * The allocation of each event's money, in cents, by event id. Reversed events have none. Without a disbursal in force, all
 * payments are the borrower's credit.
 */
export function allocations(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): ReadonlyMap<string, Allocation> {
  if (!disbursalOf(events)) return allocationsWithoutLoan(events, asOf);
  const { entries } = fold(terms, events, asOf);
  return new Map(entries.map((entry) => [entry.id, allocationOf(entry)]));
}

/** `charges`: late interest and penalty owed in cents, if the caller has them already. */
export function statusOf(state: LoanState, charges = chargesOwed(state)): LoanStatus {
  const { asOf, terms } = state;
  const hasCharges = chargesDue(state, charges) > 0;
  const current = state.instalments[currentIndex(state)];
  if (!current) return hasCharges ? 'dueSoon' : 'settled';
  if (dueBy(state, asOf - 1) > 0) return 'overdue';
  return hasCharges || current.due - asOf <= terms.reminderDays ? 'dueSoon' : 'active';
}

/** The exact amount due now in cents, before it is rounded down to the charge unit. */
export interface Due {
  readonly amount: number;
  /** The amount is the payoff, so its date is today. */
  readonly isPayoff: boolean;
}

/**
 * The amount due now. Due soon or overdue: everything overdue with its charges, and the instalments that fall due within the
 * reminder days. Active: the next instalment with the charges that join it, or the payoff if it is allowed and only one
 * instalment is left. Never more than an allowed payoff.
 */
export function dueNow(state: LoanState, status: LoanStatus, charges = chargesOwed(state)): Due {
  if (status === 'settled') return { amount: 0, isPayoff: false };
  const payoff = payoffAmount(state, charges);
  const instalmentIndex = currentIndex(state);
  const besides = charges + state.refundReceivable;
  let amount: number;
  if (status === 'active') {
    const isLast = state.instalments.every(
      (instalment, index) => index <= instalmentIndex || unpaidOf(instalment) === 0,
    );
    if (payoff !== undefined && isLast) return { amount: payoff, isPayoff: true };
    amount = sum(state.instalments.slice(0, instalmentIndex + 1).map(unpaidOf)) + besides;
  } else {
    const due = dueBy(state, state.asOf + state.terms.reminderDays);
    // Only a loan no larger than the tolerance has nothing due and no charges due here.
    amount = (due + chargesDue(state, charges) > 0 ? due : scheduledOwed(state)) + besides;
  }
  return payoff !== undefined && payoff < amount
    ? { amount: payoff, isPayoff: true }
    : { amount, isPayoff: false };
}

/** Rounds down to the charge unit, in cents. Anything owed is at least one unit. */
export function chargeableAmount(state: LoanState, amount: number): Cents {
  return cents(amount === 0 ? 0 : Math.max(state.unit, floorTo(amount, state.unit)));
}

function instalmentsOf(state: LoanState, late: readonly number[]): InstalmentPosition[] {
  const isLate = dueBy(state, state.asOf - 1) > 0;
  const instalmentIndex = currentIndex(state);
  return state.instalments.map((instalment, index): InstalmentPosition => {
    const unpaid = unpaidOf(instalment);
    return {
      no: instalment.no,
      dueDate: fromDayNumber(instalment.due),
      interest: cents(instalment.interest),
      principal: cents(instalment.principal),
      interestPaid: cents(instalment.interestPaid),
      principalPaid: cents(instalment.principalPaid),
      unpaid: cents(unpaid),
      // A remainder that is carried into a later instalment is not late by itself.
      daysLate:
        isLate && index >= instalmentIndex && unpaid > 0 ? Math.max(0, state.asOf - instalment.due) : 0,
      late: cents(late[index] ?? 0),
      lateOwed: cents((late[index] ?? 0) - instalment.latePaid),
      moved: instalment.moved,
    };
  });
}

export function positionOf(state: LoanState, asOf: LocalDate): Position {
  const charges = lateCharges(state);
  const owed = chargesOwed(state, charges);
  const status = statusOf(state, owed);
  const current = state.instalments[currentIndex(state)];
  const instalments = instalmentsOf(state, charges.late);
  const penaltyOwed = charges.penalty - state.penaltyPaid;
  const lateOwed = owed - penaltyOwed;
  const principal = principalOwed(state);
  const unpaid = scheduledOwed(state);
  const coolingOffEnd = coolingOffUntil(state);
  return {
    asOf,
    status,
    disbursedOn: fromDayNumber(state.disbursedOn),
    instalments,
    principalOwed: cents(principal),
    interestOwed: cents(unpaid - principal),
    lateOwed: cents(lateOwed),
    penalty: cents(charges.penalty),
    penaltyOwed: cents(penaltyOwed),
    overdue: cents(dueBy(state, state.asOf - 1)),
    chargesDue: cents(chargesDue(state, owed)),
    due: chargeableAmount(state, dueNow(state, status, owed).amount),
    dueDate: current ? fromDayNumber(current.due) : undefined,
    dueNo: current?.no,
    daysLate: status === 'overdue' && current ? state.asOf - current.due : 0,
    perDay: cents(tomorrowsLate(state)),
    credit: cents(state.credit),
    refundReceivable: cents(state.refundReceivable),
    rounding: cents(roundingOf(state)),
    feeReturned: cents(state.feeReturned),
    settledOn: state.settledOn === undefined ? undefined : fromDayNumber(state.settledOn),
    extensionsUsed: state.extensionsUsed,
    prepayFrom: fromDayNumber(prepayFrom(state)),
    coolingOffUntil: coolingOffEnd === undefined ? undefined : fromDayNumber(coolingOffEnd),
    owedInAll: cents(unpaid + lateOwed + penaltyOwed + state.refundReceivable),
    clamped: clampedOf(state, charges),
    arrangement: state.arrangement && arrangementPosition(state, state.arrangement),
  };
}

function arrangementPosition(state: LoanState, arrangement: Arrangement): ArrangementPosition {
  const { from, brokenOn, instalments, parts } = arrangement;
  const isBroken = brokenOn !== undefined && brokenOn <= state.asOf;
  const owed = arrangedOwed(state, arrangement);
  const due = isMissed(state, arrangement) ? arrangedDue(state, arrangement) : 0;
  return {
    state: isBroken ? 'broken' : owed > state.tolerance ? 'kept' : 'fulfilled',
    from: fromDayNumber(from),
    instalments: [...instalments],
    parts: parts.map(({ day, amount }) => ({ date: fromDayNumber(day), amount: cents(amount) })),
    owed: cents(owed),
    due: cents(due),
    next: nextPart(
      parts.filter(({ day }) => day > state.asOf),
      owed - due,
      state.tolerance,
    ),
    brokenOn: isBroken ? fromDayNumber(brokenOn) : undefined,
    breaksOn: isBroken || brokenOn === undefined || due === 0 ? undefined : fromDayNumber(brokenOn),
  };
}

/** The first of the parts to come that is unpaid by more than the tolerance. Money counts to the earliest part first. */
function nextPart(parts: Arrangement['parts'], owed: number, tolerance: number): ArrangementPosition['next'] {
  let later = parts.reduce((total, { amount }) => total + amount, 0);
  for (const { day, amount } of parts) {
    later -= amount;
    if (owed - later > tolerance) return { date: fromDayNumber(day), amount: cents(owed - later) };
  }
  return undefined;
}

function roundingOf(state: LoanState): number {
  let rounding = 0;
  for (const entry of state.entries) rounding += entry.rounding;
  return rounding;
}

function clampedOf(state: LoanState, charges: LateCharges): CeilingReduction {
  const { lateClamped, penaltyClamped, byMonth, byDay, byTotal } = charges;
  const interest = state.ceiling?.enforce ? interestToDate(state).clamped : 0;
  const isClamped = lateClamped + penaltyClamped + interest > 0;
  return {
    late: cents(lateClamped),
    penalty: cents(penaltyClamped),
    interest: cents(interest),
    latePerMonth: cents(byMonth),
    onInterest: cents(interest),
    perDay: cents(byDay),
    totalCost: cents(byTotal),
    by: isClamped ? state.ceiling?.name : undefined,
  };
}
