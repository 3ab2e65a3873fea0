import { allocations, disbursalOf, type LoanEvent, type LocalDate } from '@hiram/loan';
import { eventLines } from '../ledger/event-lines.ts';
import type { Account, Line, PostedByEvent } from '../ledger/ledger.ts';
import { engineEvents, type Order, type StoredEvent } from './order-store.ts';

/** The difference between an event's allocation by the engine and the ledger. */
export interface PlannedPosting {
  readonly event: LoanEvent;
  readonly isUndone: boolean;
  readonly lines: readonly Line[];
}

/**
 * The postings by which the ledger equals the engine's allocation: for each event the difference to its posted amounts
 * (event id → account → cents, debit positive). Pure: a preview shows the same lines.
 */
export function plannedPostings(
  order: Pick<Order, 'terms'>,
  stored: readonly StoredEvent[],
  posted: PostedByEvent,
  today: LocalDate,
): readonly PlannedPosting[] {
  const lastDay = stored.reduce(
    (latest, { event }) => (event.valueDate > latest ? event.valueDate : latest),
    today,
  );
  const allocationByEvent = allocations(order.terms, engineEvents(stored), lastDay);
  const disbursalId = disbursalOf(engineEvents(stored))?.id;
  return stored.map(({ event, provider }) => {
    const isReversed = event.kind === 'disbursed' && event.id !== disbursalId;
    const expected = isReversed
      ? new Map<Account, number>()
      : eventLines(order.terms, event, allocationByEvent.get(event.id), provider);
    const current = posted.get(event.id) ?? new Map<string, number>();
    const accounts = new Set<Account>([
      ...expected.keys(),
      ...[...current.keys()].map((account) => account as Account),
    ]);
    const lines = [...accounts].map((account) => ({
      account,
      amount: (expected.get(account) ?? 0) - (current.get(account) ?? 0),
      eventId: event.id,
    }));
    return { event, isUndone: current.size > 0 && expected.size === 0, lines };
  });
}
