import { type Cents, cents } from './cents.ts';
import { disbursalOf, type LoanEvent } from './events.ts';
import { fold } from './fold.ts';
import { chargesOwed, type LateCharges, lateCharges, tomorrowsLate } from './late-charges.ts';
import { fromDayNumber, type LocalDate } from './local-date.ts';
import { allocationOf, asideOf } from './money-aside.ts';
import { dueBy, headIndex, principalOwed, scheduledOwed, sum, unpaidOf } from './owed.ts';
import { floorTo } from './rounding.ts';
import { coolingOffUntil, interestToDate, payoffAmount, prepayFrom } from './settlement.ts';
import type { Allocation, LoanState } from './state.ts';
import type { Terms } from './terms.ts';

/** Statuses that a disbursed loan can be in (TERM-07). */
export type LoanStatus = 170 | 174 | 180 | 200;

export interface InstalmentPosition {
  readonly no: number;
  readonly dueDate: LocalDate;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly interestPaid: Cents;
  readonly principalPaid: Cents;
  /** Scheduled amount still unpaid. */
  readonly unpaid: Cents;
  /** Days late today, 0 when it is not. */
  readonly daysLate: number;
  /** Late interest charged so far, and what of it is owed. */
  readonly late: Cents;
  readonly lateOwed: Cents;
  readonly moved: boolean;
}

/**
 * What enforced ceilings took off, by charge and by ceiling (both sum to the same), and whose ceilings they are. `interest`:
 * off what a payoff of today would bear.
 */
export interface Clamped {
  readonly late: Cents;
  readonly penalty: Cents;
  readonly interest: Cents;
  readonly latePerMonth: Cents;
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
  /** Scheduled amounts that are late; 0 where they are within the tolerance. */
  readonly overdue: Cents;
  /** What is asked now, a multiple of the charge unit: see `dueNow`. 0 when settled. */
  readonly due: Cents;
  /** The due date of the instalment in question: the earliest unpaid one but for remainders within the tolerance; undefined when settled. */
  readonly dueDate: LocalDate | undefined;
  /** The instalment that `dueDate` belongs to. */
  readonly dueNo: number | undefined;
  /** Days that the oldest unpaid instalment is late. */
  readonly daysLate: number;
  /** The late interest that tomorrow adds if nothing is paid, as far as enforced ceilings let it. */
  readonly perDay: Cents;
  /** Paid beyond what was owed: the borrower's, refundable. Never negative, and only where nothing is owed. */
  readonly credit: Cents;
  /** Refunded, and the payment behind it reversed afterwards: due at once, without late charges, paid last. */
  readonly refundOwed: Cents;
  /** What the tolerance has forgiven. */
  readonly rounding: Cents;
  /** The fee that was given back with the loan in its cooling-off days. */
  readonly feeReturned: Cents;
  readonly settledOn: LocalDate | undefined;
  readonly extensionsUsed: number;
  readonly prepayFrom: LocalDate;
  /** The last day on which the loan may be given back; undefined where its terms have no cooling-off. */
  readonly coolingOffUntil: LocalDate | undefined;
  /** Everything that the borrower owes today if the loan went on as scheduled. */
  readonly owedInAll: Cents;
  readonly clamped: Clamped;
}

/** The loan after its events, on a day: a pure function, the same whenever and however often it is asked. Throws LoanError before disbursal. */
export function position(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Position {
  return positionOf(fold(terms, events, asOf), asOf);
}

/**
 * Where each event's money goes, in cents, as the fold gives it now; events that were reversed are not in it. While no
 * disbursal stands, whatever was paid is the borrower's credit.
 */
export function allocations(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): ReadonlyMap<string, Allocation> {
  if (!disbursalOf(events)) return asideOf(events, asOf);
  const { entries } = fold(terms, events, asOf);
  return new Map(entries.map((entry) => [entry.id, allocationOf(entry)]));
}

/** `charges`: what is owed of late interest and penalty, where it is known already. */
export function statusOf(state: LoanState, charges = chargesOwed(state)): LoanStatus {
  const { asOf, terms } = state;
  const hasCharges = charges + state.refundOwed > 0;
  const head = state.parts[headIndex(state)];
  if (!head) return hasCharges ? 174 : 200;
  if (dueBy(state, asOf - 1) > 0) return 180;
  return hasCharges || head.due - asOf <= terms.reminderDays ? 174 : 170;
}

/** What is asked now, exact, before it is rounded down to the charge unit. */
export interface Due {
  readonly amount: number;
  /** It is the payoff: for that reason dated today. */
  readonly isPayoff: boolean;
}

/**
 * What is to be paid now. At 174 and 180: all that is overdue with its charges, and the instalment that falls due within
 * the reminder's days. At 170: the next instalment; of a single loan, and where one instalment is left, the payoff once it
 * is allowed. Never more than the payoff once that is allowed.
 */
export function dueNow(state: LoanState, status: LoanStatus, charges = chargesOwed(state)): Due {
  if (status === 200) return { amount: 0, isPayoff: false };
  const payoff = payoffAmount(state, charges);
  const head = headIndex(state);
  let amount: number;
  if (status === 170) {
    const isLast = state.parts.every((part, index) => index <= head || unpaidOf(part) === 0);
    if (payoff !== undefined && isLast) return { amount: payoff, isPayoff: true };
    amount = sum(state.parts.slice(0, head + 1).map(unpaidOf));
  } else amount = dueBy(state, state.asOf + state.terms.reminderDays) + charges + state.refundOwed;
  // Nothing but a remainder within the tolerance and no charges: only a loan as small as that.
  if (amount === 0) amount = scheduledOwed(state);
  return payoff !== undefined && payoff < amount
    ? { amount: payoff, isPayoff: true }
    : { amount, isPayoff: false };
}

/** Rounded down to the charge unit: what can be asked. No less than one unit of anything owed. */
export function askable(state: LoanState, amount: number): Cents {
  return cents(amount === 0 ? 0 : Math.max(state.unit, floorTo(amount, state.unit)));
}

function instalmentsOf(state: LoanState, late: readonly number[]): InstalmentPosition[] {
  const isLate = dueBy(state, state.asOf - 1) > 0;
  const head = headIndex(state);
  return state.parts.map((part, index): InstalmentPosition => {
    const unpaid = unpaidOf(part);
    return {
      no: part.no,
      dueDate: fromDayNumber(part.due),
      interest: cents(part.interest),
      principal: cents(part.principal),
      interestPaid: cents(part.interestPaid),
      principalPaid: cents(part.principalPaid),
      unpaid: cents(unpaid),
      // A remainder that is carried into a later instalment is no late instalment of its own.
      daysLate: isLate && index >= head && unpaid > 0 ? Math.max(0, state.asOf - part.due) : 0,
      late: cents(late[index] ?? 0),
      lateOwed: cents((late[index] ?? 0) - part.latePaid),
      moved: part.moved,
    };
  });
}

export function positionOf(state: LoanState, asOf: LocalDate): Position {
  const charges = lateCharges(state);
  const owed = chargesOwed(state, charges);
  const status = statusOf(state, owed);
  const head = state.parts[headIndex(state)];
  const instalments = instalmentsOf(state, charges.late);
  const penaltyOwed = charges.penalty - state.penaltyPaid;
  const lateOwed = owed - penaltyOwed;
  const principal = principalOwed(state);
  const unpaid = scheduledOwed(state);
  const cooling = coolingOffUntil(state);
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
    due: askable(state, dueNow(state, status, owed).amount),
    dueDate: head ? fromDayNumber(head.due) : undefined,
    dueNo: head?.no,
    daysLate: status === 180 && head ? state.asOf - head.due : 0,
    perDay: cents(tomorrowsLate(state)),
    credit: cents(state.credit),
    refundOwed: cents(state.refundOwed),
    rounding: cents(roundingOf(state)),
    feeReturned: cents(state.feeReturned),
    settledOn: state.settledOn === undefined ? undefined : fromDayNumber(state.settledOn),
    extensionsUsed: state.extensionsUsed,
    prepayFrom: fromDayNumber(prepayFrom(state)),
    coolingOffUntil: cooling === undefined ? undefined : fromDayNumber(cooling),
    owedInAll: cents(unpaid + lateOwed + penaltyOwed + state.refundOwed),
    clamped: clampedOf(state, charges),
  };
}

function roundingOf(state: LoanState): number {
  let rounding = 0;
  for (const entry of state.entries) rounding += entry.rounding;
  return rounding;
}

function clampedOf(state: LoanState, charges: LateCharges): Clamped {
  const { lateClamped, penaltyClamped, byMonth, byDay, byTotal } = charges;
  const interest = state.perDay === undefined ? 0 : interestToDate(state).clamped;
  const isClamped = lateClamped + penaltyClamped + interest > 0;
  return {
    late: cents(lateClamped),
    penalty: cents(penaltyClamped),
    interest: cents(interest),
    latePerMonth: cents(byMonth),
    perDay: cents(byDay + interest),
    totalCost: cents(byTotal),
    by: isClamped ? state.ceiling?.name : undefined,
  };
}
