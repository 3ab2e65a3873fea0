import { covers } from './ceilings.ts';
import type { LateTrail } from './charge-lines.ts';
import type { Disbursed } from './events.ts';
import { Accrual } from './late.ts';
import { dayNumber } from './local-date.ts';
import { plan } from './schedule.ts';
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
  /** Where late days are written down one stretch after another, when somebody asks how a charge came about. */
  readonly trail: LateTrail | undefined;
}

/** A fault of ours: events that do not belong to the loan. */
export class LoanError extends Error {}

/** The loan on the day of its disbursal. */
export function begin(terms: Terms, start: Disbursed, trail?: LateTrail): Folded {
  const day = dayNumber(start.valueDate);
  const length = periodDays(terms);
  const parts = plan(terms).map((row): Part => {
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
    trail,
  };
}

/** Scheduled amount of an instalment that is still unpaid. */
export function unpaidOf(part: Part): number {
  return part.interest - part.interestPaid + part.principal - part.principalPaid;
}

export function principalOwed(state: Folded): number {
  let owed = 0;
  for (const part of state.parts) owed += part.principal - part.principalPaid;
  return owed;
}

export function interestInAll(state: Folded): number {
  let interest = 0;
  for (const part of state.parts) interest += part.interest;
  return interest;
}

export function sum(amounts: readonly number[]): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}
