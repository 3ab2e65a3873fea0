import { sum, unpaidOf, unpaidPrincipal } from '../state/owed.ts';
import { accruedInterest } from '../state/settlement.ts';
import { applyCeilings, type Instalment, LoanError, type LoanState } from '../state/state.ts';
import { million } from '../values/cents.ts';
import { fromDayNumber } from '../values/local-date.ts';
import { share } from '../values/rounding.ts';

/**
 * The interest that moving an instalment to a new due day adds. Days are day numbers, amounts cents. The principal of later
 * instalments bears interest from the old due day, the instalment's own principal from `ownFrom`.
 */
export interface InstalmentMove {
  readonly instalment: Instalment;
  readonly newDue: number;
  readonly laterPrincipal: number;
  readonly ownPrincipal: number;
  readonly ownFrom: number;
  readonly interest: number;
}

/**
 * The interest of moving an instalment (EXT-04). The unpaid principal of later instalments bears interest from the old due day
 * to the new one. The instalment's own unpaid principal, with the remainders carried into it, bears interest from today or
 * from its due day, whichever is later. The sum is rounded once. `paidNow`: the cents of its own principal that the price of
 * the extension pays.
 */
export function planMove(
  state: LoanState,
  instalment: Instalment,
  newDue: number,
  paidNow = 0,
): InstalmentMove {
  const ownFrom = Math.max(state.asOf, instalment.due);
  let laterPrincipal = 0;
  let carried = 0;
  let carriedPrincipal = 0;
  for (const other of state.instalments)
    if (other.no > instalment.no) laterPrincipal += unpaidPrincipal(other);
    else if (other.no < instalment.no) {
      carried += unpaidOf(other);
      carriedPrincipal += unpaidPrincipal(other);
    }
  const ownPrincipal =
    unpaidPrincipal(instalment) - paidNow + (carried <= state.tolerance ? carriedPrincipal : 0);
  const principalDays = laterPrincipal * (newDue - instalment.due) + ownPrincipal * (newDue - ownFrom);
  const interest = share(principalDays, state.terms.dailyPpm, million, state.unit);
  return { instalment, newDue, laterPrincipal, ownPrincipal, ownFrom, interest };
}

/**
 * Moves an instalment to a new due day, and every later instalment by the same number of days. The late days of the instalment
 * count from 1 again after the new due day. An event that arrives later with an earlier value date does not undo the extension.
 * Throws LoanError when the loan has no instalment of that number.
 */
export function extend(state: LoanState, no: number, newDue: number): void {
  const instalment = state.instalments.find((other) => other.no === no);
  if (!instalment) throw new LoanError(`there is no instalment ${no}`);
  beginCover(state);
  // An extension that arrived later with an earlier value date has already moved it further: this one moves nothing.
  if (state.closed || newDue <= Math.max(state.asOf, instalment.due)) return;
  const { laterPrincipal, ownPrincipal, ownFrom, interest } = planMove(state, instalment, newDue);
  const shift = newDue - instalment.due;
  const { disbursedOn } = state;
  instalment.accrualPeriods = [
    ...instalment.accrualPeriods,
    {
      from: instalment.due - disbursedOn,
      to: newDue - disbursedOn,
      balance: laterPrincipal,
      ownPrincipal,
      ownFrom: ownFrom - disbursedOn,
      interest,
    },
  ];
  instalment.interest += interest;
  instalment.due = newDue;
  instalment.moved = true;
  for (const other of state.instalments) {
    if (other.no <= no) continue;
    other.due += shift;
    other.accrualPeriods = other.accrualPeriods.map((period) => ({
      ...period,
      from: period.from + shift,
      to: period.to + shift,
      ownFrom: period.ownFrom + shift,
    }));
  }
  state.extensionsUsed += 1;
}

/**
 * A ceiling that took effect after the disbursal covers the loan from its first extension on. It limits
 * charges from that day on.
 */
function beginCover(state: LoanState): void {
  if (state.ceiling || !state.terms.ceilings) return;
  const costBefore = sum(state.instalments.map((instalment) => accruedInterest(state, instalment)));
  applyCeilings(state, fromDayNumber(state.asOf), { costBefore, isRenewal: true });
  if (!state.ceiling) return;
  for (const instalment of state.instalments) instalment.lateBefore = instalment.late?.round(state.unit) ?? 0;
  state.penaltyBefore = state.penaltyCharged ? state.terms.penalty : 0;
}
