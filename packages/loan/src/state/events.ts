import type { Cents } from '../values/cents.ts';
import type { LocalDate } from '../values/local-date.ts';

interface EventBase {
  readonly id: string;
  /** The day on which the event counts. For a payment it is the day on which the payer paid. */
  readonly valueDate: LocalDate;
  /** Order of arrival within the loan, from 1. It orders events of equal value date. */
  readonly seq: number;
}

/** The payout is confirmed. Interest accrues from the value date. */
export interface Disbursed extends EventBase {
  readonly kind: 'disbursed';
}
/**
 * A payment in cents. `extends`: the number of the instalment if the payment was made for its extension. It counts as the price
 * once an extension names it; a part of the price alone is an ordinary payment.
 */
export interface Paid extends EventBase {
  readonly kind: 'paid';
  readonly amount: Cents;
  readonly extends?: number;
}
/**
 * An extension, granted when the event `paidBy` paid its price, together with `parts`, earlier payments of
 * the same value date. It is void when one of them is reversed (EXT-04). An extension without a price has its
 * own id as `paidBy`.
 */
export interface Extended extends EventBase {
  readonly kind: 'extended';
  readonly instalment: number;
  readonly newDueDate: LocalDate;
  readonly paidBy: string;
  readonly parts?: readonly string[];
}
/** A waiver: forgiven cents by bucket. */
export interface Waived extends EventBase {
  readonly kind: 'waived';
  readonly principal: Cents;
  readonly interest: Cents;
  readonly late: Cents;
  readonly penalty: Cents;
}
/** Credit paid back to the borrower. */
interface Refunded extends EventBase {
  readonly kind: 'refunded';
  readonly amount: Cents;
}
/** Late charges stop: the late days after the value date, up to and including `until`, bear none. */
interface ChargesStopped extends EventBase {
  readonly kind: 'chargesStopped';
  readonly until: LocalDate;
}
/** Reverses the event `target`: a payment, a disbursal whose money came back, or what a person decided by mistake. */
export interface Reversed extends EventBase {
  readonly kind: 'reversed';
  readonly target: string;
}
/**
 * An agreement to pay overdue instalments and the charges owed in parts. `amount`: the sum of the parts, everything owed of the
 * instalments, with the penalty. While it is kept, they bear no further late charges.
 */
export interface Arranged extends EventBase {
  readonly kind: 'arranged';
  readonly instalments: readonly number[];
  readonly amount: Cents;
  readonly parts: readonly { readonly date: LocalDate; readonly amount: Cents }[];
}
/** A record that the arrangement `arrangement` ended. It changes nothing: the end follows from the payments. */
interface ArrangementEnded extends EventBase {
  readonly kind: 'arrangementEnded';
  readonly arrangement: string;
}
/** Written off in the books. The borrower still owes the loan. */
interface WrittenOff extends EventBase {
  readonly kind: 'writtenOff';
}

/** An event of a loan. Events are append-only: a correction is a new event. */
export type LoanEvent =
  | Disbursed
  | Paid
  | Extended
  | Waived
  | Refunded
  | Reversed
  | WrittenOff
  | ChargesStopped
  | Arranged
  | ArrangementEnded;

/**
 * The events in force, in the order in which they count (see `inOrder`). Reversed events are left out, and
 * extensions whose payment was reversed.
 */
export function inForce(events: readonly LoanEvent[]): LoanEvent[] {
  const reversedIds = new Set<string>();
  for (const event of events) if (event.kind === 'reversed') reversedIds.add(event.target);
  const inForceEvents =
    reversedIds.size === 0
      ? [...events]
      : events.filter(
          (event) =>
            !reversedIds.has(event.id) &&
            !(event.kind === 'extended' && pricePayments(event).some((id) => reversedIds.has(id))),
        );
  for (let index = 1; index < inForceEvents.length; index += 1) {
    const [previous, current] = [inForceEvents[index - 1], inForceEvents[index]];
    if (previous && current && inOrder(previous, current) > 0) return inForceEvents.sort(inOrder);
  }
  return inForceEvents;
}

function pricePayments({ paidBy, parts = [] }: Extended): readonly string[] {
  return [paidBy, ...parts];
}

/** The extension whose price the payment paid, alone or in part; undefined: there is none among these events. */
export function extensionPaidBy(events: readonly LoanEvent[], payment: string): Extended | undefined {
  return events.find(
    (event): event is Extended => event.kind === 'extended' && pricePayments(event).includes(payment),
  );
}

/** The instalment that each payment of an extension's price moves, by the payment's id. */
export function pricesOf(events: readonly LoanEvent[]): ReadonlyMap<string, number> {
  const prices = new Map<string, number>();
  for (const event of events)
    if (event.kind === 'extended') for (const id of pricePayments(event)) prices.set(id, event.instalment);
  return prices;
}

/** The events in force with a value date up to and including `day`. */
export function inForceOn(events: readonly LoanEvent[], day: LocalDate): LoanEvent[] {
  const ordered = inForce(events);
  let length = ordered.length;
  while (length > 0 && (ordered[length - 1]?.valueDate ?? day) > day) length -= 1;
  ordered.length = length;
  return ordered;
}

/** The disbursal in force; undefined before the first disbursal, and after its money came back. */
export function disbursalOf(events: readonly LoanEvent[]): Disbursed | undefined {
  return inForce(events).find((event): event is Disbursed => event.kind === 'disbursed');
}

/** Orders by value date. Within a day: the disbursal, waivers, other events by arrival, refunds. */
function inOrder(a: LoanEvent, b: LoanEvent): number {
  if (a.valueDate < b.valueDate) return -1;
  return a.valueDate === b.valueDate ? rank(a) - rank(b) || a.seq - b.seq : 1;
}

function rank({ kind }: LoanEvent): number {
  if (kind === 'disbursed') return 0;
  if (kind === 'waived') return 1;
  return kind === 'refunded' ? 3 : 2;
}
