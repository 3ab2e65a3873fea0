import { pay, waive } from './allocate.ts';
import type { LateTrail } from './charge-lines.ts';
import { settle } from './close.ts';
import { type Disbursed, inForceOn, type LoanEvent } from './events.ts';
import { extend } from './extend.ts';
import { accrue, chargesOwed } from './late-charges.ts';
import { dayNumber, type LocalDate } from './local-date.ts';
import { held, type Kept, keptOf } from './money-aside.ts';
import { principalOwed, scheduledOwed } from './owed.ts';
import { prepayFrom } from './settlement.ts';
import { begin, type Entry, LoanError, type LoanState } from './state.ts';
import type { Terms } from './terms.ts';

/**
 * Folds the events whose value date is not after `asOf`, day by day; `trail` collects the late days. Throws LoanError when the
 * loan was not disbursed by then, or when its rules are of a version that is not known.
 */
export function fold(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
  trail?: LateTrail,
): LoanState {
  let ordered = inForceOn(events, asOf);
  const start = ordered.find((event): event is Disbursed => event.kind === 'disbursed');
  if (!start) throw new LoanError('the loan is not disbursed');
  const state = begin(terms, start, trail);
  // Money that came while an earlier disbursal stood, which came back, is applied to the loan as it begins again.
  let kept: Kept | undefined;
  if (events.some((event) => event.kind === 'disbursed' && event.seq < start.seq)) {
    kept = keptOf(ordered, start);
    state.entries.push(...kept.entries.values());
    state.refundOwed = kept.refundOwed;
    ordered = kept.ordered;
  }
  const measuredOn = prepayFrom(state);
  const last = dayNumber(asOf);
  let day = dayOf(ordered[0], state);
  for (let index = 0; index < ordered.length; ) {
    if (state.asOf < measuredOn && measuredOn < day) endDay(state, measuredOn, false);
    accrue(state, day);
    let hasMoney = false;
    let isMeasured = false;
    let next: number;
    do {
      const event = ordered[index];
      // A refund takes from what the day's payments left over: it comes after they are measured.
      if (event?.kind === 'refunded' && !isMeasured) {
        endDay(state, day, hasMoney);
        isMeasured = true;
      }
      if (event) apply(state, event, kept);
      hasMoney ||= event?.kind === 'paid' || event?.kind === 'waived';
      index += 1;
      next = dayOf(ordered[index], state);
    } while (index < ordered.length && next === day);
    if (isMeasured) noteSettled(state, day);
    else endDay(state, day, hasMoney);
    day = next;
  }
  if (state.asOf < measuredOn && measuredOn <= last) endDay(state, measuredOn, false);
  accrue(state, last);
  return state;
}

/** The day on which an event counts: its value date, but none before the disbursal. */
function dayOf(event: LoanEvent | undefined, state: LoanState): number {
  return event ? Math.max(state.disbursedOn, dayNumber(event.valueDate)) : state.disbursedOn;
}

/** What a day's payments settle counts when the day ends, and on the first day of prepayment what was paid ahead. */
function endDay(state: LoanState, day: number, hasMoney: boolean): void {
  accrue(state, day);
  if (hasMoney || day === prepayFrom(state)) settle(state, hasMoney);
  noteSettled(state, day);
}

function noteSettled(state: LoanState, day: number): void {
  const owed = state.closed
    ? state.refundOwed
    : scheduledOwed(state) || chargesOwed(state) || state.refundOwed;
  if (owed > 0) state.settledOn = undefined;
  else state.settledOn ??= day;
}

function addEntry(state: LoanState, event: LoanEvent): Entry {
  const entry = held(event, state.writeOff !== undefined);
  state.entries.push(entry);
  return entry;
}

function apply(state: LoanState, event: LoanEvent, kept: Kept | undefined): void {
  if (event.kind === 'disbursed' || event.kind === 'reversed') return;
  const entry = kept?.entries.get(event.id) ?? addEntry(state, event);
  switch (event.kind) {
    case 'paid': {
      const amount = kept?.left.get(event.id) ?? event.amount;
      state.received += amount;
      pay(state, amount, event.extends, entry);
      state.last = entry;
      return;
    }
    case 'extended':
      extend(state, event.instalment, dayNumber(event.newDueDate));
      return;
    case 'waived':
      state.received += event.interest + event.principal + event.late + event.penalty;
      waive(state, event, entry);
      state.last = entry;
      return;
    case 'refunded': {
      const covered = Math.min(state.credit, event.amount);
      state.credit -= covered;
      state.refundOwed += event.amount - covered;
      entry.credit -= covered;
      entry.refundOwed -= event.amount - covered;
      return;
    }
    case 'writtenOff':
      if (state.writeOff) return;
      state.writeOff = entry;
      entry.loss = principalOwed(state);
  }
}
