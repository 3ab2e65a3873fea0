import { million } from '../values/cents.ts';
import { share, shareDown } from '../values/rounding.ts';
import { Accrual, latePpm } from './late.ts';
import { interestInAll, sum, unpaidOf, unpaidPrincipal } from './owed.ts';
import { coveredOn, nextGraceEdge } from './reversal-grace.ts';
import type { Instalment, LoanState } from './state.ts';

/** A late instalment with the amounts in cents that bear late charges: the unpaid scheduled amount, and the principal in it. */
interface LateInstalment {
  readonly instalment: Instalment;
  readonly scheduled: number;
  readonly principal: number;
}

/** Every instalment that is late on `day` or before. */
function lateInstalmentsOn(state: LoanState, day: number): LateInstalment[] {
  const late: LateInstalment[] = [];
  let carried = 0;
  let carriedPrincipal = 0;
  let isLate = false;
  for (const instalment of state.instalments) {
    if (day <= instalment.due) break;
    const covered = coveredOn(state, instalment, day);
    let scheduled = Math.max(0, unpaidOf(instalment) - covered.scheduled);
    if (scheduled === 0) continue;
    let principal = Math.max(0, unpaidPrincipal(instalment) - covered.principal);
    if (!isLate) {
      scheduled += carried;
      principal += carriedPrincipal;
      // A remainder within the tolerance is not late: it joins the next instalment on that instalment's due date.
      if (scheduled <= state.tolerance) {
        carried = scheduled;
        carriedPrincipal = principal;
        continue;
      }
      isLate = true;
    }
    late.push({ instalment, scheduled, principal });
  }
  return late;
}

/** Accrues late charges up to and including `day`. Each late day counts on the amount that was unpaid when the day began. */
export function accrue(state: LoanState, day: number): void {
  if (day <= state.asOf) return;
  const first = state.instalments[0];
  if (first && day <= first.due) {
    state.asOf = day;
    return;
  }
  while (state.asOf < day) {
    const until = nextGraceEdge(state, state.asOf, day);
    for (const late of lateInstalmentsOn(state, until)) accrueInstalment(state, late, until);
    state.asOf = until;
  }
}

function accrueInstalment(
  state: LoanState,
  { instalment, scheduled, principal }: LateInstalment,
  day: number,
): void {
  // The days of a stop are late days without charges. The fold accrues up to the stop before it applies the stop.
  const stopped = state.chargesStoppedUntil ?? 0;
  const from = Math.max(state.asOf, instalment.due, Math.min(day, stopped)) - instalment.due;
  const to = day - instalment.due;
  if (to <= from) return;
  const { lateTiers, dailyRateLimit, ceiling } = state;
  const base = dailyRateLimit === undefined ? scheduled : principal;
  if (base > 0 && instalment.lateDays !== undefined) instalment.lateDays += to - from;
  instalment.late ??= new Accrual();
  instalment.late.add(base, latePpm(lateTiers, to) - latePpm(lateTiers, from));
  if (dailyRateLimit !== undefined) {
    const agreed = state.terms.lateTiers;
    instalment.agreed ??= new Accrual();
    instalment.agreed.add(scheduled, latePpm(agreed, to) - latePpm(agreed, from));
  }
  if (ceiling?.latePerMonth !== undefined) {
    instalment.allowed ??= new Accrual();
    instalment.allowed.add(scheduled, ceiling.latePerMonth * (to - from));
  }
  state.trail?.push({ no: instalment.no, due: instalment.due, from, to, base, tiers: lateTiers });
  state.penaltyCharged = true;
}

/** Late charges after ceilings, in cents: late interest by instalment, and the penalty. */
export interface LateCharges {
  readonly late: readonly number[];
  readonly penalty: number;
  /** Cents that the ceilings took off; 0 if none did. */
  readonly lateClamped: number;
  readonly penaltyClamped: number;
  /** The same cents by ceiling. */
  readonly byMonth: number;
  readonly byDay: number;
  readonly byTotal: number;
}

/** `interest`: the loan's total interest in cents. It defaults to the scheduled interest. */
export function lateCharges(state: LoanState, interest?: number): LateCharges {
  const { unit, ceiling } = state;
  // A settled loan was charged exactly what was paid.
  if (state.closed)
    return unclamped(
      state.instalments.map((instalment) => instalment.latePaid),
      state.penaltyPaid,
    );
  const charged = state.instalments.map((instalment) => instalment.late?.round(unit) ?? 0);
  const agreedPenalty = state.penaltyCharged ? state.terms.penalty : 0;
  if (!ceiling?.enforce) return unclamped(charged, agreedPenalty);
  const headroom = ceilingHeadroom(state, interest ?? interestInAll(state));
  const late = state.instalments.map((instalment, index) => {
    const requested = Math.min(charged[index] ?? 0, headroom.maxLate[index] ?? 0) - instalment.latePaid;
    return (
      instalment.latePaid +
      headroom.admit(Math.max(0, requested), instalment.lateBefore - instalment.latePaid)
    );
  });
  const penalty =
    state.penaltyPaid +
    headroom.admit(Math.max(0, agreedPenalty - state.penaltyPaid), state.penaltyBefore - state.penaltyPaid);
  const agreed = sum(
    state.instalments.map((instalment, index) => instalment.agreed?.round(unit) ?? charged[index] ?? 0),
  );
  const lateClamped = agreed - sum(late);
  const penaltyClamped = agreedPenalty - penalty;
  const byDay = agreed - sum(charged);
  const byTotal = headroom.byTotal();
  return {
    late,
    penalty,
    lateClamped,
    penaltyClamped,
    byMonth: lateClamped + penaltyClamped - byTotal - byDay,
    byDay,
    byTotal,
  };
}

function unclamped(late: readonly number[], penalty: number): LateCharges {
  return { late, penalty, lateClamped: 0, penaltyClamped: 0, byMonth: 0, byDay: 0, byTotal: 0 };
}

/**
 * The cents of late charges that the ceilings still allow. Charges from before the ceiling covered the loan are exempt.
 * `admit` uses the headroom up, in the order of its calls.
 */
function ceilingHeadroom(state: LoanState, interest: number) {
  const { ceiling, unit, terms } = state;
  const hasMonth = ceiling?.latePerMonth !== undefined;
  const maxLate = state.instalments.map((instalment) =>
    hasMonth ? instalment.lateBefore + (instalment.allowed?.floor(unit, 30) ?? 0) : Number.POSITIVE_INFINITY,
  );
  // Late charges that were paid or waived have used up headroom, whichever charge they were.
  const settledCharges = sum(state.instalments.map((instalment) => instalment.latePaid)) + state.penaltyPaid;
  let monthHeadroom = hasMonth
    ? Math.max(0, sum(maxLate) + state.penaltyBefore - settledCharges)
    : Number.POSITIVE_INFINITY;
  let totalHeadroom = Math.max(0, totalCostLimit(state) - terms.fee - interest - settledCharges);
  let byTotal = 0;
  const admit = (requested: number, chargedBefore: number): number => {
    const exempt = Math.min(requested, Math.max(0, chargedBefore));
    const withinMonth = Math.min(requested, monthHeadroom);
    const admitted = Math.max(exempt, Math.min(withinMonth, totalHeadroom));
    byTotal += Math.max(0, withinMonth - admitted);
    monthHeadroom -= withinMonth;
    totalHeadroom = Math.max(0, totalHeadroom - admitted);
    return admitted;
  };
  return { maxLate, admit, byTotal: () => byTotal };
}

/** The highest total cost that the loan's ceiling allows, in cents. */
export function totalCostLimit(state: LoanState): number {
  return shareDown(state.terms.principal, state.ceiling?.totalCost ?? 0, million, state.unit);
}

/** Unpaid late interest and penalty, in cents. */
export function chargesOwed(state: LoanState, charges = lateCharges(state)): number {
  let owed = charges.penalty - state.penaltyPaid;
  for (const amount of charges.late) owed += amount;
  for (const instalment of state.instalments) owed -= instalment.latePaid;
  return owed;
}

/**
 * Charges and refunds owed that are due by themselves, in cents. Within the tolerance they are not: no
 * channel may take so little, so they join the next instalment. `charges`: late interest and penalty owed, if
 * the caller has them already.
 */
export function chargesDue(state: LoanState, charges = chargesOwed(state)): number {
  const owed = charges + state.refundReceivable;
  return owed > state.tolerance || !state.instalments.some((instalment) => unpaidOf(instalment) > 0)
    ? owed
    : 0;
}

/** The late interest in cents that one more day adds to everything that is late tomorrow, after ceilings. */
export function tomorrowsLate(state: LoanState): number {
  if (state.asOf < (state.chargesStoppedUntil ?? 0)) return 0;
  if (!state.ceiling?.enforce) {
    let added = 0;
    for (const { instalment, scheduled } of lateInstalmentsOn(state, state.asOf + 1)) {
      const days = state.asOf + 1 - instalment.due;
      const { lateTiers } = state;
      const ppm = latePpm(lateTiers, days) - latePpm(lateTiers, days - 1);
      added += share(scheduled, ppm, million, state.unit);
    }
    return added;
  }
  const tomorrow: LoanState = {
    ...state,
    trail: undefined,
    instalments: state.instalments.map((instalment) => ({
      ...instalment,
      late: instalment.late?.copy(),
      agreed: instalment.agreed?.copy(),
      allowed: instalment.allowed?.copy(),
    })),
  };
  accrue(tomorrow, state.asOf + 1);
  return sum(lateCharges(tomorrow).late) - sum(lateCharges(state).late);
}
