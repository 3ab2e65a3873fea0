import { type Ceilings, dayCeiling } from './ceilings.ts';
import type { LateTrail } from './charge-lines.ts';
import { covers } from './check-ceilings.ts';
import type { Disbursed } from './events.ts';
import type { Accrual } from './late.ts';
import { dayNumber, type LocalDate } from './local-date.ts';
import { type AccrualPeriod, plan } from './schedule.ts';
import { type LateTier, rulesVersion, type Terms } from './terms.ts';

/** An instalment as the fold carries it; days are day numbers, amounts cents. */
export interface Instalment {
  readonly no: number;
  due: number;
  interest: number;
  readonly principal: number;
  interestPaid: number;
  principalPaid: number;
  stretches: readonly AccrualPeriod[];
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
  readonly id: string;
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
  readonly part: Instalment;
  readonly interest: number;
  readonly principal: number;
  readonly entry: Entry;
  readonly isLoss: boolean;
}

/** The loan after its events up to a day. */
export interface LoanState {
  readonly terms: Terms;
  readonly unit: number;
  readonly tolerance: number;
  readonly disbursedOn: number;
  /** The day up to which late charges are counted. */
  asOf: number;
  readonly parts: Instalment[];
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
  /** In the order in which the events count. */
  readonly entries: Entry[];
  /** The last payment or waiver: what a settlement forgives is posted with it. */
  last: Entry | undefined;
  /** Where late days are written down one stretch after another, when somebody asks how a charge came about. */
  readonly trail: LateTrail | undefined;
}

/** A fault of ours: events that do not belong to the loan. */
export class LoanError extends Error {}

/** The loan on the day of its disbursal. */
export function begin(terms: Terms, start: Disbursed, trail?: LateTrail): LoanState {
  if ((terms.rules ?? rulesVersion) > rulesVersion)
    throw new LoanError(`rules of version ${terms.rules} are not known`);
  const day = dayNumber(start.valueDate);
  const parts = plan(terms).map(
    (row): Instalment => ({
      no: row.no,
      due: day + row.day,
      interest: row.interest,
      principal: row.principal,
      interestPaid: 0,
      principalPaid: 0,
      stretches: row.stretches,
      late: undefined,
      agreed: undefined,
      allowed: undefined,
      lateBefore: 0,
      latePaid: 0,
      moved: false,
    }),
  );
  const state: LoanState = {
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
    entries: [],
    last: undefined,
    trail,
  };
  cover(state, start.valueDate);
  return state;
}

/** Puts the loan under its terms' ceilings where they cover one that is entered into, or extended, on this day. */
export function cover(state: LoanState, day: LocalDate): void {
  const { ceilings } = state.terms;
  if (!ceilings || state.ceiling || !covers(ceilings, state.terms, day)) return;
  state.ceiling = ceilings;
  const perDay = ceilings.enforce ? dayCeiling(ceilings, state.terms.termDays, day) : undefined;
  if (perDay === undefined) return;
  state.perDay = perDay;
  state.lateTiers = state.terms.lateTiers.map((tier) => ({ ...tier, ppm: Math.min(tier.ppm, perDay) }));
}
