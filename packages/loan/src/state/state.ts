import { type CostLimits, dayCeiling } from '../terms/ceilings.ts';
import { covers } from '../terms/check-ceilings.ts';
import { type AccrualPeriod, plan } from '../terms/schedule.ts';
import { type LateTier, rulesVersion, type Terms } from '../terms/terms.ts';
import { dayNumber, type LocalDate } from '../values/local-date.ts';
import type { Disbursed } from './events.ts';
import type { Accrual } from './late.ts';

/** Cents of an instalment: all of it that is scheduled, and the principal in it. */
export interface Covered {
  readonly scheduled: number;
  readonly principal: number;
}

/** All of an instalment. */
export const everything: Covered = {
  scheduled: Number.POSITIVE_INFINITY,
  principal: Number.POSITIVE_INFINITY,
};

/**
 * Late days without charges, those after `from` up to and including `until`: a borrower is not charged for
 * days on which the lender's own word was that they had paid, nor while an arrangement is kept. `from` is the
 * day of a payment that was reversed, or the first of the arrangement.
 */
export interface GracePeriod {
  readonly from: number;
  readonly until: number;
  /** The amounts without charges, by the number of the instalment. `all`: the loan was settled. */
  readonly covered: 'all' | ReadonlyMap<number, Covered>;
}

/** An arrangement during the fold. Days are day numbers, amounts are cents. */
export interface Arrangement {
  readonly from: number;
  /** The day on which it is broken; undefined while the events keep it. */
  readonly brokenOn: number | undefined;
  /** The numbers of its instalments. */
  readonly instalments: ReadonlySet<number>;
  readonly parts: readonly { readonly day: number; readonly amount: number }[];
}

/**
 * Late days of an instalment on an unchanged base in cents: after late day `from` up to and including `to`.
 * `due` is a day number.
 */
interface LateAccrualPeriod {
  readonly no: number;
  readonly due: number;
  readonly from: number;
  readonly to: number;
  readonly base: number;
  readonly tiers: readonly LateTier[];
}
export type LateAccrualPeriods = LateAccrualPeriod[];

/** An instalment during the fold. Days are day numbers, amounts are cents. */
export interface Instalment {
  readonly no: number;
  due: number;
  interest: number;
  readonly principal: number;
  interestPaid: number;
  principalPaid: number;
  accrualPeriods: readonly AccrualPeriod[];
  /** Late interest before monthly and total ceilings. */
  late: Accrual | undefined;
  /** Late interest by the terms alone, if a daily ceiling lowers it. */
  agreed: Accrual | undefined;
  /** The late charges that a monthly ceiling allows this instalment. */
  allowed: Accrual | undefined;
  /** Late interest charged before a ceiling covered the loan. */
  lateBefore: number;
  latePaid: number;
  /** The days charged since late interest was last paid in full; undefined if a part of it is paid. */
  lateDays: number | undefined;
  moved: boolean;
}

/**
 * The allocation of an event's money to buckets, in cents. Reversed payments have none. For a payment:
 * interest + principal + late + penalty + credit + recovery + refundReceivable = amount + feeReturned.
 */
export interface Allocation {
  readonly interest: number;
  readonly principal: number;
  readonly late: number;
  readonly penalty: number;
  /** Added to the borrower's credit; negative for a refund. */
  readonly credit: number;
  readonly recovery: number;
  /** Principal lost: by a waiver, a write-off, or the rounding of a settlement. */
  readonly loss: number;
  /** The processing fee that a payoff in the cooling-off period returns; positive, a debit of `income:fee`. */
  readonly feeReturned: number;
  /** Cents of all buckets that the tolerance forgave with this event. Forgiven principal is in `loss` too. */
  readonly rounding: number;
  /** Negative: the part of a refund that no credit covers. Positive: the part of it that a payment paid again. */
  readonly refundReceivable: number;
  /** The part of `rounding` that was forgiven of `refundReceivable`. */
  readonly refundForgiven: number;
}

/**
 * The allocation of an event during the fold, in cents. For a waiver: the forgiven interest, principal, late
 * interest and penalty.
 */
export interface Entry {
  readonly id: string;
  readonly kind: 'paid' | 'waived' | 'other';
  /** The event counts after the write-off, which took the principal out of the books. */
  readonly isAfterWriteOff: boolean;
  interest: number;
  principal: number;
  late: number;
  penalty: number;
  credit: number;
  loss: number;
  feeReturned: number;
  rounding: number;
  refundReceivable: number;
  refundForgiven: number;
}

/** The cents of an instalment that the tolerance forgave, and the event that records them. */
interface Forgiven {
  readonly instalment: Instalment;
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
  readonly instalments: Instalment[];
  ceiling: (CostLimits & { readonly name?: string }) | undefined;
  /** Since when the ceiling covers the loan, and the interest in cents that had accrued by then. */
  cover: { readonly from: number; readonly costBefore: number; readonly isRenewal: boolean } | undefined;
  /** The daily ceiling on interest and fee, in ppm; undefined if none is enforced. */
  dailyRateLimit: number | undefined;
  lateTiers: readonly LateTier[];
  /** The last day number on which late charges are stopped; undefined if they never were. */
  chargesStoppedUntil: number | undefined;
  penaltyCharged: boolean;
  /** Penalty in cents charged before a ceiling covered the loan. */
  penaltyBefore: number;
  penaltyPaid: number;
  /** Total cents paid and waived. */
  received: number;
  credit: number;
  refundReceivable: number;
  /** The loan is settled and its interest is fixed at the amount accrued on that day. */
  closed: boolean;
  feeReturned: number;
  forgiven: Forgiven[];
  writeOff: Entry | undefined;
  extensionsUsed: number;
  settledOn: number | undefined;
  /** Entries in the order in which their events count. */
  readonly entries: Entry[];
  /** The last payment or waiver. It records the amounts that a settlement forgives. */
  lastEntry: Entry | undefined;
  /** The latest arrangement, also after its end. */
  arrangement: Arrangement | undefined;
  /** Days without late charges: after reversed payments, and while arrangements are kept. */
  readonly graces: readonly GracePeriod[];
  /** Collects the late accrual periods if the caller explains charges. */
  readonly trail: LateAccrualPeriods | undefined;
}

/** A programming error: the events or terms are not those of a valid loan. */
export class LoanError extends Error {}

/** The state on the day of disbursal. Throws LoanError for an unknown version of the rules. */
export function initialState(
  terms: Terms,
  start: Disbursed,
  { graces, trail }: { graces: readonly GracePeriod[]; trail: LateAccrualPeriods | undefined },
): LoanState {
  if ((terms.rules ?? rulesVersion) > rulesVersion)
    throw new LoanError(`rules of version ${terms.rules} are not known`);
  const day = dayNumber(start.valueDate);
  const instalments = plan(terms).map(
    (row): Instalment => ({
      no: row.no,
      due: day + row.day,
      interest: row.interest,
      principal: row.principal,
      interestPaid: 0,
      principalPaid: 0,
      accrualPeriods: row.accrualPeriods,
      late: undefined,
      agreed: undefined,
      allowed: undefined,
      lateBefore: 0,
      latePaid: 0,
      lateDays: 0,
      moved: false,
    }),
  );
  const state: LoanState = {
    terms,
    unit: terms.unit ?? 1,
    tolerance: terms.tolerance ?? 0,
    disbursedOn: day,
    asOf: day,
    instalments,
    ceiling: undefined,
    cover: undefined,
    dailyRateLimit: undefined,
    lateTiers: terms.lateTiers,
    chargesStoppedUntil: undefined,
    penaltyCharged: false,
    penaltyBefore: 0,
    penaltyPaid: 0,
    received: 0,
    credit: 0,
    refundReceivable: 0,
    closed: false,
    feeReturned: 0,
    forgiven: [],
    writeOff: undefined,
    extensionsUsed: 0,
    settledOn: undefined,
    entries: [],
    lastEntry: undefined,
    arrangement: undefined,
    graces,
    trail,
  };
  applyCeilings(state, start.valueDate, { costBefore: 0, isRenewal: false });
  return state;
}

/** Applies the ceilings of the terms if they cover a loan that is disbursed or extended on `day`. */
export function applyCeilings(
  state: LoanState,
  day: LocalDate,
  before: { readonly costBefore: number; readonly isRenewal: boolean },
): void {
  const { ceilings } = state.terms;
  if (!ceilings || state.ceiling || !covers(ceilings, state.terms, day)) return;
  state.ceiling = ceilings;
  state.cover = { from: dayNumber(day), ...before };
  const perDay = ceilings.enforce ? dayCeiling(ceilings, state.terms.termDays, day) : undefined;
  if (perDay === undefined) return;
  state.dailyRateLimit = perDay;
  state.lateTiers = state.terms.lateTiers.map((tier) => ({ ...tier, ppm: Math.min(tier.ppm, perDay) }));
}
