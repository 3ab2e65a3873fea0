import type { Instalment, LoanState } from './state.ts';

/** The unpaid scheduled amount of an instalment, in cents. */
export function unpaidOf(instalment: Instalment): number {
  return instalment.interest - instalment.interestPaid + instalment.principal - instalment.principalPaid;
}

export function unpaidPrincipal(instalment: Instalment): number {
  return instalment.principal - instalment.principalPaid;
}

/**
 * The index of the current instalment: the first one whose unpaid amount, with the remainders of earlier instalments, exceeds
 * the tolerance. Earlier remainders are carried into it. If no amount exceeds the tolerance, the last instalment with an unpaid
 * amount; −1 if nothing is unpaid.
 */
export function currentIndex(state: LoanState): number {
  const { instalments, tolerance } = state;
  let carried = 0;
  let last = -1;
  for (let index = 0; index < instalments.length; index += 1) {
    const instalment = instalments[index];
    const unpaid = instalment ? unpaidOf(instalment) : 0;
    if (unpaid === 0) continue;
    last = index;
    carried += unpaid;
    if (carried > tolerance) return index;
  }
  return last;
}

/** The unpaid scheduled cents due by a day number, or 0 if they are within the tolerance. */
export function dueBy(state: LoanState, day: number): number {
  let due = 0;
  for (const instalment of state.instalments) {
    if (instalment.due > day) break;
    due += unpaidOf(instalment);
  }
  return due > state.tolerance ? due : 0;
}

export function principalOwed(state: LoanState): number {
  let owed = 0;
  for (const instalment of state.instalments) owed += instalment.principal - instalment.principalPaid;
  return owed;
}

export function scheduledOwed(state: LoanState): number {
  let owed = 0;
  for (const instalment of state.instalments) owed += unpaidOf(instalment);
  return owed;
}

export function interestInAll(state: LoanState): number {
  let interest = 0;
  for (const instalment of state.instalments) interest += instalment.interest;
  return interest;
}

export function sum(amounts: readonly number[]): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}
