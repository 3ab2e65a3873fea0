import { pay, waive } from './allocate.ts';
import type { LateTrail } from './charge-lines.ts';
import { type Disbursed, inForce, type LoanEvent } from './events.ts';
import { extend } from './extend.ts';
import { accrue, chargesOwed } from './late-charges.ts';
import { dayNumber, type LocalDate } from './local-date.ts';
import { type Allocation, begin, type Folded, LoanError, principalOwed, unpaidOf } from './state.ts';
import type { Terms } from './terms.ts';

/**
 * Folds the events whose value date is not after `asOf`; `trail` collects the late days. Throws LoanError when the loan was
 * not disbursed by then.
 */
export function fold(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate, trail?: LateTrail): Folded {
  const ordered = inForce(events).filter((event) => event.valueDate <= asOf);
  const start = ordered.find((event): event is Disbursed => event.kind === 'disbursed');
  if (!start) throw new LoanError('the loan is not disbursed');
  const state = begin(terms, start, trail);
  const isAnew = events.some((event) => event.kind === 'disbursed' && event.seq < start.seq);
  for (const event of ordered) {
    // It came while an earlier disbursal stood, whose money came back.
    if (isAnew && event.seq < start.seq) {
      const allocation = aside(event);
      state.credit += allocation.credit;
      state.allocations.set(event.id, allocation);
      continue;
    }
    accrue(state, Math.max(state.asOf, dayNumber(event.valueDate)));
    apply(state, event);
    if (!isSettled(state)) state.settledOn = undefined;
    else state.settledOn ??= state.asOf;
  }
  accrue(state, dayNumber(asOf));
  return state;
}

/** Where money goes that moved while nothing is lent: to the borrower's credit, or back out of it. */
function aside(event: LoanEvent): Allocation {
  const allocation = nothing();
  if (event.kind === 'paid') allocation.credit = event.amount;
  if (event.kind === 'refunded') allocation.credit = -event.amount;
  return allocation;
}

/** As `fold`'s allocations, of a loan that is not disbursed, or not any more. */
export function asideOf(events: readonly LoanEvent[], asOf: LocalDate): ReadonlyMap<string, Allocation> {
  const ordered = inForce(events).filter((event) => event.valueDate <= asOf);
  return new Map(ordered.map((event) => [event.id, aside(event)]));
}

const nothing = (): Allocation => ({
  interest: 0,
  principal: 0,
  late: 0,
  penalty: 0,
  credit: 0,
  recovery: 0,
  loss: 0,
});

function isSettled(state: Folded): boolean {
  return state.parts.every((part) => unpaidOf(part) === 0) && chargesOwed(state) === 0;
}

function apply(state: Folded, event: LoanEvent): void {
  const allocation = nothing();
  switch (event.kind) {
    case 'paid':
      pay(state, event, allocation);
      break;
    case 'extended':
      extend(state, event.instalment, dayNumber(event.newDueDate));
      break;
    case 'waived':
      waive(state, event, allocation);
      break;
    case 'refunded':
      state.credit -= event.amount;
      allocation.credit = -event.amount;
      break;
    case 'writtenOff':
      if (!state.writtenOff) {
        state.writtenOff = true;
        allocation.loss = principalOwed(state);
      }
      break;
    default:
      return;
  }
  state.allocations.set(event.id, allocation);
}
