import { type Cents, cents } from './cents.ts';
import { disbursalOf, type LoanEvent } from './events.ts';
import { asideOf, fold } from './fold.ts';
import { chargesOwed, lateCharges, tomorrowsLate } from './late-charges.ts';
import { fromDayNumber, type LocalDate } from './local-date.ts';
import { payoffAmount, prepayFrom } from './settlement.ts';
import { type Allocation, type Folded, type Part, principalOwed, sum, unpaidOf } from './state.ts';
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

/** What enforced ceilings took off, by charge and by ceiling (both pairs sum to the same), and whose ceilings they are. */
export interface Clamped {
  readonly late: Cents;
  readonly penalty: Cents;
  readonly latePerMonth: Cents;
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
  /** Scheduled amounts that are late. */
  readonly overdue: Cents;
  /** What is to be paid now: see `dueNow`. 0 when settled. */
  readonly due: Cents;
  /** The earliest unpaid due date; undefined when settled. */
  readonly dueDate: LocalDate | undefined;
  /** The instalment that `dueDate` belongs to. */
  readonly dueNo: number | undefined;
  /** Days that the oldest unpaid instalment is late. */
  readonly daysLate: number;
  /** The late interest that tomorrow adds if nothing is paid, as far as enforced ceilings let it. */
  readonly perDay: Cents;
  /** Paid beyond what was owed: the borrower's, refundable. */
  readonly credit: Cents;
  readonly settledOn: LocalDate | undefined;
  readonly extensionsUsed: number;
  readonly prepayFrom: LocalDate;
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
): ReadonlyMap<string, Readonly<Allocation>> {
  return disbursalOf(events) ? fold(terms, events, asOf).allocations : asideOf(events, asOf);
}

export function statusOf(state: Folded): LoanStatus {
  const open = state.parts.find((part) => unpaidOf(part) > 0);
  if (!open) return chargesOwed(state) > 0 ? 174 : 200;
  if (open.due < state.asOf) return 180;
  return chargesOwed(state) > 0 || open.due - state.asOf <= state.terms.reminderDays ? 174 : 170;
}

/** The instalment that is next to be paid: the first with something unpaid. */
export function nextPart(state: Folded): Part | undefined {
  return state.parts.find((part) => unpaidOf(part) > 0);
}

/**
 * What is to be paid now. At 174 and 180: all that is overdue with its charges, and the instalment that falls due within
 * the reminder's days. At 170: the next instalment; of a single loan the payoff once it is allowed, before that the
 * amount at maturity.
 */
export function dueNow(state: Folded): number {
  const status = statusOf(state);
  if (status === 200) return 0;
  if (status === 170) {
    const next = nextPart(state);
    if (state.terms.kind === 'single') return payoffAmount(state) ?? (next ? unpaidOf(next) : 0);
    return next ? unpaidOf(next) : 0;
  }
  const until = state.asOf + state.terms.reminderDays;
  return sum(state.parts.filter((part) => part.due <= until).map(unpaidOf)) + chargesOwed(state);
}

export function positionOf(state: Folded, asOf: LocalDate): Position {
  const charges = lateCharges(state);
  const next = nextPart(state);
  const instalments = state.parts.map(
    (part, index): InstalmentPosition => ({
      no: part.no,
      dueDate: fromDayNumber(part.due),
      interest: cents(part.interest),
      principal: cents(part.principal),
      interestPaid: cents(part.interestPaid),
      principalPaid: cents(part.principalPaid),
      unpaid: cents(unpaidOf(part)),
      daysLate: unpaidOf(part) > 0 ? Math.max(0, state.asOf - part.due) : 0,
      late: cents(charges.late[index] ?? 0),
      lateOwed: cents((charges.late[index] ?? 0) - part.latePaid),
      moved: part.moved,
    }),
  );
  const lateOwed = sum(instalments.map((one) => one.lateOwed));
  const penaltyOwed = charges.penalty - state.penaltyPaid;
  const unpaid = sum(instalments.map((one) => one.unpaid));
  return {
    asOf,
    status: statusOf(state),
    disbursedOn: fromDayNumber(state.disbursedOn),
    instalments,
    principalOwed: cents(principalOwed(state)),
    interestOwed: cents(sum(state.parts.map((part) => part.interest - part.interestPaid))),
    lateOwed: cents(lateOwed),
    penalty: cents(charges.penalty),
    penaltyOwed: cents(penaltyOwed),
    overdue: cents(sum(state.parts.filter((part) => part.due < state.asOf).map(unpaidOf))),
    due: cents(dueNow(state)),
    dueDate: next ? fromDayNumber(next.due) : undefined,
    dueNo: next?.no,
    daysLate: next ? Math.max(0, state.asOf - next.due) : 0,
    perDay: cents(tomorrowsLate(state)),
    credit: cents(state.credit),
    settledOn: state.settledOn === undefined ? undefined : fromDayNumber(state.settledOn),
    extensionsUsed: state.extensionsUsed,
    prepayFrom: fromDayNumber(prepayFrom(state)),
    owedInAll: cents(unpaid + lateOwed + penaltyOwed),
    clamped: {
      late: cents(charges.lateClamped),
      penalty: cents(charges.penaltyClamped),
      latePerMonth: cents(charges.byMonth),
      totalCost: cents(charges.byTotal),
      by: charges.lateClamped + charges.penaltyClamped > 0 ? state.ceiling?.name : undefined,
    },
  };
}
