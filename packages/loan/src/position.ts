import { type Cents, cents, million } from './cents.ts';
import type { LoanEvent } from './events.ts';
import {
  type Allocation,
  chargesOwed,
  dateOf,
  type Folded,
  fold,
  lateCharges,
  type Part,
  payoffAmount,
  prepayFrom,
  principalOwed,
  sum,
  unpaidOf,
} from './fold.ts';
import { latePpm } from './late.ts';
import type { LocalDate } from './local-date.ts';
import { share } from './rounding.ts';
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
  /** What tomorrow will add if nothing is paid. */
  readonly perDay: Cents;
  /** Paid beyond what was owed: the borrower's, refundable. */
  readonly credit: Cents;
  readonly settledOn: LocalDate | undefined;
  readonly extensionsUsed: number;
  readonly prepayFrom: LocalDate;
  /** Everything that the borrower owes today if the loan went on as scheduled. */
  readonly owedInAll: Cents;
  /** What enforced ceilings took off late interest and penalty, and whose ceilings they are. */
  readonly clamped: { readonly late: Cents; readonly penalty: Cents; readonly by: string | undefined };
}

/** The loan after its events, on a day: a pure function, the same whenever and however often it is asked. Throws LoanError before disbursal. */
export function position(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Position {
  return positionOf(fold(terms, events, asOf), asOf);
}

/** Where each event's money goes, in cents, as the fold gives it now; events that were reversed are not in it. */
export function allocations(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): ReadonlyMap<string, Readonly<Allocation>> {
  return fold(terms, events, asOf).allocations;
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

/** What one more day adds: a day's late interest on everything late, ceilings left aside. */
function perDay(state: Folded): number {
  return sum(
    state.parts.map((part) => {
      const days = state.asOf + 1 - part.due;
      if (days < 1) return 0;
      return share(
        unpaidOf(part),
        latePpm(state.terms.lateTiers, days) - latePpm(state.terms.lateTiers, days - 1),
        million,
      );
    }),
  );
}

export function positionOf(state: Folded, asOf: LocalDate): Position {
  const charges = lateCharges(state);
  const next = nextPart(state);
  const instalments = state.parts.map(
    (part, index): InstalmentPosition => ({
      no: part.no,
      dueDate: dateOf(part.due),
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
    disbursedOn: dateOf(state.disbursedOn),
    instalments,
    principalOwed: cents(principalOwed(state)),
    interestOwed: cents(sum(state.parts.map((part) => part.interest - part.interestPaid))),
    lateOwed: cents(lateOwed),
    penalty: cents(charges.penalty),
    penaltyOwed: cents(penaltyOwed),
    overdue: cents(sum(state.parts.filter((part) => part.due < state.asOf).map(unpaidOf))),
    due: cents(dueNow(state)),
    dueDate: next ? dateOf(next.due) : undefined,
    dueNo: next?.no,
    daysLate: next ? Math.max(0, state.asOf - next.due) : 0,
    perDay: cents(perDay(state)),
    credit: cents(state.credit),
    settledOn: state.settledOn === undefined ? undefined : dateOf(state.settledOn),
    extensionsUsed: state.extensionsUsed,
    prepayFrom: dateOf(prepayFrom(state)),
    owedInAll: cents(unpaid + lateOwed + penaltyOwed),
    clamped: {
      late: cents(charges.lateClamped),
      penalty: cents(charges.penaltyClamped),
      by: charges.lateClamped + charges.penaltyClamped > 0 ? state.ceiling?.name : undefined,
    },
  };
}
