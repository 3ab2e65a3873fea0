import { covers } from './ceilings.ts';
import { million } from './cents.ts';
import { disclose } from './disclosure.ts';
import { type Disbursed, inForce, type LoanEvent, type Paid } from './events.ts';
import { Accrual, latePpm } from './late.ts';
import { dayNumber, fromDayNumber, type LocalDate } from './local-date.ts';
import { share } from './rounding.ts';
import { periodDays, type Terms } from './terms.ts';

/** A stretch over which interest accrues on a balance, evenly by day. */
interface Stretch {
  from: number;
  to: number;
  readonly balance: number;
  readonly interest: number;
}

/** An instalment as the fold carries it; days are day numbers, amounts cents. */
export interface Part {
  readonly no: number;
  due: number;
  interest: number;
  readonly principal: number;
  interestPaid: number;
  principalPaid: number;
  stretches: Stretch[];
  /** Late interest as agreed, and what a ceiling lets this instalment bear of late charges in all. */
  readonly late: Accrual;
  readonly allowed: Accrual;
  latePaid: number;
  everLate: boolean;
  moved: boolean;
}

/** How much of an event went where, in cents. A reversed payment is not here at all. */
export interface Allocation {
  interest: number;
  principal: number;
  late: number;
  penalty: number;
  credit: number;
  recovery: number;
  /** Principal given up: by a waiver or a write-off. */
  loss: number;
}

/** The loan after its events up to a day. */
export interface Folded {
  readonly terms: Terms;
  readonly disbursedOn: number;
  /** The day up to which late charges are counted. */
  asOf: number;
  readonly parts: Part[];
  readonly ceiling: Terms['ceilings'];
  penaltyCharged: boolean;
  penaltyPaid: number;
  credit: number;
  writtenOff: boolean;
  extensionsUsed: number;
  settledOn: number | undefined;
  readonly allocations: Map<string, Allocation>;
}

export class LoanError extends Error {}

/** Folds the events whose value date is not after `asOf`. Throws LoanError when the loan was not disbursed by then. */
export function fold(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): Folded {
  const ordered = inForce(events).filter((event) => event.valueDate <= asOf);
  const start = ordered.find((event): event is Disbursed => event.kind === 'disbursed');
  if (!start) throw new LoanError('the loan is not disbursed');
  const state = begin(terms, start);
  for (const event of ordered) {
    accrue(state, Math.max(state.asOf, dayNumber(event.valueDate)));
    apply(state, event);
    if (state.settledOn === undefined && isSettled(state)) state.settledOn = state.asOf;
    else if (state.settledOn !== undefined && !isSettled(state)) state.settledOn = undefined;
  }
  accrue(state, dayNumber(asOf));
  return state;
}

function begin(terms: Terms, start: Disbursed): Folded {
  const day = dayNumber(start.valueDate);
  const length = periodDays(terms);
  const parts = disclose(terms).instalments.map((row): Part => {
    const due = day + row.day;
    return {
      no: row.no,
      due,
      interest: row.interest,
      principal: row.principal,
      interestPaid: 0,
      principalPaid: 0,
      stretches: [{ from: due - length, to: due, balance: row.opening, interest: row.interest }],
      late: new Accrual(),
      allowed: new Accrual(),
      latePaid: 0,
      everLate: false,
      moved: false,
    };
  });
  const { ceilings } = terms;
  return {
    terms,
    disbursedOn: day,
    asOf: day,
    parts,
    ceiling: ceilings && covers(ceilings, terms, start.valueDate) ? ceilings : undefined,
    penaltyCharged: false,
    penaltyPaid: 0,
    credit: 0,
    writtenOff: false,
    extensionsUsed: 0,
    settledOn: undefined,
    allocations: new Map(),
  };
}

export function unpaidOf(part: Part): number {
  return part.interest - part.interestPaid + part.principal - part.principalPaid;
}

/** Counts late charges up to and including `day`: each late day on what was unpaid when it began. */
function accrue(state: Folded, day: number): void {
  for (const part of state.parts) {
    if (day <= part.due) break;
    const base = unpaidOf(part);
    if (base === 0) continue;
    const from = Math.max(state.asOf, part.due) - part.due;
    const to = day - part.due;
    if (to <= from) continue;
    part.late.add(base, latePpm(state.terms.lateTiers, to) - latePpm(state.terms.lateTiers, from));
    if (state.ceiling) part.allowed.add(base, state.ceiling.latePerMonth * (to - from));
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
}

export function lateCharges(state: Folded): LateCharges {
  const agreed = state.parts.map((part) => (part.everLate ? part.late.round() : 0));
  const agreedPenalty = state.penaltyCharged ? state.terms.penalty : 0;
  if (!state.ceiling?.enforce)
    return { late: agreed, penalty: agreedPenalty, lateClamped: 0, penaltyClamped: 0 };
  const allowed = state.parts.map((part) => (part.everLate ? part.allowed.round(30) : 0));
  const late = agreed.map((amount, index) => Math.min(amount, allowed[index] ?? 0));
  const left = sum(allowed) - sum(late);
  // The total that a loan may cost bounds both; what was paid already stays.
  const interest = sum(state.parts.map((part) => part.interest));
  let room = Math.max(
    0,
    share(state.terms.principal, state.ceiling.totalCost, million) - state.terms.fee - interest,
  );
  const bounded = late.map((amount, index) => {
    const kept = Math.max(Math.min(amount, room), state.parts[index]?.latePaid ?? 0);
    room = Math.max(0, room - kept);
    return kept;
  });
  const penalty = Math.max(Math.min(agreedPenalty, left, room), state.penaltyPaid);
  return {
    late: bounded,
    penalty,
    lateClamped: sum(agreed) - sum(bounded),
    penaltyClamped: agreedPenalty - penalty,
  };
}

export function sum(amounts: readonly number[]): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}

function isSettled(state: Folded): boolean {
  if (!state.parts.every((part) => unpaidOf(part) === 0)) return false;
  const charges = lateCharges(state);
  return (
    sum(charges.late) +
      charges.penalty -
      sum(state.parts.map((part) => part.latePaid)) -
      state.penaltyPaid ===
    0
  );
}

function apply(state: Folded, event: LoanEvent): void {
  const allocation: Allocation = {
    interest: 0,
    principal: 0,
    late: 0,
    penalty: 0,
    credit: 0,
    recovery: 0,
    loss: 0,
  };
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
        allocation.loss = sum(state.parts.map((part) => part.principal - part.principalPaid));
      }
      break;
    default:
      return;
  }
  state.allocations.set(event.id, allocation);
}

/** Moves money of one payment into one bucket of one instalment. */
function take(left: number, owed: number): number {
  return Math.max(0, Math.min(left, owed));
}

function payInterest(part: Part, left: number, owed: number, into: Allocation): number {
  const amount = take(left, owed);
  part.interestPaid += amount;
  into.interest += amount;
  return left - amount;
}

function payPrincipal(part: Part, left: number, into: Allocation): number {
  const amount = take(left, part.principal - part.principalPaid);
  part.principalPaid += amount;
  into.principal += amount;
  return left - amount;
}

function payScheduled(parts: readonly Part[], left: number, into: Allocation): number {
  let rest = left;
  for (const part of parts) {
    if (rest === 0) break;
    rest = payInterest(part, rest, part.interest - part.interestPaid, into);
    rest = payPrincipal(part, rest, into);
  }
  return rest;
}

function payCharges(state: Folded, left: number, into: Allocation): number {
  if (left === 0 || !state.penaltyCharged) return left;
  const charges = lateCharges(state);
  let rest = left;
  const late = () => {
    state.parts.forEach((part, index) => {
      const amount = take(rest, (charges.late[index] ?? 0) - part.latePaid);
      part.latePaid += amount;
      into.late += amount;
      rest -= amount;
    });
  };
  const penalty = () => {
    const amount = take(rest, charges.penalty - state.penaltyPaid);
    state.penaltyPaid += amount;
    into.penalty += amount;
    rest -= amount;
  };
  late();
  penalty();
  return rest;
}

/**
 * A payment's way: what is due, oldest first, interest before principal; then late interest, then the penalty; then the
 * instalments to come, as scheduled; what is left is the borrower's credit. The price of an extension pays the moved
 * instalment's interest and the charges first. A payoff drops the interest that has not accrued.
 */
function pay(state: Folded, event: Paid, into: Allocation): void {
  let left: number = event.amount;
  const due = state.parts.filter((part) => part.due <= state.asOf + state.terms.reminderDays);
  const extended = state.parts.find((part) => part.no === event.extends);
  if (extended) {
    left = payInterest(
      extended,
      left,
      accruedInterest(extended, state.asOf, state.terms.dailyPpm) - extended.interestPaid,
      into,
    );
    left = payCharges(state, left, into);
    left = payPrincipal(extended, left, into);
  }
  if (left >= principalOwed(state)) {
    const payoff = payoffAmount(state);
    if (payoff !== undefined && left >= payoff && !isOrdinary(state, left)) dropFutureInterest(state);
  }
  if (state.terms.allocation === 'chargesFirst') left = payCharges(state, left, into);
  left = payScheduled(due, left, into);
  left = payCharges(state, left, into);
  left = payScheduled(state.parts, left, into);
  into.credit = left;
  state.credit += left;
  if (!state.writtenOff) return;
  // Once given up, what comes in is recovery; only the borrower's credit stays the borrower's.
  into.recovery = into.interest + into.principal + into.late + into.penalty;
  into.interest = 0;
  into.principal = 0;
  into.late = 0;
  into.penalty = 0;
}

/** Interest of an instalment that has accrued by a day, rounded once per stretch, and never more than is scheduled. */
export function accruedInterest(part: Part, day: number, dailyPpm: number): number {
  let accrued = 0;
  for (const stretch of part.stretches) {
    if (day >= stretch.to) accrued += stretch.interest;
    else if (day > stretch.from)
      accrued += Math.min(stretch.interest, share(stretch.balance, dailyPpm * (day - stretch.from), million));
  }
  return Math.min(accrued, part.interest);
}

/** The first day on which the whole loan may be paid before its time (TERM-03). */
export function prepayFrom(state: Folded): number {
  return state.disbursedOn + Math.max(Math.ceil(state.terms.termDays / 2), state.terms.prepayMinDays);
}

export function principalOwed(state: Folded): number {
  let owed = 0;
  for (const part of state.parts) owed += part.principal - part.principalPaid;
  return owed;
}

/** What settles the loan today, with interest to today only; undefined before that is allowed. */
export function payoffAmount(state: Folded): number | undefined {
  return state.asOf < prepayFrom(state) ? undefined : settlementAmount(state);
}

/** All that is owed today with interest to today only. */
export function settlementAmount(state: Folded): number {
  let amount = chargesOwed(state);
  for (const part of state.parts)
    amount +=
      part.principal -
      part.principalPaid +
      Math.max(0, accruedInterest(part, state.asOf, state.terms.dailyPpm) - part.interestPaid);
  return amount;
}

export function chargesOwed(state: Folded): number {
  const charges = lateCharges(state);
  return (
    sum(charges.late) + charges.penalty - sum(state.parts.map((part) => part.latePaid)) - state.penaltyPaid
  );
}

/** Paying the last instalment in full, as scheduled, is no prepayment, however early. */
function isOrdinary(state: Folded, amount: number): boolean {
  const open = state.parts.filter((part) => unpaidOf(part) > 0);
  return open.length <= 1 && amount >= sum(open.map(unpaidOf)) + chargesOwed(state);
}

function dropFutureInterest(state: Folded): void {
  for (const part of state.parts)
    part.interest = Math.max(part.interestPaid, accruedInterest(part, state.asOf, state.terms.dailyPpm));
}

function extend(state: Folded, no: number, newDue: number): void {
  const part = state.parts.find((one) => one.no === no);
  if (!part) throw new LoanError(`there is no instalment ${no}`);
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

function waive(state: Folded, event: Extract<LoanEvent, { kind: 'waived' }>, into: Allocation): void {
  const aside: Allocation = { ...into };
  let interest: number = event.interest;
  let principal: number = event.principal;
  let late: number = event.late;
  const charges = lateCharges(state);
  state.parts.forEach((part, index) => {
    interest = payInterest(part, interest, part.interest - part.interestPaid, aside);
    principal = payPrincipal(part, principal, aside);
    const forgiven = take(late, (charges.late[index] ?? 0) - part.latePaid);
    part.latePaid += forgiven;
    late -= forgiven;
  });
  state.penaltyPaid += take(event.penalty, charges.penalty - state.penaltyPaid);
  // A waiver after the write-off forgives what is no longer in the books.
  if (!state.writtenOff) into.loss = aside.principal;
}

export function dateOf(day: number): LocalDate {
  return fromDayNumber(day);
}
