import { million } from './cents.ts';
import { share } from './rounding.ts';
import { type Folded, LoanError } from './state.ts';

/**
 * Moves an instalment to a new due day and every later one by as much, with interest on its unpaid principal for the time
 * from today or the old due day, whichever is later (EXT-04). Its late days count from 1 again after the new due day.
 */
export function extend(state: Folded, no: number, newDue: number): void {
  const part = state.parts.find((one) => one.no === no);
  if (!part) throw new LoanError(`there is no instalment ${no}`);
  // Another extension, told of later and counting earlier, has moved it further already: this one moves nothing.
  if (newDue <= Math.max(state.asOf, part.due)) return;
  const from = Math.max(state.asOf, part.due);
  const shift = newDue - part.due;
  const balance = part.principal - part.principalPaid;
  const interest = share(balance, state.terms.dailyPpm * (newDue - from), million);
  part.stretches = [...part.stretches, { from, to: newDue, balance, interest }];
  part.interest += interest;
  part.due = newDue;
  part.moved = true;
  for (const later of state.parts) {
    if (later.no <= no) continue;
    later.due += shift;
    later.stretches = later.stretches.map((stretch) => ({
      ...stretch,
      from: stretch.from + shift,
      to: stretch.to + shift,
    }));
  }
  state.extensionsUsed += 1;
}
