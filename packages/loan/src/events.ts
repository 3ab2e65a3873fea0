import type { Cents } from './cents.ts';
import type { LocalDate } from './local-date.ts';

interface EventBase {
  readonly id: string;
  /** The day that counts: a payment's is the payer's. */
  readonly valueDate: LocalDate;
  /** Order of arrival within the loan, from 1; breaks ties between equal value dates. */
  readonly seq: number;
}

/** The payout was confirmed: interest runs from the value date. */
export interface Disbursed extends EventBase {
  readonly kind: 'disbursed';
}
/** `extends`: the number of the instalment whose extension this payment is the price of. */
export interface Paid extends EventBase {
  readonly kind: 'paid';
  readonly amount: Cents;
  readonly extends?: number;
}
/** Granted once its price was paid by the event `paidBy`; void when that payment is reversed (EXT-04). */
export interface Extended extends EventBase {
  readonly kind: 'extended';
  readonly instalment: number;
  readonly newDueDate: LocalDate;
  readonly paidBy: string;
}
/** Forgiven, by bucket, in cents. */
export interface Waived extends EventBase {
  readonly kind: 'waived';
  readonly principal: Cents;
  readonly interest: Cents;
  readonly late: Cents;
  readonly penalty: Cents;
}
/** Credit paid back to the borrower. */
export interface Refunded extends EventBase {
  readonly kind: 'refunded';
  readonly amount: Cents;
}
/** The payment `target` never happened; or the disbursal did not, because its money came back. */
export interface Reversed extends EventBase {
  readonly kind: 'reversed';
  readonly target: string;
}
/** Given up in the books; the borrower still owes it. */
export interface WrittenOff extends EventBase {
  readonly kind: 'writtenOff';
}

/** What happened to a loan. Appended once, never changed: a correction is a new event. */
export type LoanEvent = Disbursed | Paid | Extended | Waived | Refunded | Reversed | WrittenOff;

/** The order in which events count: by value date, a day's waivers first, then by arrival. Reversed payments and what hung on them are left out. */
export function inForce(events: readonly LoanEvent[]): LoanEvent[] {
  const gone = new Set<string>();
  for (const event of events) if (event.kind === 'reversed') gone.add(event.target);
  const kept =
    gone.size === 0
      ? [...events]
      : events.filter(
          (event) => !gone.has(event.id) && !(event.kind === 'extended' && gone.has(event.paidBy)),
        );
  for (let index = 1; index < kept.length; index += 1) {
    const [before, here] = [kept[index - 1], kept[index]];
    if (before && here && inOrder(before, here) > 0) return kept.sort(inOrder);
  }
  return kept;
}

/** The same, up to a day. */
export function inForceOn(events: readonly LoanEvent[], day: LocalDate): LoanEvent[] {
  const ordered = inForce(events);
  let length = ordered.length;
  while (length > 0 && (ordered[length - 1]?.valueDate ?? day) > day) length -= 1;
  ordered.length = length;
  return ordered;
}

/** The disbursal that stands: undefined before the first one, and once its money came back. */
export function disbursalOf(events: readonly LoanEvent[]): Disbursed | undefined {
  return inForce(events).find((event): event is Disbursed => event.kind === 'disbursed');
}

/** Value dates decide; of one day the disbursal counts first, then waivers, then the rest as it arrived, refunds last. */
function inOrder(a: LoanEvent, b: LoanEvent): number {
  if (a.valueDate < b.valueDate) return -1;
  return a.valueDate === b.valueDate ? rank(a) - rank(b) || a.seq - b.seq : 1;
}

function rank({ kind }: LoanEvent): number {
  if (kind === 'disbursed') return 0;
  if (kind === 'waived') return 1;
  return kind === 'refunded' ? 3 : 2;
}
