import { withCarried } from '../fold/allocate.ts';
import { planMove } from '../fold/extend.ts';
import { fold } from '../fold/fold.ts';
import { statusOf } from '../position/position.ts';
import { runsArrangement } from '../state/arrangement.ts';
import { inForce, type LoanEvent, pricesOf } from '../state/events.ts';
import { chargesOwed, lateCharges, totalCostLimit } from '../state/late-charges.ts';
import { currentIndex, dueBy, interestInAll, sum, unpaidOf, unpaidPrincipal } from '../state/owed.ts';
import { accruedInterest } from '../state/settlement.ts';
import type { Instalment, LoanState } from '../state/state.ts';
import { maxTerm, periodDays, type Terms } from '../terms/terms.ts';
import { type Cents, cents } from '../values/cents.ts';
import { fromDayNumber, type LocalDate } from '../values/local-date.ts';
import { floorTo } from '../values/rounding.ts';
import { minPayment } from './quotes.ts';

export type ExtensionRejection =
  | 'notDue'
  | 'arranged'
  | 'usedUp'
  | 'twoOverdue'
  | 'beyondYear'
  | 'ceiling'
  | 'onlyCharges';

/** A scheduled amount, in cents, and its due date. */
interface PlannedAmount {
  readonly no: number;
  readonly dueDate: LocalDate;
  readonly amount: Cents;
}

export type ExtensionQuote =
  | {
      readonly ok: true;
      /**
       * The price in cents: the instalment's interest to today, its late interest and the penalty; at least
       * one peso. After today's `parts` of it: what is missing.
       */
      readonly amount: Cents;
      /** The ids of today's payments for it, which are a part of its price. */
      readonly parts: readonly string[];
      /** The cents of that minimum that go to the principal, because interest and charges are smaller than the minimum. */
      readonly principal: Cents;
      readonly interest: Cents;
      readonly late: Cents;
      readonly penalty: Cents;
      /** The late charges that the price pays. Without the extension they are owed beside the old plan. */
      readonly chargesPaid: Cents;
      readonly instalment: number;
      readonly oldDueDate: LocalDate;
      readonly newDueDate: LocalDate;
      /** The amount due on the new date: the unpaid principal and the interest until then. */
      readonly newAmount: Cents;
      readonly newInterest: Cents;
      /** The total interest that the extension adds. */
      readonly added: Cents;
      /** The remaining scheduled amounts, without charges: as agreed now, and after the price is paid. */
      readonly oldPlan: readonly PlannedAmount[];
      readonly newPlan: readonly PlannedAmount[];
    }
  | { readonly ok: false; readonly reason: ExtensionRejection };

/**
 * The price of moving the current instalment by one term (single) or one period (EXT-04), or the reason why it cannot be moved.
 * Throws LoanError before disbursal.
 */
export function quoteExtension(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): ExtensionQuote {
  const prices = partsOfPrice(events, asOf);
  const parts = [...prices.keys()];
  // What is missing is measured as if the parts had been allocated as the price.
  const state = fold(terms, events, asOf, { prices });
  const extendable = extendableInstalment(state);
  if (typeof extendable === 'string') return { ok: false, reason: extendable };
  const { instalment, newDue } = extendable;
  const price = priceOf(state, instalment);
  const amount = price.interest + price.late + price.penalty + price.principal;
  if (unpaidPrincipal(instalment) - price.principal <= 0) return { ok: false, reason: 'onlyCharges' };
  const { interest } = planMove(state, instalment, newDue, price.principal);
  if (exceedsTotal(state, interest)) return { ok: false, reason: 'ceiling' };
  const newDueDate = fromDayNumber(newDue);
  const after = fold(
    terms,
    [...events, ...extensionEvents(state, { instalment, amount: cents(amount), newDueDate, parts })],
    asOf,
  );
  const before = parts.length === 0 ? state : fold(terms, events, asOf);
  const moved = after.instalments[instalment.no - 1];
  if (!moved || after.closed) return { ok: false, reason: 'onlyCharges' };
  return {
    ok: true,
    amount: cents(amount),
    parts,
    principal: cents(price.principal),
    interest: cents(price.interest),
    late: cents(price.late),
    penalty: cents(price.penalty),
    // Parts of the price were allocated as ordinary payments until the rest arrives: they may not have paid charges yet.
    chargesPaid: cents(chargesOwed(before) - chargesOwed(after)),
    instalment: instalment.no,
    oldDueDate: fromDayNumber(instalment.due),
    newDueDate,
    newAmount: cents(unpaidOf(moved)),
    newInterest: cents(moved.interest - moved.interestPaid),
    added: cents(interest),
    oldPlan: planOf(before),
    newPlan: planOf(after),
  };
}

export type ExtensionGrant =
  | {
      readonly ok: true;
      readonly instalment: number;
      readonly oldDueDate: LocalDate;
      readonly newDueDate: LocalDate;
      /** The interest in cents that the extension adds. */
      readonly added: Cents;
      /** The price in cents that the borrower would pay for it, and that stays owed. */
      readonly price: Cents;
    }
  | { readonly ok: false; readonly reason: ExtensionRejection };

/**
 * Moving the current instalment as `quoteExtension` does, but without its price: interest and charges so far stay owed. Throws
 * LoanError before disbursal.
 */
export function grantedExtension(
  terms: Terms,
  events: readonly LoanEvent[],
  asOf: LocalDate,
): ExtensionGrant {
  const state = fold(terms, events, asOf);
  const extendable = extendableInstalment(state);
  if (typeof extendable === 'string') return { ok: false, reason: extendable };
  const { instalment, newDue } = extendable;
  const { interest: added } = planMove(state, instalment, newDue);
  if (exceedsTotal(state, added)) return { ok: false, reason: 'ceiling' };
  const price = priceOf(state, instalment);
  return {
    ok: true,
    instalment: instalment.no,
    oldDueDate: fromDayNumber(instalment.due),
    newDueDate: fromDayNumber(newDue),
    added: cents(added),
    price: cents(price.interest + price.late + price.penalty + price.principal),
  };
}

/** The current instalment and its new due day, or the reason why it cannot be moved. */
function extendableInstalment(
  state: LoanState,
): { instalment: Instalment; newDue: number } | ExtensionRejection {
  const { terms, asOf, instalments } = state;
  const status = statusOf(state);
  if (status !== 'dueSoon' && status !== 'overdue') return 'notDue';
  if (runsArrangement(state)) return 'arranged';
  if (state.extensionsUsed >= terms.extensions) return 'usedUp';
  const instalmentIndex = currentIndex(state);
  const instalment = instalments[instalmentIndex];
  const last = instalments[instalments.length - 1];
  const isLate = dueBy(state, asOf - 1) > 0;
  if (
    isLate &&
    instalments.some((other, index) => index > instalmentIndex && other.due < asOf && unpaidOf(other) > 0)
  )
    return 'twoOverdue';
  if (!instalment || !last || instalment.due > asOf + terms.reminderDays || unpaidPrincipal(instalment) === 0)
    return 'onlyCharges';
  const extensionDays = terms.kind === 'single' ? terms.termDays : periodDays(terms);
  const newDue = Math.max(instalment.due, asOf) + extensionDays;
  if (last.due + newDue - instalment.due - state.disbursedOn > maxTerm) return 'beyondYear';
  return { instalment, newDue };
}

interface Price {
  readonly interest: number;
  readonly late: number;
  readonly penalty: number;
  readonly principal: number;
}

/**
 * The instalment's interest to today (with the interest of remainders carried into it), its late interest, and the penalty.
 * The sum is rounded down to the charge unit, interest first. It is at least `minPayment`; the difference goes to the principal.
 */
function priceOf(state: LoanState, instalment: Instalment): Price {
  const { unit } = state;
  const charges = lateCharges(state);
  let owed = 0;
  for (const other of withCarried(state, instalment))
    owed += Math.max(0, accruedInterest(state, other) - other.interestPaid);
  const late = (charges.late[state.instalments.indexOf(instalment)] ?? 0) - instalment.latePaid;
  const penalty = charges.penalty - state.penaltyPaid;
  const exact = owed + late + penalty;
  let overUnit = exact - floorTo(exact, unit);
  const lessOverUnit = (amount: number): number => {
    const dropped = Math.min(amount, overUnit);
    overUnit -= dropped;
    return amount - dropped;
  };
  const price = { interest: lessOverUnit(owed), late: lessOverUnit(late), penalty: lessOverUnit(penalty) };
  const minPrice = Math.max(minPayment, unit);
  return { ...price, principal: Math.max(0, minPrice - price.interest - price.late - price.penalty) };
}

/** Today's payments for an extension that has not been granted: the number of its instalment by event id. */
function partsOfPrice(events: readonly LoanEvent[], today: LocalDate): ReadonlyMap<string, number> {
  const granted = pricesOf(inForce(events));
  const parts = new Map<string, number>();
  for (const event of inForce(events))
    if (event.kind === 'paid' && event.extends !== undefined && event.valueDate === today)
      if (!granted.has(event.id)) parts.set(event.id, event.extends);
  return parts;
}

/** The events of a price paid today and of the extension that it pays for. */
function extensionEvents(
  state: LoanState,
  {
    instalment,
    amount,
    newDueDate,
    parts,
  }: {
    readonly instalment: Instalment;
    readonly amount: Cents;
    readonly newDueDate: LocalDate;
    readonly parts: readonly string[];
  },
): LoanEvent[] {
  const valueDate = fromDayNumber(state.asOf);
  const base = { valueDate, seq: Number.MAX_SAFE_INTEGER };
  return [
    { ...base, kind: 'paid', id: 'price', amount, extends: instalment.no },
    {
      ...base,
      kind: 'extended',
      id: 'extension',
      instalment: instalment.no,
      newDueDate,
      paidBy: 'price',
      parts,
    },
  ];
}

function planOf(state: LoanState): PlannedAmount[] {
  return state.instalments.flatMap((instalment) =>
    unpaidOf(instalment) === 0
      ? []
      : [{ no: instalment.no, dueDate: fromDayNumber(instalment.due), amount: cents(unpaidOf(instalment)) }],
  );
}

/**
 * Reports whether the loan, with `added` cents of interest and all late charges so far, costs more than an
 * enforced ceiling allows.
 */
function exceedsTotal(state: LoanState, added: number): boolean {
  const { ceiling, terms } = state;
  if (!ceiling?.enforce) return false;
  const charges = lateCharges(state);
  const cost = terms.fee + interestInAll(state) + added + sum(charges.late) + charges.penalty;
  return cost > totalCostLimit(state);
}
