import { million } from './cents.ts';
import { Accrual, latePpm } from './late.ts';
import { interestInAll, sum, unpaidOf, unpaidPrincipal } from './owed.ts';
import { share, shareDown } from './rounding.ts';
import type { Instalment, LoanState } from './state.ts';

/** An instalment that is late, with the amounts that bear late charges: what is scheduled, and the principal in it. */
interface LatePart {
  readonly part: Instalment;
  readonly scheduled: number;
  readonly principal: number;
}

/** Every instalment that is late on some day up to `day`. */
function latePartsOn(state: LoanState, day: number): LatePart[] {
  const late: LatePart[] = [];
  let carried = 0;
  let carriedPrincipal = 0;
  let isLate = false;
  for (const part of state.parts) {
    if (day <= part.due) break;
    let scheduled = unpaidOf(part);
    if (scheduled === 0) continue;
    let principal = unpaidPrincipal(part);
    if (!isLate) {
      scheduled += carried;
      principal += carriedPrincipal;
      // Within the tolerance it is not late: it joins the next instalment, on that one's due date.
      if (scheduled <= state.tolerance) {
        carried = scheduled;
        carriedPrincipal = principal;
        continue;
      }
      isLate = true;
    }
    late.push({ part, scheduled, principal });
  }
  return late;
}

/** Counts late charges up to and including `day`: each late day on what was unpaid when it began. */
export function accrue(state: LoanState, day: number): void {
  if (day <= state.asOf) return;
  const first = state.parts[0];
  if (first && day <= first.due) {
    state.asOf = day;
    return;
  }
  for (const late of latePartsOn(state, day)) accruePart(state, late, day);
  state.asOf = day;
}

function accruePart(state: LoanState, { part, scheduled, principal }: LatePart, day: number): void {
  const from = Math.max(state.asOf, part.due) - part.due;
  const to = day - part.due;
  if (to <= from) return;
  const { lateTiers, perDay, ceiling } = state;
  const base = perDay === undefined ? scheduled : principal;
  part.late ??= new Accrual();
  part.late.add(base, latePpm(lateTiers, to) - latePpm(lateTiers, from));
  if (perDay !== undefined) {
    const agreed = state.terms.lateTiers;
    part.agreed ??= new Accrual();
    part.agreed.add(scheduled, latePpm(agreed, to) - latePpm(agreed, from));
  }
  if (ceiling?.latePerMonth !== undefined) {
    part.allowed ??= new Accrual();
    part.allowed.add(scheduled, ceiling.latePerMonth * (to - from));
  }
  state.trail?.push({ no: part.no, due: part.due, from, to, base, tiers: lateTiers });
  state.penaltyCharged = true;
}

/** Late charges as they stand, ceilings counted in: per instalment, and the penalty. */
export interface LateCharges {
  readonly late: readonly number[];
  readonly penalty: number;
  /** What the ceilings took off, in cents: 0 where none did. */
  readonly lateClamped: number;
  readonly penaltyClamped: number;
  /** The same, by the ceiling that did it. */
  readonly byMonth: number;
  readonly byDay: number;
  readonly byTotal: number;
}

/** `interest`: what the loan bears of interest in all, where that is not what is scheduled now. */
export function lateCharges(state: LoanState, interest?: number): LateCharges {
  const { unit, ceiling } = state;
  // Settled: what was paid is what was charged.
  if (state.closed)
    return unclamped(
      state.parts.map((part) => part.latePaid),
      state.penaltyPaid,
    );
  const charged = state.parts.map((part) => part.late?.round(unit) ?? 0);
  const agreedPenalty = state.penaltyCharged ? state.terms.penalty : 0;
  if (!ceiling?.enforce) return unclamped(charged, agreedPenalty);
  const room = roomUnder(state, interest ?? interestInAll(state));
  const late = state.parts.map((part, index) => {
    const wanted = Math.min(charged[index] ?? 0, room.line[index] ?? 0) - part.latePaid;
    return part.latePaid + room.admit(Math.max(0, wanted), part.lateBefore - part.latePaid);
  });
  const penalty =
    state.penaltyPaid +
    room.admit(Math.max(0, agreedPenalty - state.penaltyPaid), state.penaltyBefore - state.penaltyPaid);
  const agreed = sum(state.parts.map((part, index) => part.agreed?.round(unit) ?? charged[index] ?? 0));
  const lateClamped = agreed - sum(late);
  const penaltyClamped = agreedPenalty - penalty;
  const byDay = agreed - sum(charged);
  const byTotal = room.byTotal();
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

/** What ceilings still let the loan bear of late charges. Charges that are older than the ceiling's cover need no room. */
function roomUnder(state: LoanState, interest: number) {
  const { ceiling, unit, terms } = state;
  const hasMonth = ceiling?.latePerMonth !== undefined;
  const line = state.parts.map((part) =>
    hasMonth ? part.lateBefore + (part.allowed?.floor(unit, 30) ?? 0) : Number.POSITIVE_INFINITY,
  );
  // What was paid, or waived, of late charges has taken its room already, whichever charge it was.
  const taken = sum(state.parts.map((part) => part.latePaid)) + state.penaltyPaid;
  let month = hasMonth ? Math.max(0, sum(line) + state.penaltyBefore - taken) : Number.POSITIVE_INFINITY;
  let total = Math.max(0, bearable(state) - terms.fee - interest - taken);
  let byTotal = 0;
  const admit = (wanted: number, before: number): number => {
    const free = Math.min(wanted, Math.max(0, before));
    const withinMonth = Math.min(wanted, month);
    const admitted = Math.max(free, Math.min(withinMonth, total));
    byTotal += Math.max(0, withinMonth - admitted);
    month -= withinMonth;
    total = Math.max(0, total - admitted);
    return admitted;
  };
  return { line, admit, byTotal: () => byTotal };
}

/** Everything that the loan may cost under its ceiling, in cents. */
export function bearable(state: LoanState): number {
  return shareDown(state.terms.principal, state.ceiling?.totalCost ?? 0, million, state.unit);
}

/** Late interest and penalty still unpaid. */
export function chargesOwed(state: LoanState, charges = lateCharges(state)): number {
  let owed = charges.penalty - state.penaltyPaid;
  for (const amount of charges.late) owed += amount;
  for (const part of state.parts) owed -= part.latePaid;
  return owed;
}

/** The late interest that one more day adds to everything that is late tomorrow, as far as ceilings let it. */
export function tomorrowsLate(state: LoanState): number {
  if (!state.ceiling?.enforce) {
    let added = 0;
    for (const { part, scheduled } of latePartsOn(state, state.asOf + 1)) {
      const days = state.asOf + 1 - part.due;
      const { lateTiers } = state;
      const ppm = latePpm(lateTiers, days) - latePpm(lateTiers, days - 1);
      added += share(scheduled, ppm, million, state.unit);
    }
    return added;
  }
  const tomorrow: LoanState = {
    ...state,
    trail: undefined,
    parts: state.parts.map((part) => ({
      ...part,
      late: part.late?.copy(),
      agreed: part.agreed?.copy(),
      allowed: part.allowed?.copy(),
    })),
  };
  accrue(tomorrow, state.asOf + 1);
  return sum(lateCharges(tomorrow).late) - sum(lateCharges(state).late);
}
