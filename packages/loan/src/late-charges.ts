import { million } from './cents.ts';
import { latePpm } from './late.ts';
import { share } from './rounding.ts';
import { type Folded, interestInAll, type Part, sum, unpaidOf } from './state.ts';

/** Counts late charges up to and including `day`: each late day on what was unpaid when it began. */
export function accrue(state: Folded, day: number): void {
  for (const part of state.parts) {
    if (day <= part.due) break;
    const base = unpaidOf(part);
    if (base === 0) continue;
    const from = Math.max(state.asOf, part.due) - part.due;
    const to = day - part.due;
    if (to <= from) continue;
    part.late.add(base, latePpm(state.terms.lateTiers, to) - latePpm(state.terms.lateTiers, from));
    if (state.ceiling) part.allowed.add(base, state.ceiling.latePerMonth * (to - from));
    state.trail?.push({ no: part.no, due: part.due, from, to, base });
    part.everLate = true;
    state.penaltyCharged = true;
  }
  if (day > state.asOf) state.asOf = day;
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
  readonly byTotal: number;
}

/** `interest`: what the loan bears of interest in all, where that is not what is scheduled now. */
export function lateCharges(state: Folded, interest = interestInAll(state)): LateCharges {
  const agreed = state.parts.map(agreedLate);
  const agreedPenalty = state.penaltyCharged ? state.terms.penalty : 0;
  if (!state.ceiling?.enforce)
    return {
      late: agreed,
      penalty: agreedPenalty,
      lateClamped: 0,
      penaltyClamped: 0,
      byMonth: 0,
      byTotal: 0,
    };

  const line = state.parts.map((part) => (part.everLate ? part.allowed.round(30) : 0));
  // What was paid of late charges has taken its room already, whichever charge it was.
  const taken = sum(state.parts.map((part) => part.latePaid)) + state.penaltyPaid;
  const bearable = Math.floor((state.terms.principal * state.ceiling.totalCost) / million);
  let month = Math.max(0, sum(line) - taken);
  let total = Math.max(0, bearable - state.terms.fee - interest - taken);
  let byTotal = 0;
  const admit = (wanted: number): number => {
    const withinMonth = Math.min(wanted, month);
    const admitted = Math.min(withinMonth, total);
    byTotal += withinMonth - admitted;
    month -= withinMonth;
    total -= admitted;
    return admitted;
  };
  const late = state.parts.map(
    (part, index) =>
      part.latePaid + admit(Math.max(0, Math.min(agreed[index] ?? 0, line[index] ?? 0) - part.latePaid)),
  );
  const penalty = state.penaltyPaid + admit(Math.max(0, agreedPenalty - state.penaltyPaid));
  const lateClamped = sum(agreed) - sum(late);
  const penaltyClamped = agreedPenalty - penalty;
  return {
    late,
    penalty,
    lateClamped,
    penaltyClamped,
    byMonth: lateClamped + penaltyClamped - byTotal,
    byTotal,
  };
}

function agreedLate(part: Part): number {
  return part.everLate ? part.late.round() : 0;
}

/** Late interest and penalty still unpaid. */
export function chargesOwed(state: Folded, charges = lateCharges(state)): number {
  return (
    sum(charges.late) + charges.penalty - sum(state.parts.map((part) => part.latePaid)) - state.penaltyPaid
  );
}

/** The late interest that one more day adds to everything that is late tomorrow, as far as ceilings let it. */
export function tomorrowsLate(state: Folded): number {
  if (!state.ceiling?.enforce) {
    let added = 0;
    for (const part of state.parts) {
      const days = state.asOf + 1 - part.due;
      if (days < 1) break;
      const { lateTiers } = state.terms;
      added += share(unpaidOf(part), latePpm(lateTiers, days) - latePpm(lateTiers, days - 1), million);
    }
    return added;
  }
  const tomorrow: Folded = {
    ...state,
    trail: undefined,
    parts: state.parts.map((part) => ({ ...part, late: part.late.copy(), allowed: part.allowed.copy() })),
  };
  accrue(tomorrow, state.asOf + 1);
  return sum(lateCharges(tomorrow).late) - sum(lateCharges(state).late);
}
