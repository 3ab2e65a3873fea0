import { million } from './cents.ts';
import { fromDayNumber } from './local-date.ts';
import { unpaidOf, unpaidPrincipal } from './owed.ts';
import { share } from './rounding.ts';
import { cover, type Instalment, LoanError, type LoanState } from './state.ts';

/** What moving an instalment to a new due day adds: on later principal from the old due day, on its own from `ownFrom`. */
export interface Move {
  readonly part: Instalment;
  readonly newDue: number;
  readonly later: number;
  readonly own: number;
  readonly ownFrom: number;
  readonly interest: number;
}

/**
 * The interest of moving an instalment (EXT-04): the unpaid principal of later instalments bears it from the old due day to
 * the new one, its own (with the remainders carried into it) from today or its due day, whichever is later; the sum is rounded
 * once. `paidNow`: what the price pays of its own principal.
 */
export function moveOf(state: LoanState, part: Instalment, newDue: number, paidNow = 0): Move {
  const ownFrom = Math.max(state.asOf, part.due);
  let later = 0;
  let carried = 0;
  let carriedPrincipal = 0;
  for (const one of state.parts)
    if (one.no > part.no) later += unpaidPrincipal(one);
    else if (one.no < part.no) {
      carried += unpaidOf(one);
      carriedPrincipal += unpaidPrincipal(one);
    }
  const own = unpaidPrincipal(part) - paidNow + (carried <= state.tolerance ? carriedPrincipal : 0);
  const pesoDays = later * (newDue - part.due) + own * (newDue - ownFrom);
  const interest = share(pesoDays, state.terms.dailyPpm, million, state.unit);
  return { part, newDue, later, own, ownFrom, interest };
}

/**
 * Moves an instalment to a new due day and every later one by as much. Its late days count from 1 again after the new due
 * day. It stands whatever arrives afterwards with an earlier day.
 */
export function extend(state: LoanState, no: number, newDue: number): void {
  const part = state.parts.find((one) => one.no === no);
  if (!part) throw new LoanError(`there is no instalment ${no}`);
  beginCover(state);
  // Another extension, told of later and counting earlier, has moved it further already: this one moves nothing.
  if (state.closed || newDue <= Math.max(state.asOf, part.due)) return;
  const { later, own, ownFrom, interest } = moveOf(state, part, newDue);
  const shift = newDue - part.due;
  const { disbursedOn } = state;
  part.stretches = [
    ...part.stretches,
    {
      from: part.due - disbursedOn,
      to: newDue - disbursedOn,
      balance: later,
      own,
      ownFrom: ownFrom - disbursedOn,
      interest,
    },
  ];
  part.interest += interest;
  part.due = newDue;
  part.moved = true;
  for (const one of state.parts) {
    if (one.no <= no) continue;
    one.due += shift;
    one.stretches = one.stretches.map((stretch) => ({
      ...stretch,
      from: stretch.from + shift,
      to: stretch.to + shift,
      ownFrom: stretch.ownFrom + shift,
    }));
  }
  state.extensionsUsed += 1;
}

/** A ceiling that began after the loan did covers it from its extension on, and binds the charges from this day on. */
function beginCover(state: LoanState): void {
  if (state.ceiling || !state.terms.ceilings) return;
  cover(state, fromDayNumber(state.asOf));
  if (!state.ceiling) return;
  for (const part of state.parts) part.lateBefore = part.late?.round(state.unit) ?? 0;
  state.penaltyBefore = state.penaltyCharged ? state.terms.penalty : 0;
}
