import type { Instalment, LoanState } from './state.ts';

/** Scheduled amount of an instalment that is still unpaid. */
export function unpaidOf(part: Instalment): number {
  return part.interest - part.interestPaid + part.principal - part.principalPaid;
}

export function unpaidPrincipal(part: Instalment): number {
  return part.principal - part.principalPaid;
}

/**
 * The place of the instalment in question: the first whose unpaid amount, with the remainders of earlier ones, is above the
 * tolerance. Those earlier ones are carried into it. Where no unpaid amount is above it, the last one with anything unpaid;
 * −1 where nothing is.
 */
export function headIndex(state: LoanState): number {
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
export function dueBy(state: LoanState, day: number): number {
  let due = 0;
  for (const part of state.parts) {
    if (part.due > day) break;
    due += unpaidOf(part);
  }
  return due > state.tolerance ? due : 0;
}

export function principalOwed(state: LoanState): number {
  let owed = 0;
  for (const part of state.parts) owed += part.principal - part.principalPaid;
  return owed;
}

export function scheduledOwed(state: LoanState): number {
  let owed = 0;
  for (const part of state.parts) owed += unpaidOf(part);
  return owed;
}

export function interestInAll(state: LoanState): number {
  let interest = 0;
  for (const part of state.parts) interest += part.interest;
  return interest;
}

export function sum(amounts: readonly number[]): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}
