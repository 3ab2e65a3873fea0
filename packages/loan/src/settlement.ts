import { million } from './cents.ts';
import { chargesOwed, lateCharges } from './late-charges.ts';
import { dayNumber } from './local-date.ts';
import { principalOwed } from './owed.ts';
import { share, shareDown } from './rounding.ts';
import type { Instalment, LoanState } from './state.ts';

/** The accrued interest of an instalment in cents, rounded once for each accrual period and at most the scheduled interest. */
export function accruedInterest(state: LoanState, instalment: Instalment): number {
  const day = state.asOf - state.disbursedOn;
  let accrued = 0;
  for (const period of instalment.accrualPeriods) {
    if (day >= period.to) accrued += period.interest;
    else if (day > period.from) {
      const pesoDays =
        period.balance * (day - period.from) + period.ownPrincipal * Math.max(0, day - period.ownFrom);
      accrued += Math.min(period.interest, share(pesoDays, state.terms.dailyPpm, million, state.unit));
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

/** Whether the whole loan may be paid off today. */
export function canPayOff(state: LoanState): boolean {
  return state.asOf >= prepayFrom(state) || isCoolingOff(state);
}

/** The fee in cents that a payoff today returns. */
export function returnableFee(state: LoanState): number {
  return isCoolingOff(state) && state.terms.coolingOff?.feeKept === false && !state.closed
    ? state.terms.fee
    : 0;
}

/** Interest to today in cents, by instalment and in total, and the cents that a daily ceiling takes off. */
export interface InterestToDate {
  readonly byInstalment: readonly number[];
  readonly total: number;
  readonly clamped: number;
}

/** Interest accrued on the scheduled balances to today. Interest and fee together stay within a daily ceiling. */
export function interestToDate(state: LoanState): InterestToDate {
  if (state.closed) {
    const byInstalment = state.instalments.map((instalment) => instalment.interest);
    return { byInstalment, total: byInstalment.reduce((sum, interest) => sum + interest, 0), clamped: 0 };
  }
  let total = 0;
  const byInstalment = state.instalments.map((instalment) => {
    const accrued = accruedInterest(state, instalment);
    total += accrued;
    return accrued;
  });
  if (state.dailyRateLimit === undefined) return { byInstalment, total, clamped: 0 };
  const { principal, fee } = state.terms;
  const days = state.asOf - state.disbursedOn;
  const maxInterest = Math.max(
    0,
    shareDown(principal, state.dailyRateLimit * days, million, state.unit) - fee,
  );
  let excess = Math.max(0, total - maxInterest);
  const clamped = excess;
  // The latest interest is reduced first.
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
  return canPayOff(state) ? Math.max(0, settlementAmount(state, interestToDate(state), charges)) : undefined;
}

/**
 * The amount lent, interest to today, charges and refunds owed, less everything paid or waived; in cents. Negative when the
 * borrower has paid more ahead than the loan costs to today.
 */
export function settlementAmount(
  state: LoanState,
  interest = interestToDate(state),
  charges?: number,
): number {
  let paid = 0;
  for (const instalment of state.instalments) paid += instalment.interestPaid;
  // Dropped interest can leave more headroom for late charges under a ceiling, so those are computed with the new interest.
  const knownCharges = state.ceiling?.enforce ? undefined : charges;
  const owed =
    state.settledOn === undefined
      ? (knownCharges ?? chargesOwed(state, lateCharges(state, interest.total)))
      : 0;
  return principalOwed(state) + interest.total - paid + owed + state.refundOwed - returnableFee(state);
}
