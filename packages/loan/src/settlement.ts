import { million } from './cents.ts';
import { chargesOwed, lateCharges } from './late-charges.ts';
import { dayNumber } from './local-date.ts';
import { principalOwed } from './owed.ts';
import { share, shareDown } from './rounding.ts';
import type { Instalment, LoanState } from './state.ts';

/** Interest of an instalment that has accrued so far, rounded once per stretch, and never more than is scheduled. */
export function accruedInterest(state: LoanState, part: Instalment): number {
  const day = state.asOf - state.disbursedOn;
  let accrued = 0;
  for (const stretch of part.stretches) {
    if (day >= stretch.to) accrued += stretch.interest;
    else if (day > stretch.from) {
      const pesoDays =
        stretch.balance * (day - stretch.from) + stretch.own * Math.max(0, day - stretch.ownFrom);
      accrued += Math.min(stretch.interest, share(pesoDays, state.terms.dailyPpm, million, state.unit));
    }
  }
  return Math.min(accrued, part.interest);
}

/** The first day on which the whole loan may be paid before its time (TERM-03). */
export function prepayFrom(state: LoanState): number {
  return state.disbursedOn + Math.max(Math.ceil(state.terms.termDays / 2), state.terms.prepayMinDays);
}

/** The last day on which the borrower may give the loan back; undefined where the terms have no cooling-off. */
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

/** May the whole loan be paid off today? */
export function canPayOff(state: LoanState): boolean {
  return state.asOf >= prepayFrom(state) || isCoolingOff(state);
}

/** The fee that a payoff of today gives back. */
export function feeBack(state: LoanState): number {
  return isCoolingOff(state) && state.terms.coolingOff?.feeKept === false && !state.closed
    ? state.terms.fee
    : 0;
}

/** The interest that the loan bears to today, by instalment, and what a ceiling a day takes off it. */
export interface InterestToDate {
  readonly parts: readonly number[];
  readonly total: number;
  readonly clamped: number;
}

/** Interest accrued on the scheduled balances to today; with the fee at most what a ceiling a day lets the loan bear. */
export function interestToDate(state: LoanState): InterestToDate {
  if (state.closed) {
    const parts = state.parts.map((part) => part.interest);
    return { parts, total: parts.reduce((sum, one) => sum + one, 0), clamped: 0 };
  }
  let total = 0;
  const parts = state.parts.map((part) => {
    const accrued = accruedInterest(state, part);
    total += accrued;
    return accrued;
  });
  if (state.perDay === undefined) return { parts, total, clamped: 0 };
  const { principal, fee } = state.terms;
  const days = state.asOf - state.disbursedOn;
  const limit = Math.max(0, shareDown(principal, state.perDay * days, million, state.unit) - fee);
  let over = Math.max(0, total - limit);
  const clamped = over;
  // What accrued last is taken off first.
  for (let index = parts.length - 1; index >= 0 && over > 0; index -= 1) {
    const off = Math.min(over, parts[index] ?? 0);
    parts[index] = (parts[index] ?? 0) - off;
    over -= off;
  }
  return { parts, total: total - clamped, clamped };
}

/** What settles the loan today, with interest to today only; undefined before that is allowed. Exact, not below 0. `charges`: what is owed of them as scheduled, where it is known. */
export function payoffAmount(state: LoanState, charges?: number): number | undefined {
  return canPayOff(state) ? Math.max(0, settlementAmount(state, interestToDate(state), charges)) : undefined;
}

/**
 * Amount lent, interest to today, charges and refunds owed, less all that was paid or waived. Below 0 where more was paid
 * ahead than the loan bears to today.
 */
export function settlementAmount(
  state: LoanState,
  interest = interestToDate(state),
  charges?: number,
): number {
  let paid = 0;
  for (const part of state.parts) paid += part.interestPaid;
  // Interest that is dropped may leave a ceiling more room for late charges: they count as they will stand afterwards.
  const known = state.ceiling?.enforce ? undefined : charges;
  const owed =
    state.settledOn === undefined ? (known ?? chargesOwed(state, lateCharges(state, interest.total))) : 0;
  return principalOwed(state) + interest.total - paid + owed + state.refundOwed - feeBack(state);
}
