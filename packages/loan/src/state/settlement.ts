import { million } from '../values/cents.ts';
import { dayNumber } from '../values/local-date.ts';
import { share, shareDown } from '../values/rounding.ts';
import { chargesOwed, lateCharges } from './late-charges.ts';
import { interestInAll, principalOwed, sum } from './owed.ts';
import type { Instalment, LoanState } from './state.ts';

/**
 * The accrued interest of an instalment in cents to a day number, rounded once for each accrual period and at
 * most the scheduled interest.
 */
export function accruedInterest(state: LoanState, instalment: Instalment, asOf = state.asOf): number {
  const day = asOf - state.disbursedOn;
  let accrued = 0;
  for (const period of instalment.accrualPeriods) {
    if (day >= period.to) accrued += period.interest;
    else if (day > period.from) {
      const principalDays =
        period.balance * (day - period.from) + period.ownPrincipal * Math.max(0, day - period.ownFrom);
      accrued += Math.min(period.interest, share(principalDays, state.terms.dailyPpm, million, state.unit));
    }
  }
  return Math.min(accrued, instalment.interest);
}

/** The day number from which the whole loan may be paid off early (TERM-03). */
export function prepayFrom(state: LoanState): number {
  return state.disbursedOn + Math.max(Math.ceil(state.terms.termDays / 2), state.terms.prepayMinDays);
}

/** The day number of the last day of the cooling-off period; undefined without one. */
export function coolingOffUntil(state: LoanState): number | undefined {
  const { coolingOff } = state.terms;
  if (!coolingOff) return undefined;
  const { days, from } = coolingOff;
  return from !== undefined && state.disbursedOn < dayNumber(from) ? undefined : state.disbursedOn + days;
}

export function isCoolingOff(state: LoanState): boolean {
  const until = coolingOffUntil(state);
  return until !== undefined && state.asOf <= until;
}

/** Reports whether the whole loan may be paid off today. */
export function canPayOff(state: LoanState): boolean {
  return state.asOf >= prepayFrom(state) || isCoolingOff(state);
}

/**
 * The fee in cents that a settlement today returns: the whole fee in the cooling-off period, or what a
 * ceiling does not allow.
 */
export function returnableFee(state: LoanState): number {
  if (state.closed) return 0;
  if (isCoolingOff(state) && state.terms.coolingOff?.feeRetained === false) return state.terms.fee;
  return retainableCost(state).returnedFee;
}

/** The interest in cents that the ceilings let a settlement today keep, and the part of the fee that it must return. */
interface RetainableCost {
  readonly maxInterest: number;
  readonly returnedFee: number;
}

/**
 * A settlement keeps at most what the ceilings allow for the days elapsed: a rate by month or day, of the
 * amount lent. A loan that is covered since an extension also keeps its fee and the interest that had accrued
 * by then.
 */
function retainableCost({ terms, unit, ceiling, dailyRateLimit, asOf, cover }: LoanState): RetainableCost {
  if (!ceiling?.enforce || !cover) return { maxInterest: Number.POSITIVE_INFINITY, returnedFee: 0 };
  const { principal, fee } = terms;
  const days = asOf - cover.from;
  const limit = (ppm: number | undefined, perDays: number): number =>
    ppm === undefined
      ? Number.POSITIVE_INFINITY
      : cover.costBefore + shareDown(principal, ppm * days, million * perDays, unit);
  const maxCost = Math.min(limit(dailyRateLimit, 1), limit(ceiling.effectivePerMonth, monthDays));
  const chargedFee = cover.isRenewal ? 0 : fee;
  return {
    maxInterest: Math.min(limit(ceiling.nominalPerMonth, monthDays), Math.max(0, maxCost - chargedFee)),
    returnedFee: Math.max(0, chargedFee - maxCost),
  };
}

/** Monthly ceilings are for so many days. */
const monthDays = 30;

/** Interest in cents, by instalment and in total, and the cents that ceilings take off. */
export interface LimitedInterest {
  readonly byInstalment: readonly number[];
  readonly total: number;
  readonly clamped: number;
}

/** Interest accrued on the scheduled balances to today, within the ceilings on a settlement. */
export function interestToDate(state: LoanState): LimitedInterest {
  if (!state.closed)
    return limited(
      state.instalments.map((instalment) => accruedInterest(state, instalment)),
      retainableCost(state).maxInterest,
    );
  const byInstalment = state.instalments.map((instalment) => instalment.interest);
  return { byInstalment, total: sum(byInstalment), clamped: 0 };
}

/**
 * The cost that a loan settled today before prepayment is allowed retains, if the ceilings do not allow its
 * whole cost: their interest for the days elapsed, or what it would keep on the first day of prepayment if
 * that is less. Undefined if they allow it.
 */
export function cappedEarlySettlement(state: LoanState): LimitedInterest | undefined {
  const { maxInterest, returnedFee } = retainableCost(state);
  if (interestInAll(state) <= maxInterest && returnedFee === 0) return undefined;
  const later = prepayFrom(state);
  return limited(
    state.instalments.map((instalment) => accruedInterest(state, instalment, later)),
    maxInterest,
  );
}

/** The interest by instalment, reduced to `maxInterest` in total, the latest first. */
function limited(interest: readonly number[], maxInterest: number): LimitedInterest {
  const total = sum(interest);
  const clamped = Math.max(0, total - maxInterest);
  const byInstalment = [...interest];
  let excess = clamped;
  for (let index = byInstalment.length - 1; index >= 0 && excess > 0; index -= 1) {
    const reduction = Math.min(excess, byInstalment[index] ?? 0);
    byInstalment[index] = (byInstalment[index] ?? 0) - reduction;
    excess -= reduction;
  }
  return { byInstalment, total: total - clamped, clamped };
}

/**
 * The cents that settle the loan today, with interest to today only; undefined while a payoff is not allowed. Exact and not
 * negative. `charges`: the late charges owed, if the caller has them already.
 */
export function payoffAmount(state: LoanState, charges?: number): number | undefined {
  return canPayOff(state) ? Math.max(0, settlementAmount(state, { charges })) : undefined;
}

/**
 * The amount lent, interest to today, charges and refunds owed, less everything paid or waived; in cents. Negative when the
 * borrower has paid more ahead than the loan costs to today.
 */
export function settlementAmount(
  state: LoanState,
  {
    interest = interestToDate(state),
    charges,
    returnedFee = returnableFee(state),
  }: { interest?: LimitedInterest; charges?: number | undefined; returnedFee?: number } = {},
): number {
  let paid = 0;
  for (const instalment of state.instalments) paid += instalment.interestPaid;
  // Dropped interest can leave more headroom for late charges under a ceiling, so those are computed with the new interest.
  const knownCharges = state.ceiling?.enforce ? undefined : charges;
  const owed =
    state.settledOn === undefined
      ? (knownCharges ?? chargesOwed(state, lateCharges(state, interest.total)))
      : 0;
  return principalOwed(state) + interest.total - paid + owed + state.refundReceivable - returnedFee;
}
