import { arrangementGrace, arrangementOf, daysToMakeGood, isMissed } from '../state/arrangement.ts';
import {
  type Arranged,
  type Disbursed,
  extensionPaidBy,
  inForce,
  inForceOn,
  type LoanEvent,
  pricesOf,
} from '../state/events.ts';
import { accrue, chargesOwed } from '../state/late-charges.ts';
import { principalOwed, scheduledOwed } from '../state/owed.ts';
import { extensionGraces, reversalGrace, reversedPayments } from '../state/reversal-grace.ts';
import { prepayFrom } from '../state/settlement.ts';
import {
  type Entry,
  type GracePeriod,
  initialState,
  type LateAccrualPeriods,
  LoanError,
  type LoanState,
} from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { addDays, dayNumber, type LocalDate } from '../values/local-date.ts';
import { pay, waive } from './allocate.ts';
import { settle } from './close.ts';
import { extend } from './extend.ts';
import { type CarriedPayments, carriedPayments, newEntry } from './unapplied-money.ts';

interface FoldOptions {
  /** Collects the late days. */
  readonly trail?: LateAccrualPeriods | undefined;
  /**
   * Payments that are allocated as the price of an extension although none names them: the number of its
   * instalment by event id.
   */
  readonly prices?: ReadonlyMap<string, number>;
}

/**
 * Folds, day by day, the events whose value date is not after `asOf`. Throws LoanError when the loan is not disbursed by `asOf`,
 * or when its terms name an unknown version of the rules.
 */
export function fold(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
  options: FoldOptions = {},
): LoanState {
  const breaks = breaksOf(terms, events);
  return foldWithGraces(terms, events, asOf, { ...options, graces: gracesOf(terms, events, breaks), breaks });
}

/** The day numbers on which arrangements are broken, by the id of their event; undefined: it is kept. */
type Breaks = ReadonlyMap<string, number | undefined>;

/**
 * The breaks of the loan's arrangements. An evening is missed by what was known then: a payment counts until
 * the day on which it is reversed. What is owed of an arrangement changes on days of events and of parts
 * alone, so only those evenings are measured.
 */
function breaksOf(terms: Terms, events: readonly LoanEvent[]): Breaks {
  const breaks = new Map<string, number | undefined>();
  if (!events.some(({ kind }) => kind === 'arranged')) return breaks;
  for (const event of inForce(events)) {
    if (event.kind !== 'arranged') continue;
    breaks.set(event.id, undefined);
    const days = [event, ...events].map(({ valueDate }) => valueDate);
    const evenings = [...new Set([...days, ...event.parts.map(({ date }) => date)])]
      .filter((day) => day >= event.valueDate)
      .sort();
    breaks.set(event.id, breakOf(terms, events, { event, evenings, breaks }));
  }
  return breaks;
}

function breakOf(
  terms: Terms,
  events: readonly LoanEvent[],
  { event, evenings, breaks }: { event: Arranged; evenings: readonly LocalDate[]; breaks: Breaks },
): number | undefined {
  let missedSince: number | undefined;
  for (const evening of evenings) {
    const day = dayNumber(evening);
    if (missedSince !== undefined && day > missedSince + daysToMakeGood) break;
    const known = events.filter(({ kind, valueDate }) => kind !== 'reversed' || valueDate <= evening);
    const graces = gracesOf(terms, known, breaks);
    const state = foldWithGraces(terms, known, evening, { graces, breaks });
    if (isMissed(state, arrangementOf(event, undefined))) missedSince ??= day;
    else missedSince = undefined;
  }
  return missedSince === undefined ? undefined : missedSince + daysToMakeGood;
}

/**
 * The graces of reversed payments. What a payment had paid is measured with all events but its own reversal and later ones, so
 * that the order in which events arrive does not matter.
 */
function gracesOf(terms: Terms, events: readonly LoanEvent[], breaks: Breaks): readonly GracePeriod[] {
  const all = reversedPayments(events);
  const later = new Set(all.map(({ reversal }) => reversal.id));
  const graces: GracePeriod[] = [];
  for (const reversed of all) {
    const { reversal, payment } = reversed;
    later.delete(reversal.id);
    const known = events.filter(({ id }) => id !== reversal.id && !later.has(id));
    const ordered = inForceOn(known, payment.valueDate);
    const index = ordered.indexOf(payment);
    const before = ordered.slice(0, index);
    if (!before.some(({ kind }) => kind === 'disbursed')) continue;
    const prices = pricesOf(inForce(known));
    const stateOf = (list: readonly LoanEvent[], day: LocalDate) =>
      foldWithGraces(terms, list, day, { graces: [...graces], prices, breaks });
    const after = stateOf(ordered.slice(0, index + 1), payment.valueDate);
    const isLater = reversal.valueDate > payment.valueDate;
    const knownState = stateOf(known, isLater ? addDays(reversal.valueDate, -1) : payment.valueDate);
    const extension = extensionPaidBy(inForce(known), payment.id);
    graces.push(
      reversalGrace(reversed, {
        before: stateOf(before, payment.valueDate),
        after,
        // What is paid on the day of the reversal itself says nothing about the days before it.
        known: isLater ? knownState : after,
      }),
      ...(extension ? extensionGraces(reversed, extension, knownState) : []),
    );
  }
  return graces;
}

function foldWithGraces(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
  {
    graces: afterReversals,
    trail,
    prices = new Map(),
    breaks,
  }: FoldOptions & { readonly graces: readonly GracePeriod[]; readonly breaks: Breaks },
): LoanState {
  let ordered = inForceOn(events, asOf);
  const kept = ordered.flatMap((event) =>
    event.kind === 'arranged' ? [arrangementGrace(arrangementOf(event, breaks.get(event.id)))] : [],
  );
  const graces = kept.length > 0 ? [...afterReversals, ...kept] : afterReversals;
  const start = ordered.find((event): event is Disbursed => event.kind === 'disbursed');
  if (!start) throw new LoanError('the loan is not disbursed');
  const state = initialState(terms, start, { graces, trail });
  // Payments made under an earlier disbursal whose money came back are applied to the loan that begins now.
  let carried: CarriedPayments | undefined;
  if (events.some((event) => event.kind === 'disbursed' && event.seq < start.seq)) {
    carried = carriedPayments(ordered, start);
    state.entries.push(...carried.entries.values());
    state.refundReceivable = carried.refundReceivable;
    ordered = carried.events;
  }
  const allocation = { carried, prices: new Map([...pricesOf(ordered), ...prices]), breaks };
  const prepaymentDay = prepayFrom(state);
  const last = dayNumber(asOf);
  let day = dayOf(ordered[0], state);
  for (let index = 0; index < ordered.length; ) {
    if (state.asOf < prepaymentDay && prepaymentDay < day) endDay(state, prepaymentDay, false);
    accrue(state, day);
    let hasMoney = false;
    let isDayEnded = false;
    let next: number;
    do {
      const event = ordered[index];
      // A refund takes from the credit that the day's payments leave, so the settlement is measured before it.
      if (event?.kind === 'refunded' && !isDayEnded) {
        endDay(state, day, hasMoney);
        isDayEnded = true;
      }
      if (event) apply(state, event, allocation);
      hasMoney ||= event?.kind === 'paid' || event?.kind === 'waived';
      index += 1;
      next = dayOf(ordered[index], state);
    } while (index < ordered.length && next === day);
    if (isDayEnded) noteSettled(state, day);
    else endDay(state, day, hasMoney);
    day = next;
  }
  if (state.asOf < prepaymentDay && prepaymentDay <= last) endDay(state, prepaymentDay, false);
  accrue(state, last);
  return state;
}

/** The day number on which an event counts: its value date, or the disbursal if that is later. */
function dayOf(event: LoanEvent | undefined, state: LoanState): number {
  return event ? Math.max(state.disbursedOn, dayNumber(event.valueDate)) : state.disbursedOn;
}

/** Measures the settlement when a day with payments ends, and at the end of the first day on which prepayment is allowed. */
function endDay(state: LoanState, day: number, hasMoney: boolean): void {
  accrue(state, day);
  if (hasMoney || day === prepayFrom(state)) settle(state, hasMoney);
  noteSettled(state, day);
}

function noteSettled(state: LoanState, day: number): void {
  const owed = state.closed
    ? state.refundReceivable
    : scheduledOwed(state) || chargesOwed(state) || state.refundReceivable;
  if (owed > 0) state.settledOn = undefined;
  else state.settledOn ??= day;
}

function addEntry(state: LoanState, event: LoanEvent): Entry {
  const entry = newEntry(event, state.writeOff !== undefined);
  state.entries.push(entry);
  return entry;
}

function apply(
  state: LoanState,
  event: LoanEvent,
  {
    carried,
    prices,
    breaks,
  }: {
    readonly carried: CarriedPayments | undefined;
    readonly prices: ReadonlyMap<string, number>;
    readonly breaks: Breaks;
  },
): void {
  if (event.kind === 'disbursed' || event.kind === 'reversed') return;
  const entry = carried?.entries.get(event.id) ?? addEntry(state, event);
  switch (event.kind) {
    case 'paid': {
      const amount = carried?.amounts.get(event.id) ?? event.amount;
      state.received += amount;
      pay(state, amount, prices.get(event.id), entry);
      state.lastEntry = entry;
      return;
    }
    case 'extended':
      extend(state, event.instalment, dayNumber(event.newDueDate));
      return;
    case 'waived':
      state.received += event.interest + event.principal + event.late + event.penalty;
      waive(state, event, entry);
      state.lastEntry = entry;
      return;
    case 'refunded': {
      const covered = Math.min(state.credit, event.amount);
      state.credit -= covered;
      state.refundReceivable += event.amount - covered;
      entry.credit -= covered;
      entry.refundReceivable -= event.amount - covered;
      return;
    }
    case 'chargesStopped':
      state.chargesStoppedUntil = Math.max(state.chargesStoppedUntil ?? 0, dayNumber(event.until));
      return;
    case 'arranged':
      state.arrangement = arrangementOf(event, breaks.get(event.id));
      return;
    case 'arrangementEnded':
      return;
    case 'writtenOff':
      if (state.writeOff) return;
      state.writeOff = entry;
      entry.loss = principalOwed(state);
  }
}
