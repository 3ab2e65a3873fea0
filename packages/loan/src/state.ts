import { type Ceilings, dayCeiling } from './ceilings.ts';
import type { LateTrail } from './charge-lines.ts';
import { covers } from './check-ceilings.ts';
import type { Disbursed } from './events.ts';
import type { Accrual } from './late.ts';
import { dayNumber, type LocalDate } from './local-date.ts';
import { plan } from './schedule.ts';
import { type LateTier, rulesVersion, type Terms } from './terms.ts';

/**
 * A stretch over which interest accrues evenly by day: on `balance` from its first day, and on `own` from `ownFrom` (an
 * instalment that was moved bears interest of its own from the day it was moved on).
 */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly balance: number;
  readonly own: number;
  readonly ownFrom: number;
  readonly interest: number;
}

/** An instalment as the fold carries it; days are day numbers, amounts cents. */
export interface Part {
  readonly no: number;
  due: number;
  interest: number;
  readonly principal: number;
  interestPaid: number;
  principalPaid: number;
  stretches: Stretch[];
  /** Late interest as charged before monthly and total ceilings; `agreed`: by the terms alone, where a ceiling a day lowers it. */
  late: Accrual | undefined;
  agreed: Accrual | undefined;
  /** What a monthly ceiling lets this instalment bear of late charges, and what it bore before that ceiling covered the loan. */
  allowed: Accrual | undefined;
  lateBefore: number;
  latePaid: number;
  moved: boolean;
}

/**
 * How much of an event went where, in cents. A reversed payment is not here at all. Of a payment:
 * interest + principal + late + penalty + credit + recovery + refundOwed = amount + fee.
 */
export interface Allocation {
  readonly interest: number;
  readonly principal: number;
  readonly late: number;
  readonly penalty: number;
  /** To the borrower's credit; negative where a refund takes it back out. */
  readonly credit: number;
  readonly recovery: number;
  /** Principal given up: by a waiver, a write-off, or the rounding that settles. */
  readonly loss: number;
  /** The processing fee that giving the loan back in its cooling-off days returns. */
  readonly fee: number;
  /** What the tolerance forgave with this event, of whatever it was; its principal is in `loss`. */
  readonly rounding: number;
  /** Negative: what of a refund no credit covers any more. Positive: what of it was paid again. */
  readonly refundOwed: number;
  /** What of `rounding` was forgiven of `refundOwed`. */
  readonly refundForgiven: number;
}

/** An event's money while the fold is under way. A waiver's interest, principal, late and penalty are what it forgave. */
export interface Entry {
  readonly kind: 'paid' | 'waived' | 'other';
  /** It came after the write-off, whose principal is out of the books. */
  readonly isAfterWriteOff: boolean;
  interest: number;
  principal: number;
  late: number;
  penalty: number;
  credit: number;
  loss: number;
  fee: number;
  rounding: number;
  refundOwed: number;
  refundForgiven: number;
}

/** What the tolerance forgave of an instalment, with which event. */
export interface Forgiven {
  readonly part: Part;
  readonly interest: number;
  readonly principal: number;
  readonly entry: Entry;
  readonly isLoss: boolean;
}

/** The loan after its events up to a day. */
export interface Folded {
  readonly terms: Terms;
  readonly unit: number;
  readonly tolerance: number;
  readonly disbursedOn: number;
  /** The day up to which late charges are counted. */
  asOf: number;
  readonly parts: Part[];
  ceiling: Ceilings | undefined;
  /** The rate a day that interest and fee may reach; undefined without an enforced ceiling a day. */
  perDay: number | undefined;
  lateTiers: readonly LateTier[];
  penaltyCharged: boolean;
  /** Penalty charged before a ceiling covered the loan. */
  penaltyBefore: number;
  penaltyPaid: number;
  /** Paid and waived in all, less what was refunded of it. */
  received: number;
  credit: number;
  refundOwed: number;
  /** Interest has been fixed at what had accrued on the day that settled the loan. */
  closed: boolean;
  feeReturned: number;
  forgiven: Forgiven[];
  writeOff: Entry | undefined;
  extensionsUsed: number;
  settledOn: number | undefined;
  readonly entries: Map<string, Entry>;
  /** The last payment or waiver: what a settlement forgives is posted with it. */
  last: Entry | undefined;
  /** Where late days are written down one stretch after another, when somebody asks how a charge came about. */
  readonly trail: LateTrail | undefined;
}

/** A fault of ours: events that do not belong to the loan. */
export class LoanError extends Error {}

/** The loan on the day of its disbursal. */
export function begin(terms: Terms, start: Disbursed, trail?: LateTrail): Folded {
  if ((terms.rules ?? rulesVersion) > rulesVersion)
    throw new LoanError(`rules of version ${terms.rules} are not known`);
  const day = dayNumber(start.valueDate);
  let from = day;
  const parts = plan(terms).map((row): Part => {
    const due = day + row.day;
    const { opening: balance, interest } = row;
    const stretch: Stretch = { from, to: due, balance, own: 0, ownFrom: due, interest };
    from = due;
    return {
      no: row.no,
      due,
      interest,
      principal: row.principal,
      interestPaid: 0,
      principalPaid: 0,
      stretches: [stretch],
      late: undefined,
      agreed: undefined,
      allowed: undefined,
      lateBefore: 0,
      latePaid: 0,
      moved: false,
    };
  });
  const state: Folded = {
    terms,
    unit: terms.unit ?? 1,
    tolerance: terms.tolerance ?? 0,
    disbursedOn: day,
    asOf: day,
    parts,
    ceiling: undefined,
    perDay: undefined,
    lateTiers: terms.lateTiers,
    penaltyCharged: false,
    penaltyBefore: 0,
    penaltyPaid: 0,
    received: 0,
    credit: 0,
    refundOwed: 0,
    closed: false,
    feeReturned: 0,
    forgiven: [],
    writeOff: undefined,
    extensionsUsed: 0,
    settledOn: undefined,
    entries: new Map(),
    last: undefined,
    trail,
  };
  cover(state, start.valueDate);
  return state;
}

/** Puts the loan under its terms' ceilings where they cover one that is entered into, or extended, on this day. */
export function cover(state: Folded, day: LocalDate): void {
  const { ceilings } = state.terms;
  if (!ceilings || state.ceiling || !covers(ceilings, state.terms, day)) return;
  state.ceiling = ceilings;
  const perDay = ceilings.enforce ? dayCeiling(ceilings, state.terms.termDays, day) : undefined;
  if (perDay === undefined) return;
  state.perDay = perDay;
  state.lateTiers = state.terms.lateTiers.map((tier) => ({ ...tier, ppm: Math.min(tier.ppm, perDay) }));
}

/** Scheduled amount of an instalment that is still unpaid. */
export function unpaidOf(part: Part): number {
  return part.interest - part.interestPaid + part.principal - part.principalPaid;
}

export function unpaidPrincipal(part: Part): number {
  return part.principal - part.principalPaid;
}

/**
 * The place of the instalment in question: the first whose unpaid amount, with the remainders of earlier ones, is above the
 * tolerance. Those earlier ones are carried into it. Where no unpaid amount is above it, the last one with anything unpaid;
 * −1 where nothing is.
 */
export function headIndex(state: Folded): number {
  const { parts, tolerance } = state;
  let carried = 0;
  let last = -1;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    const unpaid = part ? unpaidOf(part) : 0;
    if (unpaid === 0) continue;
    last = index;
    carried += unpaid;
    if (carried > tolerance) return index;
  }
  return last;
}

/** All scheduled amounts due by a day, where they are above the tolerance; 0 otherwise. */
export function dueBy(state: Folded, day: number): number {
  let due = 0;
  for (const part of state.parts) {
    if (part.due > day) break;
    due += unpaidOf(part);
  }
  return due > state.tolerance ? due : 0;
}

export function principalOwed(state: Folded): number {
  let owed = 0;
  for (const part of state.parts) owed += part.principal - part.principalPaid;
  return owed;
}

export function scheduledOwed(state: Folded): number {
  let owed = 0;
  for (const part of state.parts) owed += unpaidOf(part);
  return owed;
}

export function interestInAll(state: Folded): number {
  let interest = 0;
  for (const part of state.parts) interest += part.interest;
  return interest;
}

export function sum(amounts: readonly number[]): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}
