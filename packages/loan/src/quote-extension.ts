import { withCarried } from './allocate.ts';
import { type Cents, cents } from './cents.ts';
import type { LoanEvent } from './events.ts';
import { moveOf } from './extend.ts';
import { fold } from './fold.ts';
import { bearable, lateCharges } from './late-charges.ts';
import { fromDayNumber, type LocalDate } from './local-date.ts';
import { dueBy, headIndex, interestInAll, sum, unpaidOf, unpaidPrincipal } from './owed.ts';
import { statusOf } from './position.ts';
import { minPayment } from './quotes.ts';
import { floorTo } from './rounding.ts';
import { accruedInterest } from './settlement.ts';
import type { Instalment, LoanState } from './state.ts';
import { maxTerm, periodDays, type Terms } from './terms.ts';

export type ExtensionRejection =
  | 'notDue'
  | 'usedUp'
  | 'twoOverdue'
  | 'beyondYear'
  | 'ceiling'
  | 'onlyCharges';

/** What falls due on a day. */
export interface PlannedAmount {
  readonly no: number;
  readonly dueDate: LocalDate;
  readonly amount: Cents;
}

export type ExtensionQuote =
  | {
      readonly ok: true;
      /** The price: the instalment's interest to today, its late interest and the penalty, in cents; a peso at the least. */
      readonly amount: Cents;
      /** What of that peso goes to the principal, because interest and charges are paid already. */
      readonly principal: Cents;
      readonly interest: Cents;
      readonly late: Cents;
      readonly penalty: Cents;
      readonly instalment: number;
      readonly oldDueDate: LocalDate;
      readonly newDueDate: LocalDate;
      /** What falls due on the new date: the unpaid principal, and interest for the time until then. */
      readonly newAmount: Cents;
      readonly newInterest: Cents;
      /** The interest that the extension adds in all. */
      readonly added: Cents;
      /** What is still to be repaid as agreed now, and once the price is paid: what is scheduled, without charges. */
      readonly oldPlan: readonly PlannedAmount[];
      readonly newPlan: readonly PlannedAmount[];
    }
  | { readonly ok: false; readonly reason: ExtensionRejection };

/** The price of moving the instalment in question by one term (single) or period (EXT-04), or why it cannot be moved. */
export function quoteExtension(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): ExtensionQuote {
  const state = fold(terms, events, asOf);
  const found = movable(state);
  if (typeof found === 'string') return { ok: false, reason: found };
  const { part, newDue } = found;
  const price = priceOf(state, part);
  const amount = price.interest + price.late + price.penalty + price.principal;
  if (unpaidPrincipal(part) - price.principal <= 0) return { ok: false, reason: 'onlyCharges' };
  const { interest } = moveOf(state, part, newDue, price.principal);
  if (exceedsTotal(state, interest)) return { ok: false, reason: 'ceiling' };
  const newDueDate = fromDayNumber(newDue);
  const after = fold(terms, [...events, ...granted(state, part, cents(amount), newDueDate)], asOf);
  const moved = after.parts[part.no - 1];
  if (!moved || after.closed) return { ok: false, reason: 'onlyCharges' };
  return {
    ok: true,
    amount: cents(amount),
    principal: cents(price.principal),
    interest: cents(price.interest),
    late: cents(price.late),
    penalty: cents(price.penalty),
    instalment: part.no,
    oldDueDate: fromDayNumber(part.due),
    newDueDate,
    newAmount: cents(unpaidOf(moved)),
    newInterest: cents(moved.interest - moved.interestPaid),
    added: cents(interest),
    oldPlan: planOf(state),
    newPlan: planOf(after),
  };
}

/** The instalment in question and its new due day, or why it cannot be moved. */
function movable(state: LoanState): { part: Instalment; newDue: number } | ExtensionRejection {
  const { terms, asOf, parts } = state;
  const status = statusOf(state);
  if (status !== 174 && status !== 180) return 'notDue';
  if (state.extensionsUsed >= terms.extensions) return 'usedUp';
  const head = headIndex(state);
  const part = parts[head];
  const last = parts[parts.length - 1];
  const isLate = dueBy(state, asOf - 1) > 0;
  if (isLate && parts.some((one, index) => index > head && one.due < asOf && unpaidOf(one) > 0))
    return 'twoOverdue';
  if (!part || !last || part.due > asOf + terms.reminderDays || unpaidPrincipal(part) === 0)
    return 'onlyCharges';
  const length = terms.kind === 'single' ? terms.termDays : periodDays(terms);
  const newDue = Math.max(part.due, asOf) + length;
  if (last.due + newDue - part.due - state.disbursedOn > maxTerm) return 'beyondYear';
  return { part, newDue };
}

interface Price {
  readonly interest: number;
  readonly late: number;
  readonly penalty: number;
  readonly principal: number;
}

/**
 * The instalment's interest to today (with that of remainders carried into it), its late interest, and the penalty. Rounded
 * down to the charge unit, interest first; where hardly anything is left to pay, no less than a counter takes, the rest of it
 * towards the principal.
 */
function priceOf(state: LoanState, part: Instalment): Price {
  const { unit } = state;
  const charges = lateCharges(state);
  let owed = 0;
  for (const one of withCarried(state, part))
    owed += Math.max(0, accruedInterest(state, one) - one.interestPaid);
  const late = (charges.late[state.parts.indexOf(part)] ?? 0) - part.latePaid;
  const penalty = charges.penalty - state.penaltyPaid;
  const exact = owed + late + penalty;
  const over = exact - floorTo(exact, unit);
  const interest = Math.max(0, owed - over);
  const rest = over - (owed - interest);
  const price = { interest, late: late - Math.min(late, rest), penalty };
  const least = Math.max(minPayment, unit);
  return { ...price, principal: Math.max(0, least - price.interest - price.late - price.penalty) };
}

/** The events of a price that is paid today and of the extension that it buys. */
function granted(state: LoanState, part: Instalment, amount: Cents, newDueDate: LocalDate): LoanEvent[] {
  const valueDate = fromDayNumber(state.asOf);
  const base = { valueDate, seq: Number.MAX_SAFE_INTEGER };
  return [
    { ...base, kind: 'paid', id: 'price', amount, extends: part.no },
    { ...base, kind: 'extended', id: 'extension', instalment: part.no, newDueDate, paidBy: 'price' },
  ];
}

function planOf(state: LoanState): PlannedAmount[] {
  return state.parts.flatMap((part) =>
    unpaidOf(part) === 0
      ? []
      : [{ no: part.no, dueDate: fromDayNumber(part.due), amount: cents(unpaidOf(part)) }],
  );
}

/** Would the loan cost more than an enforced ceiling lets it, with `added` interest and all late charges so far? */
function exceedsTotal(state: LoanState, added: number): boolean {
  const { ceiling, terms } = state;
  if (!ceiling?.enforce) return false;
  const charges = lateCharges(state);
  const cost = terms.fee + interestInAll(state) + added + sum(charges.late) + charges.penalty;
  return cost > bearable(state);
}
