import { fold } from '../fold/fold.ts';
import { positionOf } from '../position/position.ts';
import { arrangedOwed, runsArrangement } from '../state/arrangement.ts';
import type { Arranged, LoanEvent } from '../state/events.ts';
import { lateCharges } from '../state/late-charges.ts';
import { unpaidOf } from '../state/owed.ts';
import type { LoanState } from '../state/state.ts';
import type { Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { addDays, type LocalDate } from '../values/local-date.ts';
import { floorTo } from '../values/rounding.ts';
import { minPayment } from './quotes.ts';

/** Limits of an arrangement: parts, and days from its first day to its last part. */
export const maxParts = 6;
export const maxArrangementDays = 180;

/**
 * `notLate`: nothing is overdue. `arranged`: another one runs. `badDates`: not one to six days in their
 * order, from today on, within half a year. `smallParts`: a part would be less than the smallest payment.
 */
export type ArrangementRejection = 'notLate' | 'arranged' | 'badDates' | 'smallParts';

type Part = Arranged['parts'][number];

/** `kept`: with the arrangement; `plain`: by the same payments on the same days without it. */
interface Added {
  readonly kept: Cents;
  readonly plain: Cents;
}

export type ArrangementQuote =
  | {
      readonly ok: true;
      /** The numbers of the overdue instalments. */
      readonly instalments: readonly number[];
      /** Everything owed of them, with the charges so far, in cents: the sum of the parts. */
      readonly amount: Cents;
      readonly parts: readonly Part[];
      /** The charges so far in `amount`, in cents. */
      readonly charges: Cents;
      /** Late charges of the whole loan in cents that the days until the last part add if the parts alone are paid. */
      readonly added: Added;
    }
  | { readonly ok: false; readonly reason: ArrangementRejection };

/**
 * Quotes an arrangement of today: everything overdue with its charges, in equal parts on the days. The first part has what
 * cannot be divided. Throws LoanError before disbursal.
 */
export function quoteArrangement(
  terms: Terms,
  events: readonly LoanEvent[],
  today: LocalDate,
  days: readonly LocalDate[],
): ArrangementQuote {
  const state = fold(terms, events, today);
  if (runsArrangement(state)) return { ok: false, reason: 'arranged' };
  const { late } = lateCharges(state);
  const instalments = state.instalments
    .filter(
      (instalment, index) =>
        instalment.due < state.asOf && unpaidOf(instalment) + (late[index] ?? 0) > instalment.latePaid,
    )
    .map(({ no }) => no);
  const { overdue, lateOwed, penaltyOwed } = positionOf(state, today);
  if (overdue === 0 || instalments.length === 0) return { ok: false, reason: 'notLate' };
  if (!areDays(days, today)) return { ok: false, reason: 'badDates' };
  const amount = owedOf(state, instalments);
  const parts = partsOf(amount, days, state.unit);
  if (parts.some((part) => part.amount < minPayment)) return { ok: false, reason: 'smallParts' };
  return {
    ok: true,
    instalments,
    amount: cents(amount),
    parts,
    charges: cents(lateOwed + penaltyOwed),
    added: addedBy(terms, events, { instalments, amount: cents(amount), parts, today }),
  };
}

function areDays(days: readonly LocalDate[], today: LocalDate): boolean {
  const last = addDays(today, maxArrangementDays);
  return (
    days.length >= 1 &&
    days.length <= maxParts &&
    days.every((day, index) => day > (days[index - 1] ?? '') && day >= today && day <= last)
  );
}

function owedOf(state: LoanState, instalments: readonly number[]): number {
  return arrangedOwed(state, {
    from: state.asOf,
    brokenOn: undefined,
    instalments: new Set(instalments),
    parts: [],
  });
}

function partsOf(amount: number, days: readonly LocalDate[], unit: number): Part[] {
  const each = floorTo(amount / days.length, unit);
  return days.map((date, index) => ({
    date,
    amount: cents(index === 0 ? amount - each * (days.length - 1) : each),
  }));
}

/** What the days until the last part add if the parts alone are paid, with the arrangement and without it. */
function addedBy(
  terms: Terms,
  events: readonly LoanEvent[],
  { today, ...arranged }: Pick<Arranged, 'instalments' | 'amount' | 'parts'> & { readonly today: LocalDate },
): Added {
  const { parts } = arranged;
  const seq = Number.MAX_SAFE_INTEGER;
  const paid = parts.map(
    ({ date, amount }, index): LoanEvent => ({
      kind: 'paid',
      id: `part ${index}`,
      seq,
      valueDate: date,
      amount,
    }),
  );
  const made: LoanEvent = {
    kind: 'arranged',
    id: 'arrangement',
    seq: seq - 1,
    valueDate: today,
    ...arranged,
  };
  const last = parts[parts.length - 1]?.date ?? today;
  const charged = (list: readonly LoanEvent[], day: LocalDate) => {
    const { instalments, penalty } = positionOf(fold(terms, list, day), day);
    return instalments.reduce((sum, { late }) => sum + late, 0) + penalty;
  };
  const before = charged(events, today);
  return {
    kept: cents(charged([...events, made, ...paid], last) - before),
    plain: cents(charged([...events, ...paid], last) - before),
  };
}
